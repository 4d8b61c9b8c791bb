"""What events change on the board: the version, a draw, a tribe, its people."""

from typing import Any, TypeVar

from msgspec.structs import replace

from stoneage_core.components.places import Place
from stoneage_core.state import GameState, Player

T = TypeVar("T")


def next_state(state: GameState, **changes: Any) -> GameState:
    """Return the state one event later, with ``changes``."""
    return replace(state, version=state.version + 1, **changes)


def drawn_state(state: GameState, **changes: Any) -> GameState:
    """Return the state one event later, where the event holds a draw."""
    return next_state(state, drawn_at=state.version + 1, **changes)


def swap(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """Return ``items`` with another one at a position that is there."""
    if at >= len(items):
        raise IndexError("there is no such position")
    changed = list(items)
    changed[at] = item
    return tuple(changed)


def home(tribe: Player, place: Place | None) -> tuple[int, ...]:
    """Return the tribe's people on the board after those on ``place`` came home."""
    if place is None or not tribe.placed[place.number]:
        return tribe.placed
    return swap(tribe.placed, place.number, 0)


def change_tribe(state: GameState, number: int, **changes: Any) -> GameState:
    """Return the state one event later, with ``changes`` of one tribe."""
    tribe = replace(state.players[number], **changes)
    players = swap(state.players, number, tribe)
    return replace(state, version=state.version + 1, players=players)


def without(items: tuple[int, ...], item: int) -> tuple[int, ...]:
    """Return ``items`` less one ``item``; ValueError when it is not there."""
    at = items.index(item)
    return items[:at] + items[at + 1 :]
