"""The read columns of games and seats: derived from the stream, disposable."""

from games.projections.read_columns import (
    game_columns,
    orders_due,
    present,
    project,
    quarantine,
    seat_columns,
    status_of,
)

__all__ = [
    "game_columns",
    "orders_due",
    "present",
    "project",
    "quarantine",
    "seat_columns",
    "status_of",
]
