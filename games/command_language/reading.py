"""
Reads a line as a move: what in it speaks for each legal command, and what against it.

A line is split into clauses, and these into units: phrases that the file of a language
knows, each with its roles (``vocabulary``). Clauses without a word of a command are
talk. The other units are compared with every legal command. A command that explains all
of them fits, and among these the one that says least besides.

The result has two thresholds. A line ``is_sure`` if exactly one command fits, every
other word is known to add nothing, and nothing speaks against it: no negation,
condition, question, hesitation or second meaning. Otherwise its reader can be asked
about the few commands that fit. Pure; never raises.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from games.command_language.lexicon import (
    ENGLISH,
    fold,
    is_number,
    languages_of,
    split_words,
)
from games.command_language.spelling import phrases_in
from games.command_language.vocabulary import (
    PLACE,
    file_of,
    has_compounds,
    is_verb_last,
    known_languages,
    lexicon_of,
    phrases_of,
    usual_words,
    verb_forms,
)
from stoneage_core import commands as c
from stoneage_core import notation
from stoneage_core.components.places import PLACES, Place, PlaceKind
from stoneage_core.components.resources import Resource
from stoneage_core.rules.placement import MOST_PEOPLE

#: Nobody says a move in more words than this.
MOST_WORDS = 40
#: A question with more choices would be a list.
MOST_ASKED = 6
#: How similar a misspelt word is at least, from 0 to 1: “quary” and “quarry”. Shorter
#: words are similar to too many others.
_ALIKE, _SHORTEST_SLIP, _SHORTEST_NEAR = 0.85, 5, 4

#: Roles of phrases around a move. Their phrases are in the sections “around” and
#: “against”; see ``vocabulary``.
AROUND = (
    *("polite", "greetings", "carriers", "people", "all", "excuses", "units"),
    *("articles", "listed", "reasons", "am", "copulas", "one", "alone"),
    *("bids", "mine", "pronouns"),
)
AGAINST = (
    *("negations", "keeps", "conditions", "alternatives", "hesitations", "doubts"),
    *("questions", "elsewhere", "corrections"),
)
#: These deny what stands beside them.
_DENYING = frozenset({"negations", "keeps"})
#: With one of these a line is no move, and nothing is asked about it.
_HOLDING_BACK = frozenset({"alternatives", "hesitations", "conditions"})
#: A number beside one of these belongs to it, and is no choice.
NUMBERED = frozenset({"card", "building", "pick", "buy", "build"})
#: In units, with the sign: “on the 18th”.
_SHORTEST_DAY = 3
_STACKED = frozenset({"card", "building"})
#: “The eleventh” can only be of a list.
_MOST_STACKS = 4
_BUYING = frozenset({"buy", "build"})
_STACKS = (PlaceKind.CARD, PlaceKind.BUILDING)
#: Words that give something up.
_SAYS_SO = frozenset({"leave", "go hungry", "no tools"})
#: These meanings fit any choice.
_FITS_ALL = frozenset({"", PLACE, "take"})
#: People name a place by its good: “three for wood”.
_GOODS = {
    place.label: str(place.good).replace("food", "feed")
    for place in PLACES
    if place.good
}
_KINDS = frozenset(map(str, Resource))
#: What the faces of the dice for all give.
_REWARDS = {
    **{face: {str(kind)} for face, kind in enumerate(Resource, 1)},
    5: {"tools", "tool maker"},
    6: {"field", "feed"},
}
#: Commands that give something up are meant only if a word says so.
GIVING_UP = (c.Leave, c.GoHungry)

#: An excuse may have these: “sorry, I couldn’t answer when you asked”.
_EXCUSED = frozenset({"negations", "keeps", "conditions", "questions", "elsewhere"})

_SIGN = "#"
#: Signs that express a mood.
_MOOD = re.compile("<3|[ㅋㅎㅠㅜ\\^<>=*\u2600-\u27bf\U0001f000-\U0001faff]+")
#: '№', 'No.', 'n.', 'nº', 'n.º', 'Nr.', 'núm.', but not the word "No".
_NUMBER_SIGN = re.compile(
    r"(?:#|№|\bn[uú]m\.|\bn(?:[º°]|[or]?\.\s?[oº°]?)\.?)\s*(?=\d)", re.IGNORECASE
)
#: After a number: '5ª', '5.º', '5th', '5번째'.
_ORDINAL = re.compile(r"(?<=\d)\s?(?:\.?[ªº°]|번째|(?:st|nd|rd|th)\b)", re.IGNORECASE)
_CLAUSE = re.compile(
    r"[;!?…—–()\[\]“”„\"«»¿¡、。,~|]+|:(?!\d)|\.(?=\s|\.|$)|\s[-/]+\s|\s-(?=\w)|(?<=\w)-\s"
)


class Unit(NamedTuple):
    """
    A phrase with its roles. ``meanings`` are words of the notation and digits.

    ``is_open`` means that part of the word is unknown, such as an ending, and
    ``is_slip`` that it is misspelt.
    """

    words: str
    roles: frozenset[str] = frozenset()
    meanings: frozenset[str] = frozenset()
    is_open: bool = False
    is_slip: bool = False

    @property
    def number(self) -> int | None:
        found = [int(each) for each in self.meanings if is_number(each)]
        return found[0] if len(found) == 1 else None

    @property
    def is_content(self) -> bool:
        return bool(self.meanings - _FITS_ALL)

    @property
    def is_known(self) -> bool:
        return bool(self.roles or self.meanings)


def _is_about_moves(units: Iterable[Unit]) -> bool:
    return any(unit.is_content for unit in units)


@dataclass(frozen=True)
class Clause:
    """
    A part of the sentence with that number in its line. ``is_question`` means that the
    sentence has a question mark.
    """

    units: tuple[Unit, ...]
    is_question: bool = False
    sentence: int = 0

    @cached_property
    def is_about_moves(self) -> bool:
        return _is_about_moves(self.units)

    @cached_property
    def against(self) -> frozenset[str]:
        """
        The roles of words that hold a move back.

        A question or other people in a clause of its own do not: “18. How are you?” Nor
        does a polite question for the move itself: “Could you send two of mine?”
        """
        roles = {role for unit in self.units for role in unit.roles}
        counted = set(AGAINST)
        is_bid = "bids" in roles and bool(roles & {"polite", "mine"})
        if not self.is_about_moves or is_bid:
            counted -= {"questions", "elsewhere"}
        if len(self.units) == 1 and roles & {"polite", "carriers"}:
            counted = set()
        is_asking = self.is_question and self.is_about_moves and not is_bid
        return frozenset(roles & counted | ({"questions"} if is_asking else set()))

    @cached_property
    def gives_up_once(self) -> bool:
        """Return whether one word denies a move: “no tools”, “save the tools”."""
        says_so = any(unit.meanings & _SAYS_SO for unit in self.units)
        denials = sum(
            bool(unit.roles & _DENYING) and not unit.meanings & _SAYS_SO
            for unit in self.units
        )
        return denials + says_so == 1


@dataclass(frozen=True)
class Look:
    """What a line says in one language, apart from any position."""

    language: str
    clauses: tuple[Clause, ...]

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        return tuple(unit for clause in self.clauses for unit in clause.units)

    @cached_property
    def about_moves(self) -> tuple[Unit, ...]:
        """The units of all clauses with words of commands."""
        return tuple(
            unit
            for clause in self.clauses
            if clause.is_about_moves
            for unit in clause.units
        )

    @cached_property
    def content(self) -> tuple[Unit, ...]:
        return tuple(unit for unit in self.about_moves if unit.is_content)

    @cached_property
    def against(self) -> frozenset[str]:
        """The roles of all words that hold a move back."""
        return frozenset().union(*(clause.against for clause in self.clauses))

    @cached_property
    def is_denied(self) -> bool:
        return bool(self.against & _DENYING)

    @cached_property
    def is_holding_back(self) -> bool:
        return bool(self.against & (_HOLDING_BACK | _DENYING | {"doubts"}))

    @cached_property
    def unknown(self) -> int:
        """How many words beside the move are not known to add nothing."""
        return sum(
            _adds_something(clause.units, at)
            for clause in self.clauses
            if clause.is_about_moves
            for at in range(len(clause.units))
        )


def _adds_something(units: Sequence[Unit], at: int) -> bool:
    """
    Return whether a word of a clause is not known to add nothing. Excuses before a move
    add something (“thanks for the hut”), and so do numbers of other things (“3 points
    of card 2”), what the writer is (“I’m in the field”) and what a thing is (“the hut
    is good”), and greetings in the middle (“ich liebe die Hütte”).
    """
    unit, before, behind = units[at], units[:at], units[at + 1 :]
    roles = unit.roles
    if unit.is_open or not unit.is_known:
        return True
    if unit.is_content:
        return False
    if roles == {"greetings"} and before and _is_about_moves(behind):
        return "greetings" not in before[-1].roles
    is_state = "am" in roles and not (behind and "carriers" in behind[0].roles)
    is_told = "copulas" in roles and _is_about_moves(before)
    return (
        is_state or is_told or bool(roles & {"excuses", "idle"}) or roles == {"copulas"}
    )


@dataclass(frozen=True)
class MoveReading:
    """The legal commands that a line may mean, or the number of a choice."""

    fits: tuple[str, ...] = ()
    number: int | None = None
    is_sure: bool = False


#: A question mark does not reach back over these.
_SENTENCE_ENDS = ".!?。…\n"


def read_move(
    line: str, language: str, legal: Sequence[str], listed: Sequence[str]
) -> MoveReading:
    """
    Return what a line means among the ``legal`` commands in the notation.

    ``listed`` are those of the email, in the order of their numbers. If the reader's
    language makes no sense of the line, the others are tried, but never surely.
    """
    if len(split_words(line)) > MOST_WORDS:
        return MoveReading()
    others = [each for each in known_languages() if each != language]
    weak = MoveReading()
    for each in (language, *others):
        look = look_at(line, each)
        is_held = bool(look.against & _HOLDING_BACK)
        if is_held:
            look = _without_held_sentences(look)
        if look.against & _HOLDING_BACK:
            return MoveReading()
        found = _read(look, legal, listed)
        if found.number is not None and look.unknown:
            # In another language the unknown words may name a place.
            weak = weak if weak.fits else found
        elif found.fits or look.is_holding_back:
            is_own = each in (language, ENGLISH) and not is_held
            return found if is_own else MoveReading(found.fits, found.number)
    return weak


def _without_held_sentences(look: Look) -> Look:
    """Leave out sentences that hold something back but are not about moves."""
    held = {each.sentence for each in look.clauses if each.against & _HOLDING_BACK}
    moving = {each.sentence for each in look.clauses if each.is_about_moves}
    kept = (each for each in look.clauses if each.sentence not in held - moving)
    return Look(look.language, tuple(kept))


def _read(look: Look, legal: Sequence[str], listed: Sequence[str]) -> MoveReading:
    """Read all clauses together; if that makes no sense, read them one by one."""
    found = _read_together(look, legal, listed)
    if found.fits or len(look.clauses) < 2:
        return found
    return _read_apart(look, legal, listed)


def _read_apart(look: Look, legal: Sequence[str], listed: Sequence[str]) -> MoveReading:
    """
    Return the commands that parts of a line mean: what is not denied, or what corrects
    the rest, or each clause. They are never sure.
    """
    moving = [each for each in look.clauses if each.is_about_moves]
    wanted = [each for each in moving if not each.against & _DENYING]
    tries = [wanted] if len(wanted) < len(moving) else []
    if len(moving) > 1 and (corrected := _corrected(*moving[-2:])):
        tries.insert(0, [corrected])
    for clauses in tries:
        found = _read_together(Look(look.language, tuple(clauses)), legal, listed)
        if found.fits:
            return MoveReading(found.fits)
    alone = [
        _read_together(Look(look.language, (each,)), legal, listed) for each in wanted
    ]
    # The last of several clear moves replaces those before it.
    clear = [each for each in alone if each.is_sure][-1:]
    fits = dict.fromkeys(text for each in clear or alone for text in each.fits)
    return MoveReading(tuple(fits) if len(fits) <= MOST_ASKED else ())


def _corrected(before: Clause, behind: Clause) -> Clause | None:
    """Return the first clause, with the second's number: “forest 3, make that 4”."""
    content = [unit for unit in behind.units if unit.is_content]
    if len(content) != 1 or content[0].number is None:
        return None
    kept = (unit for unit in before.units if unit.number is None)
    return Clause((*kept, *content))


def _read_together(
    look: Look, legal: Sequence[str], listed: Sequence[str]
) -> MoveReading:
    content = look.content
    is_clear = not look.unknown and not look.against
    if len(content) == 1 and content[0].number is not None:
        number = _read_number(look, content[0].number, is_clear, listed)
        if number.fits or not is_clear or content[0].words.isdigit():
            return number
        # “I want the six” may be about a die.
        found = _fitting(look, legal)
        return MoveReading(tuple(found) if len(found) <= MOST_ASKED else ())
    if not content or all(unit.number is not None for unit in content):
        return MoveReading()
    marked = [
        at
        for at in choice_marks(look.about_moves, look.language)
        if not _is_counted(look)
    ]
    found = _fitting(look, legal)
    if marked:
        numbers = [look.about_moves[at].number for at in marked]
        there = [
            text
            for number in numbers
            if number and number <= len(listed)
            for text in listed[number - 1 : number]
            if _explains(look, text, without=number)
        ]
        return MoveReading(tuple(dict.fromkeys([*there, *found][:MOST_ASKED])))
    is_sure = (
        len(found) == 1
        and not look.unknown
        and not look.against - (_DENYING if _gives_up(look, found[0]) else set())
        and not any(unit.is_slip for unit in content if len(content) < 2)
        and _is_strict(look, found[0])
    )
    if len(found) > MOST_ASKED:
        found = [text for text in listed if text in found]
    return MoveReading(tuple(found) if len(found) <= MOST_ASKED else (), None, is_sure)


def _gives_up(look: Look, text: str) -> bool:
    """
    Return whether every clause about a move gives the same thing up, by a word for it.
    """
    says_so = any(unit.meanings & _SAYS_SO for unit in look.content)
    return (says_so or text == "no tools") and all(
        clause.is_about_moves and clause.gives_up_once
        for clause in look.clauses
        if clause.is_about_moves or clause.against & _DENYING
    )


def _read_number(
    look: Look, number: int, is_clear: bool, listed: Sequence[str]
) -> MoveReading:
    """Read a line whose only content is a number: that of a choice, or of people."""
    units = look.about_moves
    is_of_people = any("people" in unit.roles for unit in units)
    is_placed = any(PLACE in unit.meanings for unit in units)
    is_small = number <= MOST_PEOPLE and not choice_marks(units, look.language)
    is_said = not any(unit.words.isdigit() for unit in look.content)
    if is_of_people or not 0 < number <= len(listed) or look.is_denied:
        return MoveReading()
    if is_small and (is_placed or look.unknown > (0 if is_said else 2)):
        return MoveReading()
    # “Ten!” may count people elsewhere.
    is_clear = is_clear and not (is_small and is_said)
    # “No 18” is a refusal in English, “on the 18th” a day.
    is_day = any(unit.words == _SIGN for unit in units) and len(units) > _SHORTEST_DAY
    is_clear = is_clear and not is_day and all(unit.words != "no" for unit in units)
    return MoveReading((listed[number - 1],), number, is_clear)


def _is_counted(look: Look) -> bool:
    return any(NUMBERED & unit.meanings for unit in look.content)


def choice_marks(
    units: Sequence[Unit], language: str, *, named: bool = False
) -> list[int]:
    """
    Return the places of numbers that are marked as choices: “option 5”, “la 5”, “5번”.

    With ``named`` a verb of choosing does not count, because it may count people.
    """
    found = []
    for at, unit in enumerate(units):
        if unit.number is None:
            continue
        span = choice_span(units, at, language)
        marks = {
            role for other in units[span.start : span.stop] for role in other.roles
        }
        if not unit.words.isdigit() and unit.number <= MOST_PEOPLE:
            # “The three” and “I choose three” may count people.
            marks -= {"articles", "choose"} - (
                {"articles"} if "listed" in marks else set()
            )
        if marks & (
            {"choice", "articles", "listed"} | (set() if named else {"choose"})
        ):
            found.append(at)
    return found


def choice_span(units: Sequence[Unit], at: int, language: str) -> range:
    """Return the places of a number and of the words that mark it as a choice."""
    first, last = at, at + 1
    marks = {"choice", "articles", "choose"}
    while first and (units[first - 1].roles & marks or units[first - 1].words == "the"):
        first -= 1
    while last < len(units) and (
        units[last].words == _SIGN
        or "listed" in units[last].roles
        or (is_verb_last(language) and units[last].roles & {"choice", "choose"})
    ):
        last += 1
    return range(first, last)


def _fitting(look: Look, legal: Sequence[str]) -> list[str]:
    """Return the commands that explain all content and say least besides."""
    found = [text for text in legal if _explains(look, text)]
    if any("all" in unit.roles for unit in look.about_moves):
        most = max(map(_size, found), default=0)
        found = [text for text in found if _size(text) == most]
    if not found:
        return []
    strict = [text for text in found if _is_strict(look, text)]
    found = strict or found
    besides = {text: _besides(look, text) for text in found}
    least = min(besides.values())
    return [text for text in found if besides[text] == least]


@lru_cache(maxsize=4096)
def _command(text: str) -> c.Command:
    return notation.from_text(text)


def _size(text: str) -> int:
    """Return how many people or tools a command takes: “all”, “both”."""
    match _command(text):
        case c.PlacePeople(_, people):
            return people
        case c.UseTools(tiles, once):
            return len(tiles) + len(once)
    return 0


def _explains(look: Look, text: str, *, without: int | None = None) -> bool:
    """Return whether a command has everything that a line says."""
    command = _command(text)
    is_given_up = isinstance(command, GIVING_UP) or text == "no tools"
    says_so = any(unit.meanings & _SAYS_SO for unit in look.content)
    if look.is_denied != is_given_up and not (is_given_up and says_so):
        return False
    strict, loose = _features(text)
    words = [unit for unit in look.content if unit.number is None]
    return all(unit.meanings & (strict | loose) for unit in words) and (
        _has_numbers(look, command, without)
    )


def _has_numbers(look: Look, command: c.Command, without: int | None) -> bool:
    """Return whether a command has all numbers and goods that a line says."""
    numbers, payment = _numbers(command), _payment(command)
    goods: Counter[str] = Counter()
    for unit in look.content:
        number = unit.number
        if number is None:
            goods.update(sorted(unit.meanings & _KINDS)[:1])
        elif number != without:
            names = _counted(look, unit)
            if not payment:
                names = tuple(name for name in names if name not in _KINDS)
            if names and all(numbers[name] != number for name in names):
                return False
            if not names and not _take(numbers, number):
                return False
    return not payment or all(payment[good] >= count for good, count in goods.items())


def _counted(look: Look, unit: Unit) -> tuple[str, ...]:
    """
    Return what a number may count, if the words beside it say so: a good in “two wood”
    and “나무 2개”, “slot” in “card 2” and “the second card”, either in “buy two wood”.
    """
    units = [
        each
        for each in look.about_moves
        if each is unit or each.is_content or not each.roles & {"choice", "articles"}
    ]
    at = next(place for place, each in enumerate(units) if each is unit)
    before = units[at - 1].meanings if at else frozenset()
    behind = units[at + 1].meanings if at + 1 < len(units) else frozenset()
    is_last = is_verb_last(look.language)
    beside = behind if is_last else before
    if beside & _STACKED or ("ordinals" in unit.roles and behind & _STACKED):
        return ("slot",)
    if kinds := sorted((before if is_last else behind) & _KINDS):
        return (kinds[0], "slot") if beside & _BUYING else (kinds[0],)
    # Words that add nothing may stand between, as in “two of the wood”.
    named = [each for each in units if each is unit or "" not in each.meanings]
    at = named.index(unit)
    before = named[at - 1].meanings if at else frozenset()
    behind = named[at + 1].meanings if at + 1 < len(named) else frozenset()
    kinds = sorted((before if is_last else behind) & _KINDS)
    is_numbered = (before | (behind if is_last else frozenset())) & _STACKED
    return (kinds[0], "slot") if kinds and is_numbered else tuple(kinds[:1])


def may_count_goods(line: str, language: str) -> bool:
    """
    Return whether the first number of a purchase may count a good, as in “buy the card
    for two wood and brick”. “Buy 2 wood brick” and, without a word more, “buy two wood
    brick” are the notation, and name the second card.
    """
    look = look_at(line, language)
    units = look.about_moves
    numbers = [at for at, unit in enumerate(units) if unit.number is not None]
    is_purchase = any(unit.meanings & (_STACKED | _BUYING) for unit in units)
    if not numbers or not is_purchase or is_verb_last(language):
        return False
    at = numbers[0]
    before = units[at - 1] if at else Unit("")
    is_bare = len(look.clauses) == 1 and len(look.content) == len(look.units)
    is_exact = units[at].words.isdigit() or is_bare
    is_notation = is_exact and before.meanings & _BUYING
    is_slot = before.meanings & _STACKED or "choice" in before.roles
    counts = any(unit.meanings & _KINDS for unit in units[at + 1 : at + 2])
    return counts and not is_notation and not is_slot


def _take(numbers: Counter[str], number: int) -> bool:
    """Use up one of the numbers that a command has; return whether it has it."""
    for name, value in numbers.items():
        if value == number:
            del numbers[name]
            return True
    return False


def _besides(look: Look, text: str) -> int:
    """Return how much a command has that the line does not say."""
    command = _command(text)
    said = {meaning for unit in look.content for meaning in unit.meanings}
    numbers = [unit.number for unit in look.content if unit.number is not None]
    match command:
        case c.UseTools(tiles, once):
            return len(tiles) + len(once) - len(numbers)
        case c.BuyCard() | c.Build() | c.Feed() | c.TakeResources():
            kinds = set(_payment(command))
            return len(kinds - said) if said & _KINDS else 0
    return 0


def _is_strict(look: Look, text: str) -> bool:
    """Return whether every word fits a command in the strict sense."""
    strict, _loose = _features(text)
    named = [unit for unit in look.content if unit.number is None]
    # “I’m going home” names no building, though “home” and “house” may be one word.
    is_numbered = len(named) < len(look.content)
    is_bare = any(unit.meanings & _STACKED for unit in named) and not is_numbered
    if is_bare and isinstance(_command(text), c.PlacePeople):
        return False
    good = _GOODS.get(_place_of(text), "")
    is_strict = all(
        unit.meanings & strict or (good in unit.meanings and _is_by_good(look, text))
        for unit in named
    )
    return is_strict and not (
        "place" in {meaning for unit in look.about_moves for meaning in unit.meanings}
        and not isinstance(_command(text), c.PlacePeople)
    )


def _place_of(text: str) -> str:
    """Return the place where a command sends people, or ''."""
    command = _command(text)
    return command.place.label if isinstance(command, c.PlacePeople) else ""


def _is_by_good(look: Look, text: str) -> bool:
    """
    Return whether a good of the line stands for the place where it is found: beside the
    place itself, or with a number of people apart from it: “3 on brick”.
    """
    named = {meaning for unit in look.content for meaning in unit.meanings}
    if _place_of(text) in named:
        return True
    units = look.about_moves
    numbers = [at for at, unit in enumerate(units) if unit.number is not None]
    return len(numbers) == 1 and not any(
        unit.meanings & _KINDS
        for at in numbers
        for unit in units[max(0, at - 1) : at + 2]
    )


def _payment(command: c.Command) -> Counter[str]:
    match command:
        case c.BuyCard(_, resources) | c.Build(_, resources):
            return Counter({str(kind): count for kind, count in resources})
        case c.Feed(resources) | c.TakeResources(resources):
            return Counter({str(kind): count for kind, count in resources})
    return Counter()


def _numbers(command: c.Command) -> Counter[str]:
    """Return the numbers that people may say about a command, by what they count."""
    numbers: Counter[str] = Counter()
    match command:
        case c.PlacePeople(_, people):
            numbers["people"] = people
        case c.UseTools(tiles, once):
            numbers.update({f"tool {at}": value for at, value in enumerate(tiles)})
            numbers.update({f"once {at}": value for at, value in enumerate(once)})
        case c.PickDie(face):
            numbers["face"] = face
        case c.GoHungry():
            numbers["points"] = 10
    of_place = c.PlacePeople | c.BuyCard | c.Build | c.Leave
    if isinstance(command, of_place) and command.place.kind in _STACKS:
        numbers["slot"] = command.place.index + 1
    payment = _payment(command)
    numbers.update(payment)
    if payment:
        numbers["in all"] = payment.total()
    return numbers


@lru_cache(maxsize=4096)
def _features(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words that fit a command strictly, and those that fit it loosely."""
    command = _command(text)
    phrases = set(phrases_in(text.split(), usual_words(ENGLISH, "notation")))
    strict: set[str] = {*phrases, "take"}
    # “I have three wood” is no move, but “three for wood” may be one.
    loose = {_GOODS[phrase] for phrase in phrases if phrase in _GOODS}
    match command:
        case c.PlacePeople(place):
            strict.add(PLACE)
            loose |= {"use"} | ({"buy"} if place.kind is PlaceKind.CARD else set())
            loose |= {"tools", "build"} if place is Place.TOOL_MAKER else set()
            if place.kind is PlaceKind.BUILDING:
                loose.add("build")
        case c.UsePlace(place):
            strict |= {"pick", *loose}
            loose |= {"tools"} if place is Place.TOOL_MAKER else set()
        case c.PickDie(face):
            strict |= _REWARDS[face]
        case c.BuyCard() | c.Build():
            strict |= (
                {"card"} if isinstance(command, c.BuyCard) else {"building", "buy"}
            )
            loose.add("use")
        case c.Leave():
            loose |= {"buy", "build", "use"}
        case c.UseTools(tiles, once):
            strict |= {"tools", "use"}
            if not tiles and not once:
                strict.add("no tools")
        case c.GoHungry():
            loose |= {"feed"}
    return frozenset(strict), frozenset(loose)


def without_moods(line: str) -> str:
    """Return a line without smileys and letters that laugh or cry."""
    return _MOOD.sub(" ", line)


@lru_cache(maxsize=512)
def look_at(line: str, language: str) -> Look:
    """Return the clauses of a line, with the roles of their words."""
    signed = _ORDINAL.sub(f" {_SIGN} ", _NUMBER_SIGN.sub(f" {_SIGN} ", line))
    plain = fold(without_moods(signed))
    clauses: list[Clause] = []
    first = 0
    for part, mark in _parts(plain):
        units = tuple(_units(split_words(part), language))
        units = tuple(_without_idle_numbers(units, is_last=is_verb_last(language)))
        # In Korean an excuse comes last and says what it is for.
        around = _behind_reason if is_verb_last(language) else _around_excuse
        split = [each for part in _corrections(units) for each in around(part)]
        clauses += [Clause(each, sentence=first) for each in split if each]
        if "?" in mark or "¿" in mark:
            clauses[first:] = [
                replace(each, is_question=True) for each in clauses[first:]
            ]
        if any(end in mark for end in _SENTENCE_ENDS):
            first = len(clauses)
    return Look(language, tuple(_without_days(clauses)))


def _without_days(clauses: Sequence[Clause]) -> Iterator[Clause]:
    """Yield the clauses; a number before a month means nothing: “am 18. November”."""
    for at, clause in enumerate(clauses):
        behind = clauses[at + 1].units[0].roles if at + 1 < len(clauses) else ()
        last = clause.units[-1]
        if last.number is not None and "units" in behind:
            idle = Unit(last.words, frozenset({"units"}))
            yield replace(clause, units=(*clause.units[:-1], idle))
        else:
            yield clause


def _parts(plain: str) -> Iterator[tuple[str, str]]:
    """Yield the text of each clause, and the mark behind it."""
    at = 0
    for mark in _CLAUSE.finditer(plain):
        yield plain[at : mark.start()], mark[0]
        at = mark.end()
    # A sentence may begin with the Spanish mark and have no other.
    yield plain[at:], "?" if "¿" in plain and "?" not in plain else ""


def _corrections(units: tuple[Unit, ...]) -> Iterator[tuple[Unit, ...]]:
    """
    Yield the units before each correction, and those from it on. A word that corrects
    and denies ends what it denies, as in “숲 말고 강에”.
    """
    first = 0
    for at, unit in enumerate(units):
        if at and "corrections" in unit.roles:
            end = at + ("negations" in unit.roles)
            yield units[first:end]
            first = end
    yield units[first:]


def _idle(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Return the units of a reason or an excuse without what they would hold back."""
    return tuple(
        Unit(
            each.words,
            each.roles - _EXCUSED or frozenset({"talk"}),
            each.meanings & _FITS_ALL,
        )
        for each in units
    )


def _behind_reason(units: tuple[Unit, ...]) -> Iterator[tuple[Unit, ...]]:
    """Yield a reason, if one comes before a move as in Korean, and what follows it."""
    for at, unit in enumerate(units, 1):
        if "reasons" in unit.roles and _is_about_moves(units[at:]):
            yield _idle(units[:at])
            yield units[at:]
            return
    yield units


def _around_excuse(units: tuple[Unit, ...]) -> Iterator[tuple[Unit, ...]]:
    """
    Yield the units before an excuse, then the excuse without what it would hold back.

    An excuse with words of a command is part of what is said: “sorry, I meant hut”.
    """
    for at, unit in enumerate(units):
        before, rest = units[:at], units[at:]
        # “Was” at the beginning tells of the writer, behind a place of that.
        is_past = "elsewhere" in unit.roles and _is_about_moves(before)
        is_excuse = (
            "excuses" in unit.roles and not is_past and not _is_about_moves(rest)
        )
        # “Forest 3 because I need wood”: the reason is not about the move either.
        if is_excuse or ("reasons" in unit.roles and _is_about_moves(before)):
            yield before
            yield _idle(rest)
            return
    yield units


def _without_idle_numbers(units: Sequence[Unit], *, is_last: bool) -> Iterator[Unit]:
    """
    Yield the units; numbers that count days, points and the like mean nothing, and
    “first” does only beside a card or a building. ``is_last``: verbs come last.
    """
    for at, unit in enumerate(units):
        beside = [*units[max(0, at - 1) : at], *units[at + 1 : at + 2]]
        behind = units[at + 1 : at + 3]
        is_timed = unit.number is not None and (
            any("units" in each.roles for each in behind[:1])
            or (
                any("units" in each.roles for each in behind)
                and (behind[0].words == _SIGN or "" in behind[0].meanings)
            )
            or (not is_last and at > 0 and "units" in units[at - 1].roles)
        )
        # “네” is yes and four.
        is_yes = "polite" in unit.roles and not any("people" in b.roles for b in behind)
        # “The second one” counts nothing.
        is_pronoun = "pronouns" in unit.roles and any(
            each.roles & {"ordinals"} or "" in each.meanings for each in units[:at][-1:]
        )
        is_listed = any("listed" in each.roles for each in behind) or (
            (unit.number or 0) > _MOST_STACKS
        )
        is_idle = (
            "ordinals" in unit.roles
            and not is_listed
            and not any(_STACKED & each.meanings for each in beside)
        )
        next_roles = behind[0].roles if behind else frozenset()
        is_one = ("one" in unit.roles and "people" in next_roles) or (
            "alone" in unit.roles
            and bool(behind)
            and not behind[0].is_content
            and "units" not in next_roles
        )
        if is_timed:
            yield Unit(unit.words, frozenset({"units", "idle"}))
        elif is_idle or is_yes or is_pronoun:
            kept = frozenset(each for each in unit.meanings if not is_number(each))
            yield unit._replace(meanings=kept)
        elif "ordinals" in unit.roles:
            yield unit._replace(roles=frozenset({"ordinals"}))  # Italian “prima”
        elif is_one and unit.number is None:
            yield unit._replace(meanings=unit.meanings - {""} | {"1"})
        else:
            yield unit


def _units(words: Sequence[str], language: str) -> Iterator[Unit]:
    table = _table(language)
    at = 0
    while at < len(words):
        for length in range(min(_longest(language), len(words) - at), 0, -1):
            if known := table.get(tuple(words[at : at + length])):
                yield known
                break
        else:
            length = 1
            yield from _of_word(words[at], language)
        at += length


def _of_word(word: str, language: str) -> Iterator[Unit]:
    """Read a word that is no phrase of the language."""
    if is_number(word):
        yield Unit(word, meanings=frozenset([word.lstrip("0") or "0"]))
    elif not any(character.isalnum() for character in word):
        return
    elif roles := _roles_by_pattern(word, language):
        yield Unit(word, roles)
    elif parts := _glued(word, language):
        yield from parts
    elif slip := _slip(word, language):
        yield slip
    else:
        yield Unit(word)


#: “fuenf” is “fünf”, whose accent is folded away.
_UMLAUT = re.compile("([aou])e")
#: The parts of a compound have at least so many letters.
_SHORTEST_PART = 4


def _compound(word: str, language: str) -> Unit | None:
    """
    Return what is known of a German compound: of its last part, otherwise of its first.
    It is open, because the other part may change the meaning.
    """
    if not has_compounds(language):
        return None
    table = _table(language)
    if known := table.get((_UMLAUT.sub(r"\1", word),)):
        return known
    for at in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1):
        for part in (word[at:], word[:-at]):
            known = table.get((part,))
            if known and known.is_content and known.number is None:
                return known._replace(words=word, is_open=True)
    return None


def _glued(word: str, language: str) -> list[Unit]:
    """Split a word such as “숲으로는” into what is known of it, longest first."""
    if not is_verb_last(language):
        known = _compound(word, language)
        return [known] if known else []
    table, endings = _table(language), _endings(language)
    for end in range(len(word) - 1, 0, -1):
        known = table.get((word[:end],))
        rest = word[end:]
        if known is None:
            continue
        if endings.fullmatch(rest):
            return [known]
        others = (
            list(_of_word(rest, language)) if (rest,) not in table else [table[rest,]]
        )
        if all(each.is_known for each in others) and others:
            return [known, *others]
        if known.is_content:
            return [known._replace(is_open=True)]
    return []


@lru_cache(maxsize=4096)
def _slip(word: str, language: str) -> Unit | None:
    """Return the word of a command that is most similar to a misspelt one."""
    if len(word) < _SHORTEST_SLIP or is_verb_last(language):
        return None
    alike = _similar(word, language)
    return _table(language)[alike[0],]._replace(is_slip=True) if alike else None


def _similar(word: str, language: str) -> list[str]:
    near = range(len(word) - 2, len(word) + 3)
    known = (each for each in _content_words(language) if len(each) in near)
    return get_close_matches(word, known, 1, _ALIKE)


@cache
def _content_words(language: str) -> tuple[str, ...]:
    found = {
        phrase[0]
        for each in languages_of(language)
        for name, phrases in file_of(each)["notation"].items()
        if name not in ("filler", *_FITS_ALL)
        for phrase in phrases_of(phrases, split=True)
        if len(phrase) == 1
    }
    return tuple(sorted(found))


@cache
def _table(language: str) -> Mapping[tuple[str, ...], Unit]:
    """Return the known phrases; those of the reader's language hide the English."""
    table: dict[tuple[str, ...], Unit] = {
        (_SIGN,): Unit(_SIGN, frozenset({"choice"})),
    }
    for each in languages_of(language):
        table |= _own_table(each)
    return table


@cache
def _own_table(language: str) -> dict[tuple[str, ...], Unit]:
    roles: dict[tuple[str, ...], set[str]] = {}
    sections = file_of(language)
    for section, names in (("around", AROUND), ("against", AGAINST)):
        for name in names:
            for phrase in phrases_of(sections[section].get(name, ""), split=True):
                roles.setdefault(phrase, set()).add(name)
    # A form like German “send” must not hide the English word.
    english = {} if language == ENGLISH else _own_table(ENGLISH)
    for name in (*AROUND, *AGAINST):
        for form in verb_forms(language, name):
            if (form,) not in english:
                roles.setdefault((form,), set()).add(name)
    for name in ("choice", "choose"):
        for phrase in phrases_of(sections["requests"][name], split=True):
            roles.setdefault(phrase, set()).add(name)
    meanings = dict(lexicon_of(language, "notation", "numbers"))
    for phrase, numbers in lexicon_of(language, "ordinals").items():
        roles.setdefault(phrase, set()).add("ordinals")
        meanings[phrase] = meanings.get(phrase, frozenset()) | numbers
    return {
        phrase: Unit(
            " ".join(phrase),
            frozenset(roles.get(phrase, ())),
            meanings.get(phrase, frozenset()),
        )
        for phrase in {*roles, *meanings}
    }


@cache
def _longest(language: str) -> int:
    return max(map(len, _table(language)))


@cache
def _patterns(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the roles whose phrases have stars, which stand for any letters."""
    found = []
    sections = [("against", role) for role in AGAINST] + [("around", "reasons")]
    for section, role in sections:
        words = [
            phrase
            for each in languages_of(language)
            for phrase in file_of(each)[section].get(role, "").split("|")
            if "*" in phrase
        ]
        if words:
            parts = (re.escape(fold(word)).replace(r"\*", r"\w*") for word in words)
            found.append((role, re.compile("|".join(parts))))
    return tuple(found)


def _roles_by_pattern(word: str, language: str) -> frozenset[str]:
    return frozenset(
        role for role, known in _patterns(language) if known.fullmatch(word)
    )


@cache
def _endings(language: str) -> re.Pattern[str]:
    words = file_of(language)["around"].get("endings", "").split("|")
    return re.compile(
        f"(?:{'|'.join(sorted(map(re.escape, words), key=len, reverse=True))})+"
    )


def resembles_command(look: Look) -> bool:
    """Return whether an unknown word is nearly one of a command: “hutt”."""
    return any(
        _similar(unit.words, look.language)
        for unit in look.units
        if not unit.is_known and len(unit.words) >= _SHORTEST_NEAR
    )
