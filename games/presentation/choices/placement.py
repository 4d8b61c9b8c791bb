"""Placing people: every open place, with what it promises."""

from collections.abc import Iterator
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
    MealSum,
    Odds,
    Pane,
    average,
    meal_sum,
    odds_of,
)
from games.presentation.choices.expected_gains import ExpectedGain, gain_at
from games.presentation.text import say, say_clause
from stoneage_core import IllegalMove, careful, engine, notation
from stoneage_core.chance import LoadedChance
from stoneage_core.commands import PlacePeople
from stoneage_core.components.places import BUILDING_STACKS, GATHERING, PLACES, Place
from stoneage_core.components.resources import DIVISORS
from stoneage_core.forecast import meal_after, meal_ahead
from stoneage_core.rules import gathering, placement
from stoneage_core.state import GameState


@dataclass(frozen=True)
class PartyChoice(Choice):
    """
    A number of people for one place; ``is_first`` is the number to begin with.

    ``meal`` is what feeding will leave if they go there; None if they change nothing.
    """

    people: int = 0
    good: str = ""
    ready_tools: int = 0
    send: str = ""
    is_first: bool = False
    meal: MealSum | None = None

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
    """
    An open place: how many people may go there, and what for.

    ``meal`` is what feeding will leave without them, if they change that.
    """

    template: ClassVar[str] = "games/dock/_spot.html"

    sign: str
    good: str
    divisor: int
    choices: tuple[PartyChoice, ...]
    expected_gain: ExpectedGain | None = None
    face: Face | None = None
    meal: MealSum | None = None


@dataclass(frozen=True)
class ClosedSpot(Pane):
    """A place where nobody may go now, and why."""

    template: ClassVar[str] = "games/dock/_closed.html"

    sign: str
    why: str


@dataclass(frozen=True, eq=False)
class PlacementDecision(AskedDecision):
    """Phase 1: one place, one or more people."""

    template: ClassVar[str] = "games/dock/placement.html"

    people_left: int
    ready_tools: tuple[int, ...]
    meal: MealSum
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
        meal=meal_sum(meal_ahead(state, player)),
        spots=tuple(spots.values()),
        closed=tuple(_closed_spots(state, player, set(spots), names)),
    )


def _spot(
    state: GameState,
    player: int,
    place: Place,
    commands: list[PlacePeople],
    entered: Entered,
) -> Spot:
    tribe = state.players[player]
    ready = sum(gathering.tool_values(tribe))
    first = _entered(commands, entered) or careful.choose_party(tribe, commands)
    now = meal_ahead(state, player)
    meals = [meal_after(state, player, command) for command in commands]
    changes = any(meal != now for meal in meals)
    choices = (
        replace(
            _choice(command, ready, entered, is_first=command == first),
            meal=meal_sum(meal) if changes else None,
        )
        for command, meal in zip(commands, meals, strict=True)
    )
    good = place.good or ""
    return Spot(
        key=str(place.value),
        label=labels.place_label(place),
        sign=labels.place_sign(place),
        good=good,
        divisor=DIVISORS.get(good, 0),
        choices=tuple(choices),
        expected_gain=gain_at(state, player, place),
        face=face_at(state, place),
        meal=meal_sum(now) if changes else None,
    )


def _entered(commands: list[PlacePeople], entered: Entered) -> PlacePeople | None:
    """Return what was entered before, if it is one of these."""
    for command in commands:
        if notation.to_text(command) == entered.command:
            return command
    return None


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
            yield ClosedSpot(
                key=str(place.value),
                label=labels.place_label(place),
                sign=labels.place_sign(place),
                why=say(error.phrase, names),
            )
