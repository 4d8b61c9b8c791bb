"""Updates of a game and its seats by a move, written without the ORM's compiler.

For the reasons that ``games.store.sql`` gives.
"""

from collections.abc import Mapping, Sequence
from itertools import repeat
from typing import Any, NamedTuple

from games.models import Game, Seat
from games.store.sql import RowWriter, Statement, execute_together

_TO_GAMES, _TO_SEATS = RowWriter(Game), RowWriter(Seat)


class Changes(NamedTuple):
    """Changes to be written: columns of a game, and named columns of some seats."""

    game: Mapping[str, Any]
    seats: Sequence[Seat] = ()
    names: Sequence[str] = ()


def update_table(
    game: Game, changes: Changes, inserts: Sequence[Statement] = ()
) -> bool:
    """
    Write what changes if the game still has ``game.version``; return whether so.

    ``inserts`` and the seats are written in either case: give the transaction up then.
    """
    of_seats = _updates_of_seats(changes)
    of_game = _update_of_game(game, changes.game)
    return execute_together(*inserts, *of_seats, of_game) == 1


def update_seats(changes: Changes) -> None:
    """Write what changes of the seats alone, in one statement."""
    if of_seats := _updates_of_seats(changes):
        execute_together(*of_seats)


def _update_of_game(game: Game, columns: Mapping[str, object]) -> Statement:
    assignments = ", ".join(f'"{name}" = %s' for name in columns)
    values = _TO_GAMES.saved(columns, columns.values())
    text = f"UPDATE games_game SET {assignments} WHERE id = %s AND version = %s"
    return Statement(text, [*values, game.pk, game.version])


def _updates_of_seats(changes: Changes) -> list[Statement]:
    """Return what updates the seats: one statement, none where nothing changes."""
    _, seats, names = changes
    if not seats:
        return []
    whens = " ".join(["WHEN %s THEN %s"] * len(seats))
    # ELSE is never reached; it tells PostgreSQL the type of a case all NULL.
    assignments = ", ".join(
        f'"{name}" = CASE id {whens} ELSE "{name}" END' for name in names
    )
    keys = [seat.pk for seat in seats]
    values = [
        part
        for name in names
        for pair in zip(keys, _values(seats, name), strict=True)
        for part in pair
    ]
    marks = ", ".join(["%s"] * len(seats))
    text = f"UPDATE games_seat SET {assignments} WHERE id IN ({marks})"
    return [Statement(text, [*values, *keys])]


def _values(seats: Sequence[Seat], name: str) -> list[Any]:
    """Return the values of one column of several seats."""
    return _TO_SEATS.saved(repeat(name, len(seats)), (getattr(s, name) for s in seats))
