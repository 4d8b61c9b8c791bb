"""Our translations of Django's own error messages."""

from collections.abc import Iterator
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Any

import django
import polib
import pytest
from django import forms
from django.conf import settings
from django.urls import get_resolver
from django.utils.translation import gettext, override

from games.presentation.dates import long_day, short_day
from games.web.form_errors import SENTENCES

DJANGO = Path(django.__file__).parent / "conf/locale"
#: European Portuguese words for which Brazilian Portuguese has others.
EUROPEAN = (
    *("ficheiro", "utilizador", "palavra-passe", "ecrã", "telemóvel", " partilh"),
    *("registo", "contacto", "introduza", "selecione uma opção", "morada"),
)


class _Form(forms.Form):
    email = forms.EmailField()
    number = forms.IntegerField(min_value=1)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "es",
            ["Escribe una dirección de correo válida.", "Escribe un número entero."],
        ),
        (
            "pt-br",
            ["Informe um endereço de e-mail válido.", "Informe um número inteiro."],
        ),
        ("ko", ["올바른 메일 주소를 적어 주세요.", "정수를 적어 주세요."]),
        ("it", ["Inserisci un indirizzo mail valido.", "Inserisci un numero intero."]),
    ],
)
def test_form_errors_are_in_the_language_of_the_page(
    language: str, said: list[str]
) -> None:
    with override(language):
        form = _Form({"email": "nowhere", "number": "many"})
        assert [error for errors in form.errors.values() for error in errors] == said


def test_no_form_uses_european_portuguese() -> None:
    """This covers all error messages of all forms, including the desk's."""
    european, brazilian = (told_by_django(language) for language in ("pt", "pt_BR"))
    forms_met = list(own_forms())
    assert len(forms_met) > 20
    for form in forms_met:
        for message in messages_of(form):
            with override("en"):
                english = str(message)
            with override("pt-br"):
                told = str(message)
            if european.get(english) != brazilian.get(english):
                assert told != european.get(english), (form, english)


def test_catalogue_and_dates_use_brazilian_portuguese() -> None:
    catalogue = Path(settings.LOCALE_PATHS[0]) / "pt_BR/LC_MESSAGES/django.po"
    for entry in polib.pofile(catalogue.read_text("utf-8")):
        for text in (entry.msgstr, *entry.msgstr_plural.values()):
            assert not [word for word in EUROPEAN if word in f" {text.casefold()}"], (
                text
            )
    with override("pt-br"):
        assert long_day(date(2026, 11, 24)) == "terça-feira, 24 de novembro de 2026"
        assert short_day(date(2026, 11, 24)) == "ter, 24 nov 2026"


def told_by_django(language: str) -> dict[str, str]:
    """Return Django's own messages in a language, by the English ones."""
    text = (DJANGO / language / "LC_MESSAGES/django.po").read_text("utf-8")
    return {entry.msgid: entry.msgstr for entry in polib.pofile(text)}


def own_forms() -> Iterator[type[forms.Form]]:
    """Return all forms of the service that its URLs lead to."""
    import_module(settings.ROOT_URLCONF)
    assert get_resolver().url_patterns
    for form in subclasses(forms.BaseForm):
        if form.__module__.startswith(("games.", "notifications.")):
            yield form


def subclasses(kind: type) -> Iterator[Any]:
    for each in kind.__subclasses__():
        yield each
        yield from subclasses(each)


def messages_of(form: Any) -> Iterator[object]:
    for field in form.base_fields.values():
        yield from field.error_messages.values()
        yield from (each.message for each in field.validators if each.message)


def test_each_sentence_is_one_of_djangos() -> None:
    with override("de"):
        assert [text for text in SENTENCES[:12] if gettext(text) == text] == []
