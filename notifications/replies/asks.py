"""One line of a reply, understood: what it asks for. Pure; never raises."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from games.words.commands import commands_in, unglued
from games.words.lexicon import (
    beginnings,
    folded,
    is_number,
    languages_of,
    words_of,
)
from games.words.lists import without_bullets
from notifications.replies.courtesy import without_courtesy
from notifications.replies.dates import day_beside, day_in
from notifications.replies.vocabulary import ask_words, reservations

#: Characters that say from when until when.
LONGEST_SPAN = 100

#: '*2*', as programs write bold letters.
_EMPHASIS = re.compile(r"^([*_]{1,3})(\S|\S.*\S)\1$")
#: '2', '#2', '2)', '(2)', '2.', 'No. 2', 'n.º 2'
_ONLY_NUMBER = re.compile(r"(?:#|\(|n[or]?\.o?)?\s*([0-9]{1,4})\s*[.):]*")
#: '2. forest 3', as the mail has it, with or without what it says behind it.
_NUMBERED = re.compile(r"#?\(?([0-9]{1,4})\s*[.):]+\s+(.+)")


@dataclass(frozen=True)
class Play:
    """A command, in the engine's spelling; ``number`` was written before it, if any."""

    text: str
    number: int | None = None


@dataclass(frozen=True)
class Pick:
    """The choice with this number in the mail that is answered."""

    number: int


@dataclass(frozen=True)
class Away:
    """Away until the end of a day, from now on or from the beginning of another."""

    until: date
    begins: date | None = None


@dataclass(frozen=True)
class Simple:
    """What needs no further words: help, board, undo, back, accept and so on."""

    name: str


@dataclass(frozen=True)
class Worded:
    """What is told with further words: say, orders, accept."""

    name: str
    words: str


@dataclass(frozen=True)
class Unclear:
    """Not understood; ``why`` is 'unknown', 'ambiguous', 'date' or 'empty'."""

    why: str


Ask = Play | Pick | Away | Simple | Worded | Unclear

_SIMPLE = frozenset(
    {
        *("help", "board", "undo", "back", "accept", "decline", "yes", "no"),
        *("return", "no orders"),
    }
)
_WORDED = frozenset(["say", "orders", "accept"])


def takes_words(line: str, language: str) -> bool:
    """Whether a line begins with an ask that any further words belong to."""
    words = words_of(_bare(line))
    return any(
        name in _WORDED
        for each in languages_of(language)
        for name, _ in beginnings(words, ask_words(each))
    )


def ask_of(line: str, language: str, *, today: date) -> Ask:
    """Return what a line asks for; ``today`` is the day where its writer lives."""
    ask = _ask_of(line, language, today)
    if not isinstance(ask, Unclear) or ask.why == "ambiguous":
        return ask
    plain = _ask_of(without_courtesy(line, language), language, today)
    # "I accept, if ..." may not be meant as it begins.
    return ask if isinstance(plain, Worded) else min(plain, ask, key=_helpfulness)


def _ask_of(line: str, language: str, today: date) -> Ask:
    bare = _bare(line)
    plain = folded(bare).strip(" \t\"'“”„«»!,;")
    if match := _ONLY_NUMBER.fullmatch(plain):
        return Pick(int(match[1]))
    if match := _NUMBERED.fullmatch(bare):
        return _numbered(int(match[1]), match[2], language)
    found = set(_readings(bare, language, today))
    clear = {ask for ask in found if not isinstance(ask, Unclear)}
    if len(clear) == 1:
        return clear.pop()
    if clear:
        return Unclear("ambiguous")
    return min(found, key=_helpfulness, default=Unclear("unknown"))


def _bare(line: str) -> str:
    """Return a line without bullets, and not in bold letters."""
    return _EMPHASIS.sub(r"\2", without_bullets(line).strip())


def _helpfulness(ask: Ask) -> bool:
    """What begins like an ask is explained, rather than called unknown."""
    return isinstance(ask, Unclear) and ask.why == "unknown"


def _numbered(number: int, rest: str, language: str) -> Ask:
    """Read a line of the mail as it was copied: number, command, explanation."""
    texts = set(commands_in(rest, language)) or set(
        commands_in(rest.partition(":")[0], language)
    )
    if not texts:
        return Unclear("unknown")
    return Play(texts.pop(), number) if len(texts) == 1 else Unclear("ambiguous")


def _readings(line: str, language: str, today: date) -> Iterator[Ask]:
    yield from (Play(text) for text in commands_in(line, language))
    words = words_of(line)
    for each in languages_of(language):
        for name, length in beginnings(words, ask_words(each)):
            yield _ask(name, line, length, language, today)
        yield from _counted(unglued(line), each)
        if len(words) > 1 and "away" in dict(beginnings(words[-1:], ask_words(each))):
            yield _away(line.rsplit(maxsplit=1)[0], language, today)


def _ask(name: str, line: str, length: int, language: str, today: date) -> Ask:
    """Read an ask whose name takes so many words at the front of a line."""
    rest = _after(line, length)
    if name == "away":
        return _away(rest, language, today)
    if name == "choice":
        match = _ONLY_NUMBER.fullmatch(folded(rest).strip(" .!"))
        return Pick(int(match[1])) if match else Unclear("unknown")
    if not words_of(rest):
        return Simple(name) if name in _SIMPLE else _lacking(name)
    if name == "accept" and _is_with_reservation(rest, language):
        return Unclear("unknown")
    return Worded(name, rest) if name in _WORDED else Unclear("unknown")


def _is_with_reservation(rest: str, language: str) -> bool:
    """Whether words that go on with an ask take it back, or limit it."""
    words = words_of(rest)
    return any(
        any(beginnings(words, reservations(each))) for each in languages_of(language)
    )


def _counted(words: list[str], language: str) -> Iterator[Ask]:
    """Read a number before the word for a choice, as in Korean: '2번'."""
    if len(words) == 2 and is_number(words[0]):
        for name, _length in beginnings(words[1:], ask_words(language)):
            if name == "choice":
                yield Pick(int(words[0]))


def _lacking(name: str) -> Unclear:
    return Unclear("empty" if name in _WORDED else "unknown")


def _after(line: str, length: int) -> str:
    """Return what stands behind the first words, as it was written."""
    parts = [part for part in re.finditer(r"[^\s,]+", line) if words_of(part[0])]
    behind = parts[length - 1].end() if len(parts) >= length else len(line)
    return line[behind:].strip(" \t:,")


def _away(rest: str, language: str, today: date) -> Ask:
    """Read 'until D', 'from D until D'; as in Korean 'D from D until'; 'D ~ D'."""
    text = folded(rest[:LONGEST_SPAN]).strip(" .,;!")
    begin, end = (_mark(name, language) for name in ("from", "until"))
    for form in (
        rf"(?:{begin}\s*(?P<begins>.+?)\s*)?{end}\s*(?P<until>.+)",
        rf"(?:(?P<begins>.+?)\s*{begin}\s*)?(?P<until>.+?)\s*{end}",
        r"(?P<begins>.+?)\s*~\s*(?P<until>.+)",
    ):
        if match := re.fullmatch(form, text):
            return _between(match["begins"], match["until"], language, today)
    return Unclear("date")


def _between(begins: str | None, until: str, language: str, today: date) -> Ask:
    last = day_in(until, language, today=today)
    first = None if begins is None else day_in(begins, language, today=today)
    if begins is not None:  # from 1 to 5 December
        first = first or day_beside(last, begins)
        last = last or day_beside(first, until)
    if last is None or (begins is not None and first is None):
        return Unclear("date")
    return Away(last, first)


def _mark(name: str, language: str) -> str:
    """Return the pattern of 'from' or 'until', the longest of its phrases first."""
    phrases = {
        " ".join(words)
        for each in languages_of(language)
        for words, meanings in ask_words(each).items()
        if name in meanings
    }
    longest_first = sorted(phrases, key=len, reverse=True)
    return f"(?:{'|'.join(map(_as_pattern, longest_first))})"


def _as_pattern(mark: str) -> str:
    """Where words are parted by blanks a mark is a word; Hangul hangs it on."""
    return rf"(?<!\w){re.escape(mark)}(?!\w)" if mark.isascii() else re.escape(mark)
