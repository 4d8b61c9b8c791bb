"""locale/: every language is complete, faithful, and compiled as it is written.

That nothing new is said in the sources is checked by `update_translations --check`.
"""

import polib
import pytest

from config.languages import NAMES, SOURCE
from config.management.commands.update_translations import (
    LANGUAGES,
    catalogue_file,
    is_open,
    read_catalogue,
    texts_of,
)
from tests.support.catalogues import mistakes

each_language = pytest.mark.parametrize("language", LANGUAGES)


def compiled(path):
    if not path.is_file():
        return {}
    return {
        (each.msgctxt, each.msgid): texts_of(each) for each in polib.mofile(str(path))
    }


def test_there_is_a_catalogue_for_every_language_but_our_own():
    assert {code for code, _ in NAMES} == {SOURCE, *LANGUAGES}
    assert all(catalogue_file(language).is_file() for language in LANGUAGES)


@each_language
def test_nothing_is_missing_or_fuzzy(language):
    catalogue = read_catalogue(language)
    assert [each.msgid for each in catalogue if is_open(each)] == []
    assert len(catalogue) > 0


@each_language
def test_gaps_tags_and_plurals_are_as_in_the_english(language):
    catalogue = read_catalogue(language)
    wrong = {
        each.msgid: list(mistakes(each, catalogue))
        for each in catalogue
        if not is_open(each)
    }
    assert {msgid: found for msgid, found in wrong.items() if found} == {}


@each_language
def test_what_is_compiled_is_what_is_written(language):
    catalogue = read_catalogue(language)
    written = {(each.msgctxt, each.msgid): texts_of(each) for each in catalogue}
    assert compiled(catalogue_file(language).with_suffix(".mo")) == written
