"""config/translating/catalogues.py: what is kept, what is missing, what is wrong."""

import polib
import pytest

from config.translating import catalogues


def entry(msgid, msgstr="", **parts):
    return polib.POEntry(msgid=msgid, msgstr=msgstr, **parts)


def book(*entries):
    catalogue = polib.POFile()
    catalogue.extend(entries)
    return catalogue


def days(*forms):
    strings = dict(enumerate(forms))
    return entry("one day", msgid_plural="{count} days", msgstr_plural=strings)


def test_what_is_translated_is_kept_and_what_is_said_no_more_is_dropped():
    old = book(entry("hut", "cabaña"), entry("mill", "molino"))
    new = catalogues.renewed(old, book(entry("river"), entry("hut")), "es")
    assert [(each.msgid, each.msgstr) for each in new] == [
        ("river", ""),
        ("hut", "cabaña"),
    ]


def test_a_sentence_that_got_a_plural_is_translated_anew():
    new = catalogues.renewed(book(entry("one day", "un día")), book(days("", "")), "es")
    assert catalogues.texts_of(new[0]) == ["", ""]


def test_korean_has_one_form():
    new = catalogues.renewed(book(), book(days("", "")), "ko")
    assert catalogues.texts_of(new[0]) == [""]


@pytest.mark.parametrize(
    ("each", "is_open"),
    [
        (entry("hut", "cabaña"), False),
        (entry("hut"), True),
        (entry("hut", "cabaña", flags=["fuzzy"]), True),
        (days("un día", "{count} días"), False),
        (days("un día", ""), True),
    ],
)
def test_a_catalogue_is_complete_when_nothing_is_missing_or_fuzzy(each, is_open):
    assert catalogues.is_open(each) is is_open
    assert catalogues.is_complete(book(each)) is not is_open


def test_a_guess_stays_a_guess():
    old = book(entry("hut", "choza", flags=["fuzzy"]))
    assert catalogues.renewed(old, book(entry("hut")), "es")[0].fuzzy


def test_an_empty_catalogue_is_not_complete():
    assert not catalogues.is_complete(book())


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
    assert list(catalogues.mistakes(right, "es")) == []


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
    assert list(catalogues.mistakes(wrong, "es"))
