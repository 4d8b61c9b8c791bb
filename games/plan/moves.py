"""What a plan may go on with: each choice of whoever is asked, as a link with odds."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.presentation.choices.decision import average, odds_of
from games.presentation.choices.flat import Heading, Option, flat_choices
from stoneage_core import notation
from stoneage_core.commands import Command, PlacePeople, UsePlace
from stoneage_core.odds import at_least
from stoneage_core.places import Place
from stoneage_core.plan.course import position_for
from stoneage_core.rules.gathering import tool_values
from stoneage_core.state import GameState, Question

#: Returns the address of the plan with one command more.
LinkTo = Callable[[Command], str]


@dataclass(frozen=True)
class PlanMove:
    """One command that may come next; ``odds`` is what its dice may bring, or ''."""

    link: str
    label: str
    detail: str
    odds: str = ""


@dataclass(frozen=True)
class MoveGroup:
    """Moves that belong together: those of one place, the ways to use one roll."""

    title: str
    note: str
    moves: tuple[PlanMove, ...]


def moves_at(
    state: GameState, player: int, at: str, link_to: LinkTo
) -> tuple[MoveGroup, ...]:
    """
    Return what a player may do; ``at`` is the key of the place that is looked at.

    While people are placed there are too many places for a list: then only those at the
    place that is looked at. A place where nothing can be done changes nothing else.
    """
    position = position_for(state, player)
    headings = flat_choices(position, player)
    here = [heading for heading in headings if at and _is_at(heading, at)]
    if not here:
        here = [] if position.question is Question.PLACE else list(headings)
    return tuple(_group(position, player, heading, link_to) for heading in here)


def _is_at(heading: Heading, at: str) -> bool:
    places = (_place_of(option) for option in heading.options)
    return any(place is not None and place.value == at for place in places)


def _place_of(option: Option) -> Place | None:
    return getattr(notation.from_text(option.command), "place", None)


def _group(
    state: GameState, player: int, heading: Heading, link_to: LinkTo
) -> MoveGroup:
    moves = tuple(_move(state, player, option, link_to) for option in heading.options)
    return MoveGroup(heading.title, heading.note, moves)


def _move(state: GameState, player: int, option: Option, link_to: LinkTo) -> PlanMove:
    command = notation.from_text(option.command)
    odds = _odds_in_words(state, player, command)
    return PlanMove(link_to(command), option.label, option.detail, odds)


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
