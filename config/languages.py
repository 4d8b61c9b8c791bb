"""The languages on offer: those with complete catalogues."""

from collections.abc import Sequence
from pathlib import Path

from django.utils.translation import to_language

#: The language of the sentences in the code.
SOURCE = "en"

#: Each in its own language, so that readers recognise it.
NAMES = [
    ("en", "English"),
    ("es", "Español"),
    ("pt-br", "Português"),
    ("ko", "한국어"),
    ("it", "Italiano"),
]


def offered_languages(paths: Sequence[Path]) -> list[tuple[str, str]]:
    """
    Return code and name of the source language and of those with a compiled catalogue.

    Without a catalogue Django would still translate its own words, and pages would be
    half English.
    """
    complete = {
        to_language(file.parts[-3])
        for path in paths
        for file in path.glob("*/LC_MESSAGES/django.mo")
    }
    return [(code, name) for code, name in NAMES if code in {SOURCE, *complete}]
