"""Comparison of the numbers of each tribe as things stand, and as planned."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.presentation.counts import count_of, label_of
from games.presentation.text import format_signed
from stoneage_core.components.resources import Resource
from stoneage_core.state import GameState

#: What is compared of a tribe, in the order in which it is told.
COMPARED = (
    *("score", "people", "food", "track"),
    *(str(kind) for kind in Resource),
    *("tools", "buildings", "cards"),
)


@dataclass(frozen=True)
class PlannedChange:
    """A number as things stand and as planned, in words."""

    label: str
    now: str
    then: str


@dataclass(frozen=True)
class TribeComparison:
    """The numbers of one tribe that a plan changes."""

    seat: int
    name: str
    changes: tuple[PlannedChange, ...]


def compare_tribes(
    now: GameState, then: GameState, names: Sequence[str]
) -> tuple[TribeComparison, ...]:
    """Return what differs, tribe by tribe; those without a change are left out."""
    compared = (
        TribeComparison(player, names[player], tuple(_changes(now, then, player)))
        for player in range(now.player_count)
    )
    return tuple(tribe for tribe in compared if tribe.changes)


def _changes(now: GameState, then: GameState, player: int) -> Iterator[PlannedChange]:
    for key in COMPARED:
        old, new = (count_of(state.players[player], key) for state in (now, then))
        if old != new:
            yield PlannedChange(label_of(key), format_signed(old), format_signed(new))
