"""config/languages.py: no reader is offered pages that are half English."""

from config.languages import NAMES, offered_languages
from config.settings import LANGUAGES, LOCALE_PATHS


def test_without_a_catalogue_there_is_english_alone(tmp_path):
    assert offered_languages([tmp_path]) == [("en", "English")]


def test_a_language_is_offered_as_soon_as_its_catalogue_is_compiled(tmp_path):
    folder = tmp_path / "ko" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").touch()
    assert offered_languages([tmp_path]) == [("en", "English")]
    (folder / "django.mo").touch()
    assert offered_languages([tmp_path]) == [("en", "English"), ("ko", "한국어")]


def test_the_service_offers_what_it_has(settings):
    assert offered_languages(LOCALE_PATHS) == LANGUAGES
    assert settings.LANGUAGES == NAMES, "tests may use them all"
