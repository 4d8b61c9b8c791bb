"""config/languages.py: only complete languages are offered."""

from config.languages import NAMES, offered_languages
from config.settings import LANGUAGES, LOCALE_PATHS


def test_english_needs_no_catalogue(tmp_path):
    assert offered_languages([tmp_path]) == [("en", "English")]


def test_language_is_offered_once_its_catalogue_is_compiled(tmp_path):
    folder = tmp_path / "ko" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").touch()
    assert offered_languages([tmp_path]) == [("en", "English")]
    (folder / "django.mo").touch()
    assert offered_languages([tmp_path]) == [("en", "English"), ("ko", "한국어")]


def test_all_languages_of_the_service_are_offered(settings):
    assert offered_languages(LOCALE_PATHS) == LANGUAGES
    assert settings.LANGUAGES == NAMES, "tests may use them all"
