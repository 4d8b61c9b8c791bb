"""locale/: every language is complete, faithful, and compiled as it is written.

That nothing new is said in the sources is checked by `update_translations --check`.
"""

import polib
import pytest

from config.languages import NAMES, SOURCE
from config.settings import LOCALE_PATHS
from config.translating import catalogues

ROOT = LOCALE_PATHS[0]

each_language = pytest.mark.parametrize("language", catalogues.LANGUAGES)


def compiled(path):
    if not path.is_file():
        return {}
    return {
        (each.msgctxt, each.msgid): catalogues.texts_of(each)
        for each in polib.mofile(str(path))
    }


def test_there_is_a_catalogue_for_every_language_but_our_own():
    assert [code for code, _ in NAMES if code != SOURCE] == catalogues.LANGUAGES


@each_language
def test_nothing_is_missing_or_fuzzy(language):
    catalogue = catalogues.read(ROOT, language)
    assert [each.msgid for each in catalogue if catalogues.is_open(each)] == []
    assert catalogues.is_complete(catalogue)


@each_language
def test_gaps_tags_and_plurals_are_as_in_the_english(language):
    wrong = {
        each.msgid: list(catalogues.mistakes(each, language))
        for each in catalogues.read(ROOT, language)
        if not catalogues.is_open(each)
    }
    assert {msgid: found for msgid, found in wrong.items() if found} == {}


@each_language
def test_what_is_compiled_is_what_is_written(language):
    catalogue = catalogues.read(ROOT, language)
    written = {
        (each.msgctxt, each.msgid): catalogues.texts_of(each) for each in catalogue
    }
    folder = catalogues.folder_of(ROOT, language)
    assert compiled(folder / "django.mo") == written
