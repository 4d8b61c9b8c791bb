"""Parsing a reply: its lines, and the intent of each. Pure; never raises."""

import re
import unicodedata
from collections.abc import Iterator
from datetime import date

from games.command_language.lexicon import (
    beginnings,
    fold,
    languages_of,
    speaks_of,
    words_of,
)
from games.command_language.parsing import commands_in
from games.command_language.reading import (
    NUMBERED,
    choice_marks,
    choice_span,
    look_at,
    may_count_goods,
)
from games.command_language.taking_back import Wish, wish_to_take_back
from games.command_language.vocabulary import (
    PLACE,
    intent_words,
    known_languages,
    notation_words,
)
from notifications.replies.absence_sentences import find_absence
from notifications.replies.dates import names_last_day, parse_absence
from notifications.replies.everyday import (
    everyday_request,
    find_plan,
    is_acceptance,
)
from notifications.replies.lines import (
    WORDED,
    bare_of,
    requests_in,
    text_behind,
    without_courtesy,
)
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
)
from stoneage_core.components.places import PLACES

UNKNOWN = Unclear("unknown")
#: What a request in other words may be taken for.
_MAY_BE_EVERYDAY = ("unknown", "ambiguous", "undo", "date")
#: What a sentence about an absence may be taken for.
_MAY_BE_ABSENCES = ("unknown", "away", "date", "ambiguous")

#: '2', '2)', '(2)', '2.'
_ONLY_NUMBER = re.compile(r"\(?\s*([0-9]{1,4})\s*[.):]*")
#: '2. forest 3': a line copied from our mail, with or without its explanation.
_NUMBERED = re.compile(r"#?\(?([0-9]{1,4})\s*[.):]+\s+(.+)")
_SIMPLE = frozenset(
    {
        *("help", "board", "undo", "back", "accept", "decline", "yes", "no"),
        *("return", "no orders", "okay", "rematch", "games", "more time", "give time"),
    }
)
#: The subjects of moves: “a segunda construção” is not a Monday.
_THINGS = frozenset({*(place.label for place in PLACES), "card", "building"})
_LETTER = re.compile(r"\w")


def parse_line(line: str, language: str, *, today: date) -> Intent:
    """Return the intent of a line; ``today`` is the date in its writer's time zone."""
    intent = _parse_politely(line, language, today)
    if isinstance(intent, Unclear) and intent.why in _MAY_BE_EVERYDAY:
        found = everyday_request(line, language) or find_plan(line, language)
        if found is not None:
            return found
    if intent in (UNKNOWN, Unclear("loose")) and is_acceptance(line, language):
        return Unclear("ambiguous") if is_question(line) else Simple("accept")
    if isinstance(intent, Unclear) and intent.why in _MAY_BE_ABSENCES:
        words, languages = words_of(line), languages_of(language)
        is_move = speaks_of(_THINGS, words, map(notation_words, languages))
        days = None if is_move else find_absence(line, language, today=today)
        if days is not None:
            begins, until = days
            return PerhapsAway(Away(until, begins))
    # “네?” asks what was said and does not mean yes.
    asks = is_question(line) or is_question(without_courtesy(line, language))
    if asks and _acts(intent):
        return Unclear("ambiguous")
    return _in_other_language(line, language) if intent == UNKNOWN else intent


#: A single word of these is understood in all languages: people may write in another
#: one than their account has.
_FOREIGN = frozenset({"yes", "no", "okay", "undo", "accept", "decline", "help"})


def _in_other_language(line: str, language: str) -> Intent:
    """Return a request in another language, if the line says nothing else."""
    words = tuple(words_of(line))
    others = [each for each in known_languages() if each not in languages_of(language)]
    found = {
        meaning
        for each in others
        for meaning in intent_words(each).get(words, frozenset())
    }
    if len(found) == 1 and found <= _FOREIGN and not is_question(line):
        return Simple(*found)
    wishes = (wish_to_take_back(line, each) for each in others)
    return Unclear("undo") if Wish.SURE in wishes else UNKNOWN


def is_question(line: str) -> bool:
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


def _parse_politely(line: str, language: str, today: date) -> Intent:
    intent = _parse(line, language, today)
    if not isinstance(intent, Unclear | Away) or intent == Unclear("ambiguous"):
        return intent
    polite = without_courtesy(line, language)
    plain = _parse(polite, language, today)
    if isinstance(plain, Worded):
        return intent  # "I accept, if ..." may mean something else than its beginning
    found = intent if plain == UNKNOWN else plain
    # “Thanks for the hut” and “I’m in the field” are no moves.
    if isinstance(plain, Play | Pick) and look_at(line, language).unknown:
        found = Unclear("ambiguous")
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
    bare = bare_of(line)
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


def _numbered(number: int, rest: str, language: str) -> Intent:
    """Parse a line copied from our mail: number, command, explanation."""
    texts = set(commands_in(rest, language)) or set(
        commands_in(rest.partition(":")[0], language)
    )
    if not texts:
        return _choice_in(f"#{number} {rest}", language) or UNKNOWN
    return Play(texts.pop(), number) if len(texts) == 1 else Unclear("ambiguous")


def _readings(line: str, language: str, today: date) -> Iterator[Intent]:
    choice = _choice_in(line, language)
    if choice is None and not may_count_goods(line, language):
        yield from (Play(text) for text in commands_in(line, language))
    elif choice is not None:
        yield choice
    for name, length in requests_in(line, language):
        yield _intent(name, line, length, language, today)
    yield from _new_games(line, language)
    words = words_of(line)
    for each in languages_of(language):
        if len(words) > 1 and "away" in dict(
            beginnings(words[-1:], intent_words(each))
        ):
            yield _away(line.rsplit(maxsplit=1)[0], language, today)


#: Meanings that fit any choice and so do not identify one.
_WITHOUT_NAME = frozenset({"", PLACE, "use", "take"})


def _choice_in(line: str, language: str) -> Pick | Play | Unclear | None:
    """Read a choice named by its number, or None if no number is marked as one."""
    units = look_at(line, language).units
    marks = choice_marks(units, language)
    if not marks:
        return None
    at, *others = marks
    span = choice_span(units, at, language)
    number = units[at].number
    assert number is not None
    rest = [*units[: span.start], *units[span.stop :]]
    if not rest:
        return Pick(number)
    if any(not unit.meanings for unit in rest):
        return UNKNOWN
    if any(NUMBERED & unit.meanings for unit in rest):
        return None
    # Each phrase has the meaning of a thing, if it has one.
    meant = {sorted(unit.meanings, reverse=True)[0] for unit in rest}
    beside = frozenset(each for each in meant - _WITHOUT_NAME if not each.isdigit())
    # “I take” alone would also be a command: to take nothing.
    words = " ".join(unit.words for unit in rest)
    commands = set(commands_in(words, language)) if beside else set()
    # “On the 18th” is a day.
    if not beside and units[-1].words == "#" and at + 1 < len(units):
        return Unclear("ambiguous")
    is_alone = not others and (commands or all(unit.number is None for unit in rest))
    is_named = bool(choice_marks(units, language, named=True))
    if len(commands) > 1 or not is_alone or not is_named:
        return Unclear("ambiguous")
    return Play(commands.pop(), number) if commands else Pick(number, beside)


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


def _intent(name: str, line: str, length: int, language: str, today: date) -> Intent:
    rest = text_behind(line, length).strip(" \t:,：")  # noqa: RUF001
    if name == "away":
        return _away(rest, language, today)
    if not words_of(rest):
        if name in _SIMPLE:
            return Simple(name)
        return Unclear("empty" if name in WORDED else "unknown")
    if name == "accept":
        return Unclear("loose")  # the words that follow may limit or revoke it
    return Worded(name, rest) if name in WORDED else Unclear("unknown")


def _away(rest: str, language: str, today: date) -> Intent:
    days = parse_absence(rest, language, today=today)
    return Away(*days) if days else Unclear("date")
