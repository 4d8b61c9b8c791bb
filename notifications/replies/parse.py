"""Parses a reply: its lines, one intent each. Pure; never raises."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from games.command_language.commands import commands_in
from games.command_language.lexicon import (
    beginnings,
    fold,
    languages_of,
    without_bullets,
    words_of,
)
from notifications.mail_text.body import columns_of
from notifications.mail_text.quote_stripping import Paragraph
from notifications.replies.choices import named_in
from notifications.replies.dates import days_away
from notifications.replies.doubts import (
    UNKNOWN,
    does_much,
    helpfulness,
    is_question,
    seems_about,
)
from notifications.replies.intents import (
    Away,
    Intent,
    NewGame,
    Pick,
    Play,
    Simple,
    Unclear,
    Worded,
)
from notifications.replies.salutations import is_courtesy, is_name, without_courtesy
from notifications.replies.vocabulary import intent_words, usual_intent_words

#: '*2*', as programs write bold letters.
_EMPHASIS = re.compile(r"^([*_]{1,3})(\S|\S.*\S)\1$")
#: '2', '2)', '(2)', '2.'
_ONLY_NUMBER = re.compile(r"\(?\s*([0-9]{1,4})\s*[.):]*")
#: '2. forest 3', as the mail has it, with or without what it says behind it.
_NUMBERED = re.compile(r"#?\(?([0-9]{1,4})\s*[.):]+\s+(.+)")
#: Columns from which on a line may have been broken; programs do so at 65 to 80.
MAY_BE_BROKEN = 55
_SIMPLE = frozenset(
    {
        *("help", "board", "undo", "back", "accept", "decline", "yes", "no"),
        *("return", "no orders", "okay", "rematch"),
    }
)
_WORDED = frozenset(["say", "orders"])


def lines_of(paragraphs: Iterable[Paragraph], language: str) -> list[str]:
    """Return the lines as they were typed; greetings and thanks are passed over."""
    typed = [line for each in paragraphs for line in _unbroken(each, language)]
    polite = [is_courtesy(line, language) for line in typed]
    signed = _is_signed(typed, polite, language)
    lines = [
        line for line, is_polite in zip(typed, polite, strict=True) if not is_polite
    ]
    return lines[:-1] if signed else lines


def takes_words(line: str, language: str) -> bool:
    """Whether a line begins with an intent that any further words belong to."""
    return any(name in _WORDED for name, _ in _names(_bare(line), language))


def parse_line(line: str, language: str, *, today: date) -> Intent:
    """Return what a line asks for; ``today`` is the day where its writer lives."""
    intent = _parse_politely(line, language, today)
    # “네?” is no yes, but asks what was said.
    return Unclear("ambiguous") if is_question(line) and does_much(intent) else intent


def _is_signed(typed: Sequence[str], polite: Sequence[bool], language: str) -> bool:
    """Whether a name ends a letter, beneath a closing with something else above it."""
    is_closed = polite[-2:] == [True, False] and not all(polite[:-2])
    return is_closed and is_name(typed[-1], language)


def _unbroken(paragraph: Paragraph, language: str) -> Iterator[str]:
    """Yield the lines; a long one that takes any words takes those beneath it, too."""
    for at, line in enumerate(paragraph):
        if columns_of(line) >= MAY_BE_BROKEN and takes_words(line, language):
            yield " ".join(paragraph[at:])
            return
        yield line


def _parse_politely(line: str, language: str, today: date) -> Intent:
    intent = _parse(line, language, today)
    if not isinstance(intent, Unclear | Away) or intent == Unclear("ambiguous"):
        return intent
    polite = without_courtesy(line, language)
    plain = _parse(polite, language, today)
    if isinstance(plain, Worded):
        return intent  # "I accept, if ..." may not be meant as it begins
    found = min(plain, intent, key=helpfulness)
    if isinstance(found, Away) and _is_begun_by(line, polite):
        return found
    # "I am away until ...", as machines write.
    if isinstance(found, Away):
        return Unclear("away")
    return seems_about(line, language, today) if found == UNKNOWN else found


def _parse(line: str, language: str, today: date) -> Intent:
    bare = _bare(line)
    plain = fold(bare).strip(" \t\"'“”„«»!,;")
    if match := _ONLY_NUMBER.fullmatch(plain):
        return Pick(int(match[1]))
    if match := _NUMBERED.fullmatch(bare):
        return _numbered(int(match[1]), match[2], language)
    found = set(_readings(bare, language, today))
    clear = {intent for intent in found if not isinstance(intent, Unclear)}
    if len(clear) == 1:
        return clear.pop()
    if clear:
        return Unclear("ambiguous")
    return min(found, key=helpfulness, default=UNKNOWN)


def _bare(line: str) -> str:
    """Return a line without bullets, and not in bold letters."""
    return _EMPHASIS.sub(r"\2", without_bullets(line).strip())


def _numbered(number: int, rest: str, language: str) -> Intent:
    """Read a line of the mail as it was copied: number, command, explanation."""
    texts = set(commands_in(rest, language)) or set(
        commands_in(rest.partition(":")[0], language)
    )
    if not texts:
        return named_in(f"#{number} {rest}", language) or UNKNOWN
    return Play(texts.pop(), number) if len(texts) == 1 else Unclear("ambiguous")


def _readings(line: str, language: str, today: date) -> Iterator[Intent]:
    choice = named_in(line, language)
    if choice is None:
        yield from (Play(text) for text in commands_in(line, language))
    else:
        yield choice
    for name, length in _names(line, language):
        yield _intent(name, line, length, language, today)
    yield from _new_games(line, language)
    words = words_of(line)
    for each in languages_of(language):
        if len(words) > 1 and "away" in dict(
            beginnings(words[-1:], intent_words(each))
        ):
            yield _away(line.rsplit(maxsplit=1)[0], language, today)


def _new_games(line: str, language: str) -> Iterator[NewGame]:
    """
    Yield a new game where a line begins or ends with that: the names are the rest.

    In Korean what is wanted comes last.
    """
    words = words_of(without_courtesy(line, language))
    for each in languages_of(language):
        for phrase, meanings in intent_words(each).items():
            if "new game" not in meanings:
                continue
            if tuple(words[: len(phrase)]) == phrase:
                yield NewGame(" ".join(words[len(phrase) :]))
            elif tuple(words[-len(phrase) :]) == phrase:
                yield NewGame(" ".join(words[: -len(phrase)]))


def _names(line: str, language: str) -> Iterator[tuple[str, int]]:
    """Yield the intents that a line begins with, and the number of words of each."""
    words = words_of(line)
    for each in languages_of(language):
        for name, length in beginnings(words, intent_words(each)):
            if name != "say" or _is_said(line, words[:length], each):
                yield name, length


def _is_said(line: str, words: Sequence[str], language: str) -> bool:
    """Whether table talk follows: other words than the usual one need a colon."""
    is_usual = list(words) == words_of(usual_intent_words("say", language))
    return is_usual or _behind(line, len(words)).startswith((":", "："))  # noqa: RUF001


def _intent(name: str, line: str, length: int, language: str, today: date) -> Intent:
    """Read an intent whose name takes so many words at the front of a line."""
    rest = _after(line, length)
    if name == "away":
        return _away(rest, language, today)
    if not words_of(rest):
        return Simple(name) if name in _SIMPLE else _lacking(name)
    if name == "accept":
        return Unclear("loose")  # what follows may limit it, or take it back
    return Worded(name, rest) if name in _WORDED else Unclear("unknown")


def _lacking(name: str) -> Unclear:
    return Unclear("empty" if name in _WORDED else "unknown")


def _after(line: str, length: int) -> str:
    """Return what stands behind the first words, as it was written."""
    return _behind(line, length).strip(" \t:,：")  # noqa: RUF001


def _behind(line: str, length: int) -> str:
    """Return the same with what parts it from them."""
    parts = [part for part in re.finditer(r"[^\s,]+", line) if words_of(part[0])]
    if len(parts) < length:
        return ""
    *_before, last = parts[:length]
    return line[last.start() + len(last[0].rstrip(":：")) :].lstrip()  # noqa: RUF001


def _away(rest: str, language: str, today: date) -> Intent:
    days = days_away(rest, language, today=today)
    return Away(*days) if days else Unclear("date")


def _is_begun_by(line: str, part: str) -> bool:
    """Whether a line begins with a part of it."""
    words = words_of(part)
    return words_of(line)[: len(words)] == words
