"""Comparison of the numbers of each tribe as things stand, and as planned."""

from collections.abc import Iterator, Sequence

from games.presentation.counts import COMPARED, count_of, label_of
from games.presentation.text import format_signed
from stoneage_core.state import GameState

#: A seat, its name, and which of its numbers a plan changes: in words, now and then.
Comparison = tuple[int, str, list[tuple[str, str, str]]]


def compare_tribes(
    now: GameState, then: GameState, names: Sequence[str]
) -> list[Comparison]:
    """Return what differs, tribe by tribe; those without a change are left out."""
    return [
        (player, names[player], changes)
        for player in range(now.player_count)
        if (changes := list(_changes(now, then, player)))
    ]


def _changes(
    now: GameState, then: GameState, player: int
) -> Iterator[tuple[str, str, str]]:
    for key in COMPARED:
        old, new = (count_of(state.players[player], key) for state in (now, then))
        if old != new:
            yield label_of(key), format_signed(old), format_signed(new)
