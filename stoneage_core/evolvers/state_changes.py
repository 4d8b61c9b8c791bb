"""Helpers for evolvers: the next version, a draw, a tribe, its people."""

from typing import Any, TypeVar

from msgspec.structs import replace

from stoneage_core.components.places import Place
from stoneage_core.state import GameState, Player

T = TypeVar("T")


def next_state(state: GameState, **changes: Any) -> GameState:
    return replace(state, version=state.version + 1, **changes)


def drawn_state(state: GameState, **changes: Any) -> GameState:
    """Return the state after an event that has a draw."""
    return next_state(state, drawn_at=state.version + 1, **changes)


def swap(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """
    Return ``items`` with another item at an index; raise IndexError if it is too high.
    """
    if at >= len(items):
        raise IndexError("there is no such position")
    changed = list(items)
    changed[at] = item
    return tuple(changed)


def home(tribe: Player, place: Place | None) -> tuple[int, ...]:
    """Return where the tribe's people are after those on ``place`` went home."""
    if place is None or not tribe.placed[place.number]:
        return tribe.placed
    return swap(tribe.placed, place.number, 0)


def change_tribe(state: GameState, number: int, **changes: Any) -> GameState:
    tribe = replace(state.players[number], **changes)
    players = swap(state.players, number, tribe)
    return replace(state, version=state.version + 1, players=players)


def without(items: tuple[int, ...], item: int) -> tuple[int, ...]:
    """Return ``items`` without one ``item``; raise ValueError if it is missing."""
    at = items.index(item)
    return items[:at] + items[at + 1 :]
