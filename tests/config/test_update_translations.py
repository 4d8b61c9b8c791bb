"""`manage.py update_translations`: what is kept, missing or wrong."""

import polib
import pytest

from config.management.commands.update_translations import (
    is_open,
    renew_catalogue,
    texts_of,
)
from tests.support.catalogues import mistakes


def entry(msgid, msgstr="", **parts):
    return polib.POEntry(msgid=msgid, msgstr=msgstr, **parts)


def book(*entries, forms=2):
    catalogue = polib.POFile()
    catalogue.metadata = {"Plural-Forms": f"nplurals={forms}; plural=0;"}
    catalogue.extend(entries)
    return catalogue


def days(*forms):
    strings = dict(enumerate(forms))
    return entry("one day", msgid_plural="{count} days", msgstr_plural=strings)


def test_translations_are_kept_and_obsolete_sentences_dropped():
    old = book(entry("hut", "cabaña"), entry("mill", "molino"))
    new = renew_catalogue(old, str(book(entry("river"), entry("hut"))))
    assert [(each.msgid, each.msgstr) for each in new] == [
        ("river", ""),
        ("hut", "cabaña"),
    ]


def test_sentence_with_a_new_plural_needs_a_new_translation():
    new = renew_catalogue(book(entry("one day", "un día")), str(book(days("", ""))))
    assert texts_of(new[0]) == ["", ""]


def test_number_of_plural_forms_comes_from_the_catalogue():
    new = renew_catalogue(book(forms=1), str(book(days("", ""))))
    assert texts_of(new[0]) == [""]


@pytest.mark.parametrize(
    ("each", "waits"),
    [
        (entry("hut", "cabaña"), False),
        (entry("hut"), True),
        (entry("hut", "cabaña", flags=["fuzzy"]), True),
        (days("un día", "{count} días"), False),
        (days("un día", ""), True),
    ],
)
def test_missing_or_fuzzy_translation_is_open(each, waits):
    assert is_open(each) is waits


def test_fuzzy_translation_stays_fuzzy():
    old = book(entry("hut", "choza", flags=["fuzzy"]))
    assert renew_catalogue(old, str(book(entry("hut"))))[0].fuzzy


def test_placeholder_alone_is_no_sentence():
    found = [entry("{goods}"), entry("{player}", msgctxt="who acts")]
    assert [each.msgctxt for each in renew_catalogue(book(), str(book(*found)))] == [
        "who acts"
    ]


@pytest.mark.parametrize(
    "right",
    [
        entry("{player} joined.", "{player} ha entrado."),
        entry("100%% of %(n)d", "%(n)d, 100%%"),
        entry("<b>hut</b>", "<b>cabaña</b>"),
        days("un día", "{count} días"),
        days("{count} día", "{count} días"),
    ],
)
def test_consistent_translation_passes(right):
    assert list(mistakes(right, book())) == []


@pytest.mark.parametrize(
    "wrong",
    [
        entry("{player} joined.", "Ha entrado."),
        entry("{player} joined.", "{jugador} ha entrado con {player}."),
        entry("%(n)d huts", "%(n)s cabañas"),
        entry("<b>hut</b>", "cabaña"),
        entry("hut ", "cabaña"),
        days("un día", "unos días"),
        days("{count} días"),
    ],
)
def test_placeholders_tags_and_forms_are_compared(wrong):
    assert list(mistakes(wrong, book()))
