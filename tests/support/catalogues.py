"""Errors in translations: placeholders, tags, plural forms."""

import re
from collections.abc import Iterator

import polib

from config.management.commands.update_translations import plural_forms, texts_of

_GAP = re.compile(r"%\(\w+\)[a-z]|\{\w+\}")
_TAG = re.compile(r"</?\w[^>]*>")


def mistakes(entry: polib.POEntry, catalogue: polib.POFile) -> Iterator[str]:
    """Yield what is wrong with an existing translation."""
    texts, forms = texts_of(entry), plural_forms(catalogue)
    if entry.msgid_plural and len(texts) != forms:
        yield f"{len(texts)} plural forms, not {forms}"
    for number, text in enumerate(texts):
        if text:
            yield from _differences(entry, text, is_last=number == len(texts) - 1)


def _differences(entry: polib.POEntry, text: str, *, is_last: bool) -> Iterator[str]:
    """Compare with the English; the last plural form stands for any number."""
    original = entry.msgid_plural or entry.msgid
    needed = gaps(original if is_last else entry.msgid)
    allowed = gaps(original) | gaps(entry.msgid)
    if missing := needed - gaps(text):
        yield f"{', '.join(sorted(missing))} is missing in “{text}”"
    if added := gaps(text) - allowed:
        yield f"{', '.join(sorted(added))} is not in the English of “{text}”"
    if sorted(_TAG.findall(text)) != sorted(_TAG.findall(original)):
        yield f"other tags than in the English: “{text}”"
    if _edges(text) != _edges(original):
        yield f"space at its ends otherwise than in the English: “{text}”"


def gaps(text: str) -> set[str]:
    """Return the placeholders of a sentence: ``{player}``, ``%(count)d``."""
    return set(_GAP.findall(text.replace("%%", "")))


def _edges(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
