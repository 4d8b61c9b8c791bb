"""Moves that can continue a plan, as links with their odds."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.presentation.choices.decision import average, odds_of
from games.presentation.choices.flat import Heading, Option, flat_choices
from stoneage_core import notation
from stoneage_core.commands import Command, PlacePeople, UsePlace
from stoneage_core.components.odds import at_least
from stoneage_core.components.places import Place
from stoneage_core.plan.course import position_for
from stoneage_core.rules.gathering import tool_values
from stoneage_core.state import GameState, Question

#: Returns the address of the plan with one command more.
LinkTo = Callable[[Command], str]
#: Returns the address of the plan where the place of a key is looked at.
LookAt = Callable[[str], str]


@dataclass(frozen=True)
class PlanMove:
    """
    One command that may come next, or a place to look at for its commands.

    ``odds`` is what the dice of the command may bring, or ''. For ``people`` who are
    sent, ``amount`` is what they may bring together in the mean, or ''.
    """

    link: str
    label: str
    detail: str
    odds: str = ""
    people: int = 0
    amount: str = ""


@dataclass(frozen=True)
class MoveGroup:
    """
    Moves that belong together: those of one place, the ways to use one roll.

    One that ``is_list`` of places has at most one move for each of them.
    """

    title: str
    note: str
    moves: tuple[PlanMove, ...]
    is_list: bool = False


def moves_at(
    state: GameState, player: int, at: str, link_to: LinkTo, look_at: LookAt
) -> tuple[MoveGroup, ...]:
    """
    Return what a player may do; ``at`` is the key of the place that is looked at.

    While people are placed there are too many places for a list: then only those at the
    place that is looked at. Where people are used at more than one, and none of them is
    looked at, the places are listed. A place where nothing can be done changes nothing.
    """
    position = position_for(state, player)
    headings = flat_choices(position, player)
    here = [heading for heading in headings if at and _key_of(heading) == at]
    if not here and position.question is Question.PLACE:
        return ()
    places = [heading for heading in headings if heading.is_place]
    if not here and len(places) > 1:
        moves = (_place_move(heading, link_to, look_at) for heading in places)
        return (MoveGroup("", "", tuple(moves), is_list=True),)
    return tuple(
        _group(position, player, heading, link_to) for heading in here or headings
    )


def _key_of(heading: Heading) -> str:
    """Return the key of a heading's place, '' where it has none."""
    places = (_place_of(option) for option in heading.options)
    return next((place.value for place in places if place is not None), "")


def _place_of(option: Option) -> Place | None:
    return getattr(notation.from_text(option.command), "place", None)


def _place_move(heading: Heading, link_to: LinkTo, look_at: LookAt) -> PlanMove:
    """Return the one move at a place, or the way to look at it where it has more."""
    first, *more = heading.options
    if more:
        return PlanMove(look_at(_key_of(heading)), heading.title, heading.note)
    command = notation.from_text(first.command)
    return PlanMove(link_to(command), heading.title, first.label)


def _group(
    state: GameState, player: int, heading: Heading, link_to: LinkTo
) -> MoveGroup:
    moves = tuple(_move(state, player, option, link_to) for option in heading.options)
    return MoveGroup(heading.title, heading.note, moves)


def _move(state: GameState, player: int, option: Option, link_to: LinkTo) -> PlanMove:
    command = notation.from_text(option.command)
    odds = _odds_in_words(state, player, command)
    move = PlanMove(link_to(command), option.label, option.detail, odds)
    if not isinstance(command, PlacePeople):
        return move
    good, people = command.place.good, command.people
    return replace(move, people=people, amount=average(good, people) if good else "")


def _odds_in_words(state: GameState, player: int, command: Command) -> str:
    """Return how a roll may end: for people to be placed briefly, for a use in full."""
    tribe = state.players[player]
    tools = sum(tool_values(tribe))
    match command:
        case PlacePeople(place=place, people=people) if place.good:
            percent = {"percent": round(100 * at_least(place.good, people, 1))}
            words = "≥ 1: " + _("%(percent)d %%") % percent
            return _and_with_tools(words, place.good, people, tools)
        case UsePlace(place=place) if place.good:
            dice = tribe.on(place)
            bars = odds_of(place.good, dice).bars
            odds = ", ".join(f"{bar.amount}: {bar.percent}" for bar in bars)
            return _and_with_tools(odds, place.good, dice, tools)
    return ""


def _and_with_tools(words: str, good: str, dice: int, tools: int) -> str:
    if not tools:
        return words
    amount = average(good, dice, tools)
    return _("%(odds)s; ≈ %(amount)s with all tools") % {
        "odds": words,
        "amount": amount,
    }
