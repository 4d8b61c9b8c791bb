"""A position of the past, with the event that led to it."""

from typing import Any

from games import labels, selectors
from games.board import board_of
from games.chronicle import line_of
from games.discretion import discretion_at
from games.models import Game
from games.tribes import tribes_of
from stoneage_core import awaited
from stoneage_core.state import Phase


def position_context(game: Game, sequence: int) -> dict[str, Any]:
    """Return the context of the page of one position; ``sequence`` has to exist."""
    names = selectors.names(selectors.seats_of(game))
    (happened,) = selectors.history(game, after=sequence - 1, limit=1)
    state = selectors.state_at(game, sequence)
    return {
        "game": game,
        "sequence": sequence,
        "previous": sequence - 1 if sequence > 1 else None,
        "following": sequence + 1 if sequence < game.version else None,
        "line": line_of(happened, names, discretion_at(game, sequence)),
        "where": labels.round_and_phase(state.round, Phase(state.phase)),
        "has_started": state.round > 0,
        "board": board_of(state, names),
        "tribes": tribes_of(state, names, awaited(state)),
    }
