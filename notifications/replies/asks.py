"""One line of a reply, understood: what it asks for. Pure; never raises."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from games.words.commands import commands_in
from games.words.lexicon import beginnings, folded, languages_of, words_of
from games.words.lists import without_bullets
from notifications.replies.absences import days_away, names_last_day
from notifications.replies.choices import Named, named_in
from notifications.replies.courtesy import without_courtesy
from notifications.replies.vocabulary import ask_words, usual_ask

#: '*2*', as programs write bold letters.
_EMPHASIS = re.compile(r"^([*_]{1,3})(\S|\S.*\S)\1$")
#: '2', '2)', '(2)', '2.'
_ONLY_NUMBER = re.compile(r"\(?\s*([0-9]{1,4})\s*[.):]*")
#: '2. forest 3', as the mail has it, with or without what it says behind it.
_NUMBERED = re.compile(r"#?\(?([0-9]{1,4})\s*[.):]+\s+(.+)")
_LETTER = re.compile(r"\w")
#: Words of one's own behind “accept”.
_QUOTATION = re.compile(r"[\"'“”„«‹‘「『](.+)[\"'“”»›’」』][.!]*")  # noqa: RUF001


@dataclass(frozen=True)
class Play:
    """A command, in the engine's spelling; ``number`` was written before it, if any."""

    text: str
    number: int | None = None


@dataclass(frozen=True)
class Pick:
    """
    The choice with this number in the mail that is answered.

    ``beside`` are the engine's words for what was said about it, such as its place.
    """

    number: int
    beside: frozenset[str] = frozenset()


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
    """Not understood; ``why``: unknown, ambiguous, date, away, loose or empty."""

    why: str


Ask = Play | Pick | Away | Simple | Worded | Unclear

_SIMPLE = frozenset(
    {
        *("help", "board", "undo", "back", "accept", "decline", "yes", "no"),
        *("return", "no orders"),
    }
)
_WORDED = frozenset(["say", "orders", "accept"])
_HARMLESS = frozenset(["help", "board"])


def takes_words(line: str, language: str) -> bool:
    """Whether a line begins with an ask that any further words belong to."""
    return any(name in _WORDED for name, _ in _names(_bare(line), language))


def ask_of(line: str, language: str, *, today: date) -> Ask:
    """Return what a line asks for; ``today`` is the day where its writer lives."""
    ask = _politely_asked(line, language, today)
    # “네?” is no yes, but asks what was said.
    return Unclear("ambiguous") if _is_question(line) and _does_much(ask) else ask


def _politely_asked(line: str, language: str, today: date) -> Ask:
    ask = _ask_of(line, language, today)
    if not isinstance(ask, Unclear | Away) or ask == Unclear("ambiguous"):
        return ask
    polite = without_courtesy(line, language)
    plain = _ask_of(polite, language, today)
    if isinstance(plain, Worded):
        return ask  # "I accept, if ..." may not be meant as it begins
    found = min(plain, ask, key=_helpfulness)
    if isinstance(found, Away) and _is_begun_by(line, polite):
        return found
    is_absence = found == Unclear("unknown") and names_last_day(
        line, language, today=today
    )
    # "I am away until ...", as machines write.
    return Unclear("away") if isinstance(found, Away) or is_absence else found


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


def _is_question(line: str) -> bool:
    """Whether a line ends, or as in Spanish begins, with a mark of questions."""
    around = _LETTER.split(unicodedata.normalize("NFKC", line))
    return "¿" in around[0] or "?" in around[-1]


def _does_much(ask: Ask) -> bool:
    """Whether an ask must not be done on a doubt: tables may be asked anything."""
    match ask:
        case Simple(name):
            return name not in _HARMLESS
        case Worded() | Unclear():
            return False
    return True


def _helpfulness(ask: Ask) -> bool:
    """What begins like an ask is explained, rather than called unknown."""
    return isinstance(ask, Unclear) and ask.why == "unknown"


def _numbered(number: int, rest: str, language: str) -> Ask:
    """Read a line of the mail as it was copied: number, command, explanation."""
    texts = set(commands_in(rest, language)) or set(
        commands_in(rest.partition(":")[0], language)
    )
    if not texts:
        return _choice(named_in(f"#{number} {rest}", language) or "unknown")
    return Play(texts.pop(), number) if len(texts) == 1 else Unclear("ambiguous")


def _readings(line: str, language: str, today: date) -> Iterator[Ask]:
    choice = named_in(line, language)
    if choice is None:
        yield from (Play(text) for text in commands_in(line, language))
    else:
        yield _choice(choice)
    for name, length in _names(line, language):
        yield _ask(name, line, length, language, today)
    words = words_of(line)
    for each in languages_of(language):
        if len(words) > 1 and "away" in dict(beginnings(words[-1:], ask_words(each))):
            yield _away(line.rsplit(maxsplit=1)[0], language, today)


def _choice(named: Named | str) -> Ask:
    if isinstance(named, str):
        return Unclear(named)
    if named.command:
        return Play(named.command, named.number)
    return Pick(named.number, named.beside)


def _names(line: str, language: str) -> Iterator[tuple[str, int]]:
    """Yield the asks that a line begins with, and the number of words of each."""
    words = words_of(line)
    for each in languages_of(language):
        for name, length in beginnings(words, ask_words(each)):
            if name != "say" or _is_said(line, words[:length], each):
                yield name, length


def _is_said(line: str, words: Sequence[str], language: str) -> bool:
    """Whether table talk follows: other words than the usual one need a colon."""
    is_usual = list(words) == words_of(usual_ask("say", language))
    return is_usual or _behind(line, len(words)).startswith((":", "："))  # noqa: RUF001


def _ask(name: str, line: str, length: int, language: str, today: date) -> Ask:
    """Read an ask whose name takes so many words at the front of a line."""
    rest = _after(line, length)
    if name == "away":
        return _away(rest, language, today)
    if not words_of(rest):
        return Simple(name) if name in _SIMPLE else _lacking(name)
    if name == "accept":
        # Anything else may limit it, or take it back.
        quotation = _QUOTATION.fullmatch(rest)
        return Worded(name, quotation[1]) if quotation else Unclear("loose")
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


def _away(rest: str, language: str, today: date) -> Ask:
    days = days_away(rest, language, today=today)
    return Away(*days) if days else Unclear("date")


def _is_begun_by(line: str, part: str) -> bool:
    """Whether a line begins with a part of it."""
    words = words_of(part)
    return words_of(line)[: len(words)] == words
