"""locale/: every catalogue is complete, consistent and compiled.

`update_translations --check` checks that no new sentences are missing.
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


def test_every_language_but_english_has_a_catalogue():
    assert {code for code, _ in NAMES} == {SOURCE, *LANGUAGES}
    assert all(catalogue_file(language).is_file() for language in LANGUAGES)


@each_language
def test_no_translation_is_missing_or_fuzzy(language):
    catalogue = read_catalogue(language)
    assert [each.msgid for each in catalogue if is_open(each)] == []
    assert len(catalogue) > 0


@each_language
def test_placeholders_tags_and_plurals_match_the_english(language):
    catalogue = read_catalogue(language)
    wrong = {
        each.msgid: list(mistakes(each, catalogue))
        for each in catalogue
        if not is_open(each)
    }
    assert {msgid: found for msgid, found in wrong.items() if found} == {}


@each_language
def test_compiled_catalogues_match_the_sources(language):
    catalogue = read_catalogue(language)
    written = {(each.msgctxt, each.msgid): texts_of(each) for each in catalogue}
    assert compiled(catalogue_file(language).with_suffix(".mo")) == written
