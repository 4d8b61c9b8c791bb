"""Placing people: every open place, with what it promises."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar

from django.utils.translation import gettext as _

from games.presentation import labels
from games.presentation.cards import CardFace, TileFace, card_at, tile_at
from games.presentation.choices.decision import AskedDecision, Choice, Entered, average
from games.presentation.choices.expected_gains import ExpectedGain, gain_at
from games.presentation.text import say
from stoneage_core import IllegalMove, engine, notation
from stoneage_core.chance import LoadedChance
from stoneage_core.commands import PlacePeople
from stoneage_core.odds import at_least
from stoneage_core.places import BUILDING_STACKS, GATHERING, PLACES, Kind, Place
from stoneage_core.rules import gathering, placement
from stoneage_core.state import GameState


@dataclass(frozen=True)
class OddsRow:
    """What a number of people may bring home from a place."""

    people: int
    average: str
    with_tools: str
    at_least_one: str


@dataclass(frozen=True)
class Spot:
    """An open place: how many people may go there, and what for."""

    key: str
    label: str
    good: str
    expected_gain: ExpectedGain | None
    card: CardFace | None
    tile: TileFace | None
    choices: tuple[Choice, ...]
    odds: tuple[OddsRow, ...]


@dataclass(frozen=True)
class PlacementDecision(AskedDecision):
    """Phase 1: one place, one or more people."""

    template: ClassVar[str] = "games/decisions/placement.html"

    people_left: int
    ready_tools: int
    gathering: tuple[Spot, ...]
    village: tuple[Spot, ...]
    cards: tuple[Spot, ...]
    buildings: tuple[Spot, ...]
    closed: tuple[str, ...]


def placement_decision(
    state: GameState, player: int, entered: Entered, names: tuple[str, ...]
) -> PlacementDecision:
    """Return where a player may place people now."""
    spots: dict[Kind, list[Spot]] = {kind: [] for kind in Kind}
    legal = groupby(placement.legal(state, player), key=lambda command: command.place)
    open_places = set()
    for place, commands in legal:
        open_places.add(place)
        spots[place.kind].append(_spot(state, player, place, list(commands), entered))
    return PlacementDecision(
        heading=_("Place your people"),
        takings=(),
        people_left=state.players[player].unplaced,
        ready_tools=sum(gathering.tool_values(state.players[player])),
        gathering=tuple(spots[Kind.GATHERING]),
        village=tuple(spots[Kind.VILLAGE]),
        cards=tuple(spots[Kind.CARD]),
        buildings=tuple(spots[Kind.BUILDING]),
        closed=tuple(_obstacles(state, player, open_places, names)),
    )


def _spot(
    state: GameState,
    player: int,
    place: Place,
    commands: list[PlacePeople],
    entered: Entered,
) -> Spot:
    ready = sum(gathering.tool_values(state.players[player]))
    return Spot(
        key=str(place.value),
        label=labels.place_label(place),
        good=place.good or "",
        expected_gain=gain_at(state, player, place),
        card=card_at(state, place),
        tile=tile_at(state, place),
        choices=tuple(_choice(command, entered) for command in commands),
        odds=tuple(_odds_row(command, ready) for command in commands if place.good),
    )


def _choice(command: PlacePeople, entered: Entered) -> Choice:
    text = notation.to_text(command)
    good = command.place.good
    detail = "" if good is None else _average_in_words(good, command.people)
    return Choice(
        command=text,
        label=str(command.people),
        detail=detail,
        is_entered=text == entered.command,
    )


def _average_in_words(good: str, people: int) -> str:
    return _("≈ %(amount)s") % {"amount": average(good, people)}


def _odds_row(command: PlacePeople, ready_tools: int) -> OddsRow:
    good = str(command.place.good)
    chance = at_least(good, command.people, 1)
    return OddsRow(
        people=command.people,
        average=average(good, command.people),
        with_tools=average(good, command.people, ready_tools) if ready_tools else "",
        at_least_one=_("%(percent)d %%") % {"percent": round(100 * chance)},
    )


def _obstacles(
    state: GameState, player: int, open_places: set[Place], names: tuple[str, ...]
) -> Iterator[str]:
    """Say of every closed place why it is closed, in the engine's own words."""
    for place in PLACES:
        if place in open_places or place in BUILDING_STACKS[state.player_count :]:
            continue
        people = 1 if place in GATHERING else notation.usual_party(place) or 1
        try:
            engine.decide(state, player, PlacePeople(place, people), LoadedChance())
        except IllegalMove as error:
            yield say(error.phrase, names)
