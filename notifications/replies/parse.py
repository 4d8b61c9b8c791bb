"""Parsing a reply: its lines, and the intent of each. Pure; never raises."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from games.command_language.lexicon import (
    beginnings,
    fold,
    languages_of,
    speaks_of,
    without_bullets,
    words_of,
)
from games.command_language.parsing import commands_in
from games.command_language.vocabulary import intent_words, notation_words
from notifications.mail_text.body import columns_of
from notifications.mail_text.quote_stripping import Paragraph
from notifications.replies.absence_sentences import find_absence, speaks_of_absence
from notifications.replies.choices import named_in
from notifications.replies.dates import names_last_day, parse_absence
from notifications.replies.salutations import is_courtesy, is_name, without_courtesy
from notifications.replies.vocabulary import (
    INFORMATION_REQUESTS,
    Away,
    Intent,
    NewGame,
    PerhapsAway,
    Pick,
    Play,
    Simple,
    Unclear,
    Worded,
    usual_intent_words,
)
from stoneage_core.components.places import PLACES

UNKNOWN = Unclear("unknown")
#: What a sentence about an absence may be taken for.
_MAY_BE_ABSENCES = ("unknown", "away", "date", "ambiguous")

#: '*2*': how programs write bold text.
_EMPHASIS = re.compile(r"^([*_]{1,3})(\S|\S.*\S)\1$")
#: '2', '2)', '(2)', '2.'
_ONLY_NUMBER = re.compile(r"\(?\s*([0-9]{1,4})\s*[.):]*")
#: '2. forest 3': a line copied from our mail, with or without its explanation.
_NUMBERED = re.compile(r"#?\(?([0-9]{1,4})\s*[.):]+\s+(.+)")
#: In columns. Longer lines may have been wrapped; programs wrap at 65 to 80.
MAY_BE_BROKEN = 55
_SIMPLE = frozenset(
    {
        *("help", "board", "undo", "back", "accept", "decline", "yes", "no"),
        *("return", "no orders", "okay", "rematch", "games", "more time", "give time"),
    }
)
_WORDED = frozenset(["say", "orders"])
#: The subjects of moves: “a segunda construção” is not a Monday.
_THINGS = frozenset({*(place.label for place in PLACES), "card", "building"})
_LETTER = re.compile(r"\w")


def lines_of(paragraphs: Iterable[Paragraph], language: str) -> list[str]:
    """A signature is a name after a closing, with something else above that."""
    typed = [line for each in paragraphs for line in _unbroken(each, language)]
    polite = [is_courtesy(line, language) for line in typed]
    is_closed = polite[-2:] == [True, False] and not all(polite[:-2])
    if is_closed and is_name(typed[-1], language):
        del typed[-1], polite[-1]
    return [
        line for line, is_polite in zip(typed, polite, strict=True) if not is_polite
    ]


def takes_words(line: str, language: str) -> bool:
    return any(name in _WORDED for name, _ in _names(_bare(line), language))


def parse_line(line: str, language: str, *, today: date) -> Intent:
    """Return the intent of a line; ``today`` is the date in its writer's time zone."""
    intent = _parse_politely(line, language, today)
    if isinstance(intent, Unclear) and intent.why in _MAY_BE_ABSENCES:
        words, languages = words_of(line), languages_of(language)
        is_move = speaks_of(_THINGS, words, map(notation_words, languages))
        found = None if is_move else find_absence(line, language, today=today)
        if found is not None:
            begins, until = found
            return PerhapsAway(Away(until, begins))
    # “네?” asks what was said and does not mean yes.
    if _is_question(line) and _acts(intent):
        return Unclear("ambiguous")
    return intent


def _is_question(line: str) -> bool:
    """Return whether a line ends, or as in Spanish begins, with a question mark."""
    signs = _LETTER.split(unicodedata.normalize("NFKC", line))
    return "¿" in signs[0] or "?" in signs[-1]


def _acts(intent: Intent) -> bool:
    """Return whether an intent has an effect that a question should not have."""
    match intent:
        case Simple(name):
            # People ask for time with a question mark.
            return intent not in INFORMATION_REQUESTS and name != "more time"
        case Worded() | Unclear() | PerhapsAway():
            return False
    return True


def _unbroken(paragraph: Paragraph, language: str) -> Iterator[str]:
    """Yield the lines; a long one with free text is joined with those below."""
    for at, line in enumerate(paragraph):
        is_free = takes_words(line, language) or speaks_of_absence(line, language)
        if columns_of(line) >= MAY_BE_BROKEN and is_free:
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
        return intent  # "I accept, if ..." may mean something else than its beginning
    found = intent if plain == UNKNOWN else plain
    if isinstance(found, Away):
        words = words_of(polite)
        # "I am away until ..." may be an automatic reply.
        is_at_front = words_of(line)[: len(words)] == words
        return found if is_at_front else Unclear("away")
    return _topic_of(line, language, today) if found == UNKNOWN else found


def _topic_of(line: str, language: str, today: date) -> Unclear:
    words, languages = words_of(line), languages_of(language)
    if speaks_of(_THINGS, words, map(notation_words, languages)):
        return UNKNOWN
    if names_last_day(line, language, today=today):
        return Unclear("away")
    is_undo = speaks_of({"undo"}, words, map(intent_words, languages))
    return Unclear("undo") if is_undo else UNKNOWN


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
    # A line that begins like an intent gets an explanation instead of "unknown".
    return next((intent for intent in found if intent != UNKNOWN), UNKNOWN)


def _bare(line: str) -> str:
    return _EMPHASIS.sub(r"\2", without_bullets(line).strip())


def _numbered(number: int, rest: str, language: str) -> Intent:
    """Parse a line copied from our mail: number, command, explanation."""
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
    """The remaining words are the opponents' names."""
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
    """Yield the intents that a line begins with, and how many words each takes."""
    words = words_of(line)
    for each in languages_of(language):
        for name, length in beginnings(words, intent_words(each)):
            if name != "say" or _is_said(line, words[:length], each):
                yield name, length


def _is_said(line: str, words: Sequence[str], language: str) -> bool:
    """Return whether table talk follows; unusual words for it need a colon."""
    is_usual = list(words) == words_of(usual_intent_words("say", language))
    return is_usual or _behind(line, len(words)).startswith((":", "："))  # noqa: RUF001


def _intent(name: str, line: str, length: int, language: str, today: date) -> Intent:
    rest = _behind(line, length).strip(" \t:,：")  # noqa: RUF001
    if name == "away":
        return _away(rest, language, today)
    if not words_of(rest):
        if name in _SIMPLE:
            return Simple(name)
        return Unclear("empty" if name in _WORDED else "unknown")
    if name == "accept":
        return Unclear("loose")  # the words that follow may limit or revoke it
    return Worded(name, rest) if name in _WORDED else Unclear("unknown")


def _behind(line: str, length: int) -> str:
    """Return the text after the first ``length`` words of a line, including a colon."""
    parts = [part for part in re.finditer(r"[^\s,]+", line) if words_of(part[0])]
    if len(parts) < length:
        return ""
    *_before, last = parts[:length]
    return line[last.start() + len(last[0].rstrip(":：")) :].lstrip()  # noqa: RUF001


def _away(rest: str, language: str, today: date) -> Intent:
    days = parse_absence(rest, language, today=today)
    return Away(*days) if days else Unclear("date")
