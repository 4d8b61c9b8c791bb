"""A position as the mails show it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games import labels
from games.board import MapPlace, board_of
from games.tribes import tribes_of
from stoneage_core import GameState, awaited
from stoneage_core.resources import FOOD


@dataclass(frozen=True)
class Occupied:
    """A place where people stand: who, and how many more it takes (None: any)."""

    label: str
    people: str
    free: int | None


def position_of(state: GameState, names: Sequence[str], reader: int) -> dict[str, Any]:
    """Return the board and the tribes, the reader's own first."""
    board = board_of(state, names)
    return {
        "state": state,
        "board": board,
        "occupied": [_occupied(p) for p in board.places.values() if p.crowds],
        "empty": [p.label for p in board.places.values() if not p.crowds],
        "tribes": tribes_of(state, names, awaited(state), reader),
    }


def _occupied(place: MapPlace) -> Occupied:
    people = labels.join_list([f"{c.name} {c.count}" for c in place.crowds])
    free = sum(not ring.count for ring in place.rings)
    return Occupied(place.label, people, None if place.good == FOOD else free)


def title_of(names: Sequence[str], reader: int | None) -> str:
    """Name a game for its reader: 'Stone Age with Alice and Carol'."""
    others = [name for number, name in enumerate(names) if number != reader]
    return _("Stone Age with %(players)s") % {"players": labels.join_list(others)}
