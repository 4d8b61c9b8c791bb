"""``python -m bench.phrases [FILE]``: how phrases that people write are understood.

A file has a tab-separated line for each phrase: the reader's language, a set, the
phrase, and its meaning. A number means that choice of the mail's list. For each
language and set the program prints how many phrases were done, asked about rightly or
wrongly, refused, and done wrongly.
"""

import os
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

import django

from games.command_language.likely import likely_commands
from notifications.replies.parse import parse_line
from notifications.replies.vocabulary import (
    Away,
    Intent,
    Pick,
    Play,
    Simple,
    Unclear,
    Worded,
)

#: The meaning of a phrase that asks for nothing.
NOTHING = "-"
COLLECTED = Path(__file__).with_name("phrases.tsv")
#: A Friday, the date of all phrases.
TODAY = date(2026, 11, 20)

_GATHERED = ("hunting grounds", "forest", "clay pit", "quarry", "river")
_PLACING = (
    *(f"{place} {people}" for place in _GATHERED for people in range(1, 6)),
    *("tool maker", "hut", "field", "card 1", "card 2", "card 3", "card 4"),
    *("building 1", "building 2"),
)
_USING = (
    *(f"use {place}" for place in (*_GATHERED, "tool maker", "hut", "field")),
    *("buy 1 wood", "buy 1 brick", "buy 1 gold", "leave card 1"),
    *("buy 2 wood brick", "buy 2 wood wood", "leave card 2"),
    *("build 1 wood wood brick", "build 1 wood wood stone", "leave building 1"),
)
_TOOLS = ("tools 1", "tools 2", "tools 2 1", "no tools")
_FEEDING = ("feed wood 2", "feed wood 1 brick 1", "feed brick 2", "go hungry")
_DICE = tuple(f"pick {face}" for face in range(1, 7))
#: The legal commands of each question, as a mail would list them.
_LISTS = (_PLACING, _USING, _TOOLS, _FEEDING, _DICE)
#: Answers that “ok” and a plain yes or no can mean, if the mail asked.
_AGREEING = frozenset({"yes", "okay", "accept"})
_REFUSING = frozenset({"no", "decline"})
#: The meanings that an unclear reason asks about.
_ASKED_ABOUT = {"undo": {"undo"}, "loose": {"accept"}}
#: Reasons after which the mail's own question is repeated.
_ASKED_ONCE_MORE = {"unknown", "ambiguous"}


class Written(NamedTuple):
    """A phrase of a set, in a language, and its intended meaning."""

    language: str
    kind: str
    phrase: str
    meaning: str


class Made(StrEnum):
    """How a phrase was understood."""

    DONE = "done"
    ASKED = "asked"
    ASKED_WRONGLY = "asked wrongly"
    REFUSED = "refused"
    MISREAD = "MISREAD"


def read_phrases(path: Path) -> list[Written]:
    """Return the phrases of a file, without empty lines and comments."""
    lines = path.read_text("utf-8").splitlines()
    return [Written(*line.split("\t")) for line in lines if line and line[:1] != "#"]


def judge_phrase(written: Written) -> Made:
    """Return how a phrase is understood, if its meaning is legal."""
    legal = _legal_beside(written.meaning)
    meant = _chosen(written.meaning, legal)
    intent = parse_line(written.phrase, written.language, today=TODAY)
    said = _chosen(_said(intent), legal)
    if said == meant or _is_same_answer(said, meant):
        return Made.DONE
    if said in legal or (said and not isinstance(intent, Play | Pick)):
        return Made.MISREAD
    likely = likely_commands(written.phrase, written.language, legal)
    if _is_asked_about(intent, meant):
        return Made.ASKED
    if said or not likely:
        return Made.REFUSED
    return Made.ASKED if meant in likely else Made.ASKED_WRONGLY


def _legal_beside(meaning: str) -> Sequence[str]:
    """Return all legal commands when the meaning is; for a number, a long list."""
    if meaning.isdigit() or meaning == NOTHING:
        return _PLACING
    return next((each for each in _LISTS if meaning in each), ())


def _chosen(text: str, legal: Sequence[str]) -> str:
    """Return the command of a numbered choice."""
    is_listed = text.isdigit() and 0 < int(text) <= len(legal)
    return legal[int(text) - 1] if is_listed else text


def _said(intent: Intent) -> str:
    """Return what was understood, or ''."""
    match intent:
        case Play(text):
            return text
        case Pick(number):
            return str(number)
        case Simple(name):
            return name
        case Worded(name, words):
            return f"{name} {words}"
        case Away(until, None):
            return f"away until {until}"
        case Away(until, begins):
            return f"away from {begins} until {until}"
    return ""


def _is_same_answer(said: str, meant: str) -> bool:
    return any({said, meant} <= same for same in (_AGREEING, _REFUSING))


def _is_asked_about(intent: Intent, meant: str) -> bool:
    """Return whether the answer asks about the intended meaning."""
    if not isinstance(intent, Unclear):
        return False
    is_answer = meant in _AGREEING | _REFUSING and intent.why in _ASKED_ONCE_MORE
    return is_answer or meant in _ASKED_ABOUT.get(intent.why, ())


def is_right(written: Written, made: Made) -> bool:
    """Return whether a phrase was treated rightly."""
    if written.meaning == NOTHING:
        return made is Made.REFUSED
    return made in (Made.DONE, Made.ASKED)


def table_of(phrases: Iterable[Written]) -> str:
    """Return a line for each language and set, with the share that was right."""
    counts: dict[tuple[str, str], Counter[Made]] = {}
    rights: Counter[tuple[str, str]] = Counter()
    for written in phrases:
        key, made = (written.language, written.kind), judge_phrase(written)
        counts.setdefault(key, Counter())[made] += 1
        rights[key] += is_right(written, made)
    lines = [f"{'':14}{'right':>7}" + "".join(f"{made:>15}" for made in Made)]
    for key, row in sorted(counts.items()):
        right = 100 * rights[key] // row.total()
        cells = "".join(f"{row[made]:>15}" for made in Made)
        lines.append(f"{key[0]} {key[1]:11}{right:>5} %{cells}")
    return "\n".join(lines)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else COLLECTED
    print(table_of(read_phrases(path)))
