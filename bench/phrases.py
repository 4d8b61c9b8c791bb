"""``python -m bench.phrases [FILE]``: how phrases that people write are understood.

FILE may be a folder of whole emails, too: ``NAME-LANGUAGE.txt`` each, and a file
``meanings.tsv`` with a line for each: its name, its meaning, and ``yes`` if it also has
words for the other players. Their lines are what is left without quotes and signatures.

A file has a tab-separated line for each phrase: the reader's language, a set, the
phrase, and its meaning. ``⏎`` or ``\\n`` in a phrase begins a new line. The meaning is
one of these, or several joined by `` + ``:

- a command in the notation (``forest 3``), or a number: that choice of the email
- a request: ``undo``, ``yes``, ``away until 2026-12-03``, ``score``, ``same``
- ``say WORDS``: what is said at the table; ``talk``: any words to people
- ``orders TEXT``: what is to be done later
- ``-``: nothing; the phrase may be asked about, but nothing may be done

For each language and set the program prints how many phrases were played (done), asked
about rightly or wrongly, told (their writer learns that we do not understand), misread
(done wrongly) and dropped (a part is lost without a word). ``open`` is the share of the
moves that can be taken back which were played without a question.
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

from games.command_language.reading import read_move
from games.command_language.vocabulary import known_languages
from notifications.mail_text.parse import parse_mail
from notifications.replies.lines import is_sentence, lines_of, may_be_command
from notifications.replies.parse import parse_line
from notifications.replies.vocabulary import (
    Away,
    Intent,
    PerhapsAway,
    Pick,
    Plan,
    Play,
    Simple,
    Unclear,
    Worded,
)

#: The meaning of a phrase that asks for nothing.
NOTHING = "-"
TALK = "talk"
COLLECTED = Path(__file__).with_name("phrases.tsv")
#: A Friday, the date of all phrases.
TODAY = date(2026, 11, 20)

_GATHERED = ("hunting grounds", "forest", "clay pit", "quarry", "river")
_KINDS = ("wood", "brick", "stone", "gold")
_PLACING = (
    *(f"{place} {people}" for place in _GATHERED for people in range(1, 6)),
    *("tool maker", "hut", "field", "card 1", "card 2", "card 3", "card 4"),
    *("building 1", "building 2"),
)
_USING = (
    *(f"use {place}" for place in (*_GATHERED, "tool maker", "hut", "field")),
    *(f"buy 1 {kind}" for kind in _KINDS),
    "leave card 1",
    *("buy 2 wood wood", "buy 2 wood brick", "buy 2 wood stone", "buy 2 brick brick"),
    "leave card 2",
    *("build 1 wood wood brick", "build 1 wood wood stone", "leave building 1"),
    *("build 2 brick brick stone", "build 2 wood brick stone", "leave building 2"),
)
_TOOLS = ("tools 1", "tools 2", "tools 2 1", "no tools")
_FEEDING = (
    *("feed wood 2", "feed wood 1 brick 1", "feed brick 2", "feed wood 1 stone 1"),
    *("feed stone 2", "go hungry"),
)
_FEEDING_THREE = ("feed wood 3", "feed wood 2 brick 1", "feed brick 3", "go hungry")
_DICE = tuple(f"pick {face}" for face in range(1, 7))
#: The legal commands of each question. Emails list fewer.
_LISTS = (_PLACING, _USING, _TOOLS, _FEEDING, _FEEDING_THREE, _DICE)
#: Answers that “ok” and a plain yes or no can mean, if the mail asked.
_AGREEING = frozenset({"yes", "okay", "accept"})
_REFUSING = frozenset({"no", "decline"})
#: Reasons after which the mail's own question is repeated.
_ASKED_ONCE_MORE = {"unknown", "ambiguous"}


class Written(NamedTuple):
    """A phrase of a set, in a language, and its intended meaning."""

    language: str
    kind: str
    phrase: str
    meaning: str


class Made(StrEnum):
    """What became of a phrase."""

    PLAYED = "played"
    ASKED = "asked"
    ASKED_WRONGLY = "asked wrongly"
    TOLD = "told"
    MISREAD = "MISREAD"
    DROPPED = "DROPPED"


def read_phrases(path: Path) -> list[Written]:
    """Return the phrases of a file, without empty lines and comments."""
    lines = path.read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if line.strip() and line[:1] != "#")
    return [Written(*(cell.strip() for cell in row[:4])) for row in rows]


def read_mails(folder: Path) -> list[Written]:
    """Return what was typed in the emails of a folder."""
    found = []
    for line in (folder / "meanings.tsv").read_text("utf-8").splitlines():
        name, meaning, has_talk = line.split("\t")
        code = Path(name).stem.rpartition("-")[2]
        language = next(each for each in known_languages() if each.startswith(code))
        lines = parse_mail((folder / name).read_bytes(), language).own_lines
        talk = f" + {TALK}" if has_talk.strip() == "yes" else ""
        found.append(Written(language, "mail", "⏎".join(lines), f"{meaning}{talk}"))
    return found


def judge_phrase(written: Written) -> Made:
    """Return how a phrase is understood, if its meaning is legal."""
    meant, *others = written.meaning.split(" + ")
    legal = legal_beside(meant)
    text = written.phrase.replace("⏎", "\n").replace("\\n", "\n")
    typed = [line.strip() for line in text.splitlines() if line.strip()]
    found = [
        _judge_line(line, written.language, _chosen(meant, legal), legal)
        for line in lines_of([(line,) for line in typed], written.language)
        if len(typed) == 1 or may_be_command(line, written.language)
    ]
    made = next((each for each in found if each is not Made.TOLD), Made.TOLD)
    is_talked = meant == TALK or meant.startswith("say ") or bool(others)
    if made in (Made.PLAYED, Made.TOLD) and is_talked and len(typed) > 1:
        is_heard = any(is_sentence(line, written.language) for line in typed)
        return made if is_heard else Made.DROPPED
    return made


def _judge_line(line: str, language: str, meant: str, legal: Sequence[str]) -> Made:
    intent = parse_line(line, language, today=TODAY)
    said = _chosen(_said(intent), legal)
    if isinstance(intent, Play) and said not in legal:
        intent, said = Unclear("unknown"), ""
    if said == meant or _is_same_answer(said, meant):
        return Made.PLAYED
    if said in legal or (said and not isinstance(intent, Play | Pick)):
        return Made.MISREAD
    if isinstance(intent, Unclear):
        if _is_asked_about(intent, meant):
            return Made.ASKED
        reading = read_move(line, language, legal, legal)
        if reading.is_sure and can_be_taken_back(reading.fits[0]):
            return Made.PLAYED if reading.fits == (meant,) else Made.MISREAD
        if reading.fits:
            is_right = meant in reading.fits
            return Made.ASKED if is_right else Made.ASKED_WRONGLY
    if isinstance(intent, PerhapsAway):
        return Made.ASKED if meant.startswith("away") else Made.ASKED_WRONGLY
    if isinstance(intent, Plan):
        return Made.ASKED if meant == f"orders {intent.text}" else Made.ASKED_WRONGLY
    return Made.TOLD


def can_be_taken_back(command: str) -> bool:
    """Return whether a command rolls no dice, so that it can be taken back."""
    return command.removeprefix("use ") not in _GATHERED


def legal_beside(meaning: str) -> Sequence[str]:
    """Return all legal commands when the meaning is; for a number, a long list."""
    return next((each for each in _LISTS if meaning in each), _PLACING)


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


def _is_asked_about(intent: Unclear, meant: str) -> bool:
    """Return whether the answer asks about the intended meaning."""
    is_answer = meant in _AGREEING | _REFUSING and intent.why in _ASKED_ONCE_MORE
    return is_answer or meant in {"undo": {"undo"}, "loose": {"accept"}}.get(
        intent.why, set()
    )


def is_right(written: Written, made: Made) -> bool:
    """Return whether a phrase was treated rightly."""
    if written.meaning.partition(" + ")[0] in (NOTHING, TALK):
        return made in (Made.TOLD, Made.ASKED, Made.ASKED_WRONGLY)
    return made in (Made.PLAYED, Made.ASKED)


def table_of(phrases: Iterable[Written]) -> str:
    """Return a line for each language and set, with the share that was right."""
    counts: dict[tuple[str, str], Counter[Made]] = {}
    rights: Counter[tuple[str, str]] = Counter()
    opens: dict[tuple[str, str], Counter[bool]] = {}
    for written in phrases:
        key, made = (written.language, written.kind), judge_phrase(written)
        counts.setdefault(key, Counter())[made] += 1
        rights[key] += is_right(written, made)
        legal = legal_beside(written.meaning)
        command = _chosen(written.meaning, legal)
        if command in legal and can_be_taken_back(command):
            opens.setdefault(key, Counter())[made is Made.PLAYED] += 1
    lines = [
        f"{'':14}{'right':>7}{'open':>8}" + "".join(f"{made:>15}" for made in Made)
    ]
    for key, row in sorted(counts.items()):
        right = 100 * rights[key] // row.total()
        played = opens.get(key, Counter())
        share = f"{100 * played[True] // played.total()} %" if played else "-"
        cells = "".join(f"{row[made]:>15}" for made in Made)
        lines.append(f"{key[0]} {key[1]:11}{right:>5} %{share:>8}{cells}")
    return "\n".join(lines)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else COLLECTED
    print(table_of(read_mails(path) if path.is_dir() else read_phrases(path)))
