"""Two positions of a game side by side: what changed, and what happened in between."""

from typing import Any

from games import labels, queries
from games.discretion import Discretion
from games.history import walk
from games.history.course import course_of
from games.models import Game
from games.pages.changes import board_changes, tribe_changes
from games.text import names_of

#: So many events in between are told here; further ones are one step away.
MOST_LINES = 300


def between_context(
    game: Game, first: int, second: int, reader: int | None = None
) -> dict[str, Any]:
    """Return the context of the page; both events exist, ``first`` is the earlier."""
    names = names_of(queries.seats_of(game))
    course = course_of(game)
    before, after = course.states[first], course.states[second]
    told, discretion = min(second, first + MOST_LINES), Discretion(game, reader)
    return {
        "game": game,
        "first": first,
        "second": second,
        "first_where": labels.round_and_phase(before.round, before.phase),
        "second_where": labels.round_and_phase(after.round, after.phase),
        "tribes": tribe_changes(before, after, names),
        "places": board_changes(before, after),
        "lines": walk.lines_between(course, first, told, names, discretion),
        "count": second - first,
        "further": told + 1 if told < second else None,
    }
