"""The catalogues: which sentences they hold, and what is wrong with them."""

import re
from collections.abc import Iterator
from pathlib import Path

import polib

#: How each language counts: as many forms as translators write.
PLURALS = {
    "es": "nplurals=2; plural=(n != 1);",
    "pt": "nplurals=2; plural=(n != 1);",
    "ko": "nplurals=1; plural=0;",
    "it": "nplurals=2; plural=(n != 1);",
}
LANGUAGES = list(PLURALS)

#: After how many characters a line of a catalogue is broken.
WIDTH = 88

_GAP = re.compile(r"%\(\w+\)[a-z]|\{\w+\}")
_TAG = re.compile(r"</?\w[^>]*>")


def folder_of(root: Path, language: str) -> Path:
    """Return where a language's catalogue lies: ``django.po`` and ``django.mo``."""
    return root / language / "LC_MESSAGES"


def read(root: Path, language: str) -> polib.POFile:
    """Return what is translated, nothing where nothing is."""
    path = folder_of(root, language) / "django.po"
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return polib.pofile(text, wrapwidth=WIDTH)


def renewed(old: polib.POFile, template: polib.POFile, language: str) -> polib.POFile:
    """Return the template's sentences, with what was translated of them already.

    A sentence that was changed is a new one: nothing is guessed from similar ones.
    """
    known = {_identity(entry): entry for entry in old}
    catalogue = polib.POFile(wrapwidth=WIDTH)
    catalogue.metadata = _heading(language)
    for entry in template:
        catalogue.append(_filled(entry, known.get(_identity(entry)), language))
    return catalogue


def is_complete(catalogue: polib.POFile) -> bool:
    """Whether every sentence is translated, none of them as a mere guess."""
    return len(catalogue) > 0 and not any(map(is_open, catalogue))


def is_open(entry: polib.POEntry) -> bool:
    """Whether a sentence still waits for its translation."""
    return bool(entry.fuzzy or not all(texts_of(entry)))


def texts_of(entry: polib.POEntry) -> list[str]:
    """Return the translations of an entry: one, or one for each plural form."""
    if not entry.msgid_plural:
        return [entry.msgstr]
    return [text for _, text in sorted(entry.msgstr_plural.items())]


def mistakes(entry: polib.POEntry, language: str) -> Iterator[str]:
    """Say what is wrong with a translation that is there."""
    texts = texts_of(entry)
    if entry.msgid_plural and len(texts) != _forms(language):
        yield f"{len(texts)} plural forms, not {_forms(language)}"
    for number, text in enumerate(texts):
        if text:
            yield from _differences(entry, text, is_last=number == len(texts) - 1)


def _differences(entry: polib.POEntry, text: str, *, is_last: bool) -> Iterator[str]:
    """Compare with the English; the last of several forms stands for any number."""
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
    """Return the gaps of a sentence: ``{player}``, ``%(count)d``."""
    return set(_GAP.findall(text.replace("%%", "")))


def _edges(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def _identity(entry: polib.POEntry) -> tuple[str | None, str, str]:
    return entry.msgctxt, entry.msgid, entry.msgid_plural or ""


def _filled(
    entry: polib.POEntry, known: polib.POEntry | None, language: str
) -> polib.POEntry:
    """Return a copy of the template's entry, translated as it was."""
    forms = dict.fromkeys(range(_forms(language)), "") if entry.msgid_plural else {}
    flags = [*entry.flags, *(["fuzzy"] if known and known.fuzzy else [])]
    return polib.POEntry(
        msgctxt=entry.msgctxt,
        msgid=entry.msgid,
        msgid_plural=entry.msgid_plural,
        msgstr=known.msgstr if known else "",
        msgstr_plural=(known.msgstr_plural if known else forms) or forms,
        occurrences=entry.occurrences,
        comment=entry.comment,
        tcomment=known.tcomment if known else "",
        flags=flags,
    )


def _heading(language: str) -> dict[str, str]:
    return {
        "Project-Id-Version": "Stone Age by Mail",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURALS[language],
    }


def _forms(language: str) -> int:
    return int(PLURALS[language].removeprefix("nplurals=")[0])
