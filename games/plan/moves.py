"""Moves that can continue a plan, as links with their odds."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.presentation.choices.decision import average, odds_of
from games.presentation.choices.flat import flat_choices
from games.presentation.choices.numbered import ChoiceGroup, NumberedChoice
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
    groups = flat_choices(position, player)
    here = [group for group in groups if at and _key_of(group) == at]
    if not here and position.question is Question.PLACE:
        return ()
    places = [group for group in groups if group.is_place]
    if not here and len(places) > 1:
        moves = (_place_move(group, link_to, look_at) for group in places)
        return (MoveGroup("", "", tuple(moves), is_list=True),)
    return tuple(
        _move_group(position, player, group, link_to) for group in here or groups
    )


def _key_of(group: ChoiceGroup) -> str:
    """Return the key of a group's place, '' where it has none."""
    places = (getattr(choice.command, "place", None) for choice in group.choices)
    return next((place.value for place in places if isinstance(place, Place)), "")


def _place_move(group: ChoiceGroup, link_to: LinkTo, look_at: LookAt) -> PlanMove:
    """Return the one move at a place, or the way to look at it where it has more."""
    first, *more = group.choices
    if more:
        return PlanMove(look_at(_key_of(group)), group.title, group.note)
    return PlanMove(link_to(first.command), group.title, first.label)


def _move_group(
    state: GameState, player: int, group: ChoiceGroup, link_to: LinkTo
) -> MoveGroup:
    moves = tuple(_move(state, player, choice, link_to) for choice in group.choices)
    return MoveGroup(group.title, group.note, moves)


def _move(
    state: GameState, player: int, choice: NumberedChoice, link_to: LinkTo
) -> PlanMove:
    command = choice.command
    odds = _odds_in_words(state, player, command)
    move = PlanMove(link_to(command), choice.label, choice.detail, odds)
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
            summary = odds_of(place.good, dice).summary
            return _and_with_tools(summary, place.good, dice, tools)
    return ""


def _and_with_tools(words: str, good: str, dice: int, tools: int) -> str:
    if not tools:
        return words
    amount = average(good, dice, tools)
    return _("%(odds)s; ≈ %(amount)s with all tools") % {
        "odds": words,
        "amount": amount,
    }
