"""The languages that are offered: those whose catalogues are complete."""

from collections.abc import Sequence
from pathlib import Path

#: The language that the sentences in the code are in.
SOURCE = "en"

#: Each in its own tongue, as a reader looks for it.
NAMES = [
    ("en", "English"),
    ("es", "Español"),
    ("pt", "Português"),
    ("ko", "한국어"),
    ("it", "Italiano"),
]


def offered_languages(paths: Sequence[Path]) -> list[tuple[str, str]]:
    """
    Return code and name of the source language and of all with a compiled catalogue.

    Without one Django still translates its own words, and pages are half English.
    """
    complete = {
        file.parts[-3]
        for path in paths
        for file in path.glob("*/LC_MESSAGES/django.mo")
    }
    return [(code, name) for code, name in NAMES if code in {SOURCE, *complete}]
