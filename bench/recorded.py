"""Whole games with the full rules, in stored form, and their recorded chance."""

from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import NamedTuple

from stoneage_core import notation, simulation
from stoneage_core.autopilot import choose
from stoneage_core.chance import LoadedChance
from stoneage_core.events.actions import DiceRolled
from stoneage_core.events.base import Event
from stoneage_core.events.chance import SeedRevealed
from stoneage_core.events.purchases import CardDrawn, DiceForAllRolled
from stoneage_core.events.rounds import BuildingRevealed, CardRevealed
from stoneage_core.record import codec
from stoneage_core.record.codec import latest_version


class Stored(NamedTuple):
    """An event in the stored form."""

    type: str
    schema_version: int
    data: bytes

    def event(self) -> Event:
        return codec.decode(self.type, self.schema_version, self.data)


class RecordedMove(NamedTuple):
    """A player's command as text, and the slice of events it led to."""

    player: int
    text: str
    events: slice


class Recording(NamedTuple):
    """A game; ``opening`` is the slice before the first decision."""

    stored: tuple[Stored, ...]
    opening: slice
    decisions: tuple[RecordedMove, ...]


@cache
def games() -> tuple[Recording, ...]:
    """Return four games, three by sensible players and one by random ones."""
    sensible = [simulation.play(players, players, choose) for players in (2, 3, 4)]
    policy = simulation.random_policy(Random(4))
    return tuple(map(recording, (*sensible, simulation.play(4, 4, policy))))


def recording(played: simulation.Played) -> Recording:
    """Return a played game in stored form."""
    starts = [version for version, _, _ in played.decisions]
    ends = (*starts[1:], len(played.events))
    decisions = tuple(
        RecordedMove(player, notation.to_text(command), slice(version, end))
        for (version, player, command), end in zip(played.decisions, ends, strict=True)
    )
    stored = tuple(stored_form(event) for event in played.events)
    return Recording(stored, slice(0, starts[0]), decisions)


def stored_form(event: Event) -> Stored:
    """Return an event in stored form."""
    name = event.type_name()
    return Stored(name, latest_version(name), codec.encode(event))


def recorded_chance(stream: Iterable[Event]) -> LoadedChance:
    """Return a chance that repeats the dice and cards in the events of ``stream``."""
    stream = tuple(stream)
    return LoadedChance(_dice(stream), _picks(stream), _seed(stream))


def _dice(stream: tuple[Event, ...]) -> Iterator[int]:
    for event in stream:
        if isinstance(event, DiceRolled | DiceForAllRolled):
            yield from event.dice


def _picks(stream: tuple[Event, ...]) -> Iterator[int]:
    for event in stream:
        if isinstance(event, CardRevealed | CardDrawn):
            yield event.card
        elif isinstance(event, BuildingRevealed):
            yield event.building


def _seed(stream: tuple[Event, ...]) -> str:
    last = stream[-1]
    return last.seed if isinstance(last, SeedRevealed) else ""
