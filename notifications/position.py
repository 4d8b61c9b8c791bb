"""A position as the mails show it."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from games import labels
from games.board import board_of
from games.tribes import tribes_of
from stoneage_core import GameState, awaited


def position_of(state: GameState, names: Sequence[str], reader: int) -> dict[str, Any]:
    """Return the board and the tribes, the reader's own first."""
    return {
        "state": state,
        "phase": labels.PHASES[state.phase],
        "board": board_of(state, names),
        "tribes": tribes_of(state, names, awaited(state), reader),
    }


def title_of(names: Sequence[str], reader: int | None) -> str:
    """Name a game for its reader: 'Stone Age with Alice and Carol'."""
    others = [name for number, name in enumerate(names) if number != reader]
    return _("Stone Age with %(players)s") % {"players": labels.join_list(others)}
