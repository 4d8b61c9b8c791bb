"""Placing people: every open place, with what it promises."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import ClassVar

from django.utils.translation import gettext as _

from games.presentation import labels
from games.presentation.cards import Face, face_at
from games.presentation.choices.decision import (
    AskedDecision,
    Choice,
    Entered,
    Odds,
    Pane,
    average,
    odds_of,
)
from games.presentation.choices.expected_gains import ExpectedGain, gain_at
from games.presentation.text import say, say_clause
from games.presentation.tribes import Meal, meal_of
from stoneage_core import IllegalMove, engine, notation
from stoneage_core.chance import LoadedChance
from stoneage_core.commands import PlacePeople
from stoneage_core.components.odds import at_least
from stoneage_core.components.places import BUILDING_STACKS, GATHERING, PLACES, Place
from stoneage_core.components.resources import DIVISORS
from stoneage_core.rules import gathering, placement
from stoneage_core.rules.placement import MOST_PEOPLE
from stoneage_core.state import GameState

#: So likely is it that the number of people offered first brings something home.
SAFE = 0.9


@dataclass(frozen=True)
class PartyChoice(Choice):
    """A number of people for one place; ``is_first`` is the number to begin with."""

    people: int = 0
    good: str = ""
    ready_tools: int = 0
    send: str = ""
    is_first: bool = False

    @property
    def odds(self) -> Odds | None:
        """What they may bring home; None where no dice are rolled."""
        return odds_of(self.good, self.people) if self.good else None

    @property
    def with_tools(self) -> str:
        """What they bring home on average with all tools, '' without any."""
        if not (self.good and self.ready_tools):
            return ""
        return average(self.good, self.people, self.ready_tools)


@dataclass(frozen=True)
class Spot(Pane):
    """An open place: how many people may go there, and what for."""

    pane_template: ClassVar[str] = "games/dock/_spot.html"
    spare_template: ClassVar[str] = "games/dock/_spot_spare.html"

    sign: str
    good: str
    divisor: int
    choices: tuple[PartyChoice, ...]
    expected_gain: ExpectedGain | None = None
    face: Face | None = None


@dataclass(frozen=True)
class ClosedSpot(Pane):
    """A place where nobody may go now, and why."""

    pane_template: ClassVar[str] = "games/dock/_closed.html"
    spare_template: ClassVar[str] = "games/dock/_closed_spare.html"

    why: str


@dataclass(frozen=True, eq=False)
class PlacementDecision(AskedDecision):
    """Phase 1: one place, one or more people."""

    template: ClassVar[str] = "games/dock/placement.html"

    people_left: int
    ready_tools: tuple[int, ...]
    food: int
    meal: Meal
    spots: tuple[Spot, ...]
    closed: tuple[ClosedSpot, ...]

    @property
    def panes(self) -> tuple[Spot | ClosedSpot, ...]:
        return *self.spots, *self.closed


def placement_decision(
    state: GameState, player: int, entered: Entered, names: tuple[str, ...]
) -> PlacementDecision:
    """Return where a player may place people now."""
    legal = groupby(placement.legal(state, player), key=lambda command: command.place)
    spots = {
        place: _spot(state, player, place, list(commands), entered)
        for place, commands in legal
    }
    return PlacementDecision(
        heading=_("Place your people"),
        takings=(),
        people_left=state.players[player].unplaced,
        ready_tools=gathering.tool_values(state.players[player]),
        food=state.players[player].food,
        meal=meal_of(state, player),
        spots=tuple(spots.values()),
        closed=tuple(_closed_spots(state, player, set(spots), names)),
    )


def blank_spots() -> tuple[Spot, ...]:
    """Return every place with all the people it can take: what its pane always says."""
    return tuple(
        _blank_spot(
            place,
            (
                _choice(PlacePeople(place, people), 0, Entered(), is_first=False)
                for people in _parties(place)
            ),
        )
        for place in PLACES
    )


def _blank_spot(place: Place, choices: Iterable[PartyChoice]) -> Spot:
    """Return a place and who may go there, and nothing yet of what for."""
    good = place.good or ""
    return Spot(
        key=str(place.value),
        label=labels.place_label(place),
        sign=labels.place_sign(place),
        good=good,
        divisor=DIVISORS.get(good, 0),
        choices=tuple(choices),
    )


def _parties(place: Place) -> Iterable[int]:
    """Return how many people may ever go to a place."""
    if place.good is None:
        return (notation.usual_party(place) or 1,)
    return range(1, (place.rings or MOST_PEOPLE) + 1)


def _spot(
    state: GameState,
    player: int,
    place: Place,
    commands: list[PlacePeople],
    entered: Entered,
) -> Spot:
    ready = sum(gathering.tool_values(state.players[player]))
    first = _first_party(commands, ready, entered)
    choices = (
        _choice(command, ready, entered, is_first=command == first)
        for command in commands
    )
    return replace(
        _blank_spot(place, choices),
        expected_gain=gain_at(state, player, place),
        face=face_at(state, place),
    )


def _first_party(
    commands: list[PlacePeople], tools: int, entered: Entered
) -> PlacePeople:
    """
    Return what was entered before, or the number of people to begin with.

    It is the fewest who bring something home nine times out of ten.
    """
    for command in commands:
        if notation.to_text(command) == entered.command:
            return command
    for command in commands:
        good = command.place.good
        if good is None or at_least(good, command.people, 1, tools) >= SAFE:
            return command
    return commands[-1]


def _choice(
    command: PlacePeople, ready: int, entered: Entered, *, is_first: bool
) -> PartyChoice:
    text = notation.to_text(command)
    good = command.place.good or ""
    where = {"people": command.people, "place": say_clause(command.place)}
    amount = {"amount": average(good, command.people)} if good else {}
    return PartyChoice(
        command=text,
        label=str(command.people),
        detail=_("≈ %(amount)s") % amount if good else "",
        is_entered=text == entered.command,
        people=command.people,
        good=good,
        ready_tools=ready,
        send=_("Send %(people)d to %(place)s") % where,
        is_first=is_first,
    )


def _closed_spots(
    state: GameState, player: int, open_places: set[Place], names: tuple[str, ...]
) -> Iterator[ClosedSpot]:
    """Say of every closed place why it is closed, in the engine's own words."""
    for place in PLACES:
        if place in open_places or place in BUILDING_STACKS[state.player_count :]:
            continue
        people = 1 if place in GATHERING else notation.usual_party(place) or 1
        try:
            engine.decide(state, player, PlacePeople(place, people), LoadedChance())
        except IllegalMove as error:
            label = labels.place_label(place)
            yield ClosedSpot(str(place.value), label, say(error.phrase, names))
