"""A position of the past, with what led to it and the ways on from there."""

from typing import Any

from games import labels, queries
from games.history import viewer
from games.history.timeline import load_timeline
from games.links.purposes import game_url
from games.models import Game
from games.pages.board import board_of
from games.pages.tribes import tribes_of
from games.source_mask import SourceMask
from games.text import names_of
from stoneage_core import awaited


def position_context(
    game: Game, sequence: int, reader: int | None = None
) -> dict[str, Any]:
    """
    Return the context of the page of one position; ``sequence`` has to exist.

    ``reader`` is the seat of who reads: their own orders are no secret to them.
    """
    names = names_of(queries.seats_of(game))
    timeline = load_timeline(game)
    state = timeline.states[sequence]
    making = viewer.decision_text(timeline, sequence, names, SourceMask(game, reader))
    line = next(each for each in making.lines if each.sequence == sequence)
    return {
        "game": game,
        "sequence": sequence,
        "steps": viewer.steps_from(timeline, sequence),
        "undone": viewer.taken_back_by(timeline, sequence),
        "making": making,
        "line": line,
        "address": f"{game_url(game)}at/{sequence}/",
        "where": labels.round_and_phase(state.round, state.phase),
        "has_started": state.round > 0,
        "board": board_of(state, names),
        "tribes": tribes_of(state, names, awaited(state)),
    }
