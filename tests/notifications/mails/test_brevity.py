"""Mails have few words besides names, board and choices."""

import re
from collections import Counter
from collections.abc import Iterator

import polib
import pytest
from django.conf import settings
from django.utils.translation import to_locale

from config.languages import NAMES

#: The limit for all words of a text template, in all its branches.
MOST_WORDS = 40
#: Newcomers need to read what is played, how, and with whom.
MOST_IN_INVITATION = 180
#: The limit for one sentence in a call of gettext.
MOST_AT_ONCE = 35
LANGUAGES = [code for code, _name in NAMES]


def sentences(language: str) -> Iterator[tuple[str, set[str]]]:
    """Return the translations in a language, with their files."""
    code = "es" if language == "en" else language
    (folder,) = settings.LOCALE_PATHS
    for entry in polib.pofile(f"{folder}/{to_locale(code)}/LC_MESSAGES/django.po"):
        translated = entry.msgstr or entry.msgstr_plural.get(0, "")
        text = entry.msgid if language == "en" else translated
        yield text, {file for file, _line in entry.occurrences}


def words_in(text: str) -> int:
    """Count words without placeholders."""
    own = re.sub(r"%\(\w+\)[sd]", "", text)
    return len(re.findall(r"[^\W\d_][\w’'-]*", own))


@pytest.mark.parametrize("language", LANGUAGES)
def test_mails_are_short(language: str) -> None:
    said: Counter[str] = Counter()
    for text, files in sentences(language):
        for file in files:
            if re.fullmatch(r"templates/emails/\w+\.txt", file):
                said[file.split("/")[-1]] += words_in(text)
            if file.startswith(("notifications/mails/", "notifications/digest/")):
                assert words_in(text) <= MOST_AT_ONCE, text
    assert said.pop("invitation.txt") <= MOST_IN_INVITATION
    assert {file: count for file, count in said.items() if count > MOST_WORDS} == {}
    assert said["sign_in.txt"] > 0
