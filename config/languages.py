"""The languages that are offered: those whose catalogues are complete."""

from collections.abc import Iterable, Sequence
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


def offered(paths: Sequence[Path]) -> list[tuple[str, str]]:
    """
    Return code and name of the source language and of all with a compiled catalogue.

    Without one Django still translates its own words, and pages are half English.
    """
    return [
        (code, name)
        for code, name in NAMES
        if code == SOURCE or any(path.is_file() for path in _catalogues(code, paths))
    ]


def _catalogues(code: str, paths: Sequence[Path]) -> Iterable[Path]:
    return (path / code / "LC_MESSAGES" / "django.mo" for path in paths)
