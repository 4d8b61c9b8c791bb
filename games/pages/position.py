"""A position of the past, with what led to it and the ways on from there."""

from typing import Any

from games import labels, queries
from games.discretion import Discretion
from games.history import walk
from games.history.course import course_of
from games.links.purposes import game_url
from games.models import Game
from games.pages.board import board_of
from games.pages.tribes import tribes_of
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
    course = course_of(game)
    state = course.states[sequence]
    making = walk.making_of(course, sequence, names, Discretion(game, reader))
    line = next(each for each in making.lines if each.sequence == sequence)
    return {
        "game": game,
        "sequence": sequence,
        "steps": walk.steps_from(course, sequence),
        "undone": walk.undoing_of(course, sequence),
        "making": making,
        "line": line,
        "address": f"{game_url(game)}at/{sequence}/",
        "where": labels.round_and_phase(state.round, state.phase),
        "has_started": state.round > 0,
        "board": board_of(state, names),
        "tribes": tribes_of(state, names, awaited(state)),
    }
