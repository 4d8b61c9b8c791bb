"""`manage.py update_translations`: what is kept, what is missing, what is wrong."""

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


def test_what_is_translated_is_kept_and_what_is_said_no_more_is_dropped():
    old = book(entry("hut", "cabaña"), entry("mill", "molino"))
    new = renew_catalogue(old, str(book(entry("river"), entry("hut"))))
    assert [(each.msgid, each.msgstr) for each in new] == [
        ("river", ""),
        ("hut", "cabaña"),
    ]


def test_a_sentence_that_got_a_plural_is_translated_anew():
    new = renew_catalogue(book(entry("one day", "un día")), str(book(days("", ""))))
    assert texts_of(new[0]) == ["", ""]


def test_a_language_has_as_many_forms_as_its_catalogue_says():
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
def test_a_sentence_is_open_while_it_is_missing_or_fuzzy(each, waits):
    assert is_open(each) is waits


def test_a_guess_stays_a_guess():
    old = book(entry("hut", "choza", flags=["fuzzy"]))
    assert renew_catalogue(old, str(book(entry("hut"))))[0].fuzzy


def test_a_gap_alone_is_no_sentence():
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
def test_nothing_is_wrong_with_a_faithful_translation(right):
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
def test_gaps_tags_and_forms_are_compared(wrong):
    assert list(mistakes(wrong, book()))
