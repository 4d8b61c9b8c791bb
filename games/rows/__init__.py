"""Rows of a move, read and written without the ORM's compiler.

Accepting a move takes four statements. Compiling them anew each time costs several
times what running them does (2.5 ms of processor time against 0.5, measured on
PostgreSQL), so here they are written out; so is the reading of a stream, which takes
half the time this way. Models, columns and converters stay the ORM's. Nothing else
belongs here; but for events and mails, which every move writes, other code asks the
ORM.
"""

from games.rows.columns import RowWriter
from games.rows.tables import (
    Around,
    find_seat,
    game_of_seat,
    has_written_orders,
    lock_game,
    seats_around,
)
from games.rows.updates import Changes, update_seats, update_table

__all__ = [
    "Around",
    "Changes",
    "RowWriter",
    "find_seat",
    "game_of_seat",
    "has_written_orders",
    "lock_game",
    "seats_around",
    "update_seats",
    "update_table",
]
