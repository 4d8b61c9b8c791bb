"""games/web/form_errors.py: Django's own sentences in our voice."""

import pytest
from django import forms
from django.utils.translation import gettext, override

from games.web.form_errors import SENTENCES


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
        ("pt", ["Informe um endereço de e-mail válido.", "Informe um número inteiro."]),
        ("ko", ["올바른 메일 주소를 적어 주세요.", "정수를 적어 주세요."]),
        ("it", ["Inserisci un indirizzo mail valido.", "Inserisci un numero intero."]),
    ],
)
def test_what_is_wrong_with_a_form_is_said_as_the_page_speaks(
    language: str, said: list[str]
) -> None:
    with override(language):
        form = _Form({"email": "nowhere", "number": "many"})
        assert [error for errors in form.errors.values() for error in errors] == said


def test_each_is_a_sentence_that_django_knows() -> None:
    with override("de"):
        assert [text for text in SENTENCES[:12] if gettext(text) == text] == []
