"""From events to read columns: decision by decision, in play as in rebuilding all."""

from games.projections.folds import (
    Projection,
    RecordedDecision,
    advance,
    begins,
    decisions,
    rebuild,
)
from games.projections.read_columns import (
    game_columns,
    orders_due,
    present,
    project,
    quarantine,
    seat_columns,
)

__all__ = [
    "Projection",
    "RecordedDecision",
    "advance",
    "begins",
    "decisions",
    "game_columns",
    "orders_due",
    "present",
    "project",
    "quarantine",
    "rebuild",
    "seat_columns",
]
