"""What events change around the board: a seat, a clock that starts anew, spans."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from stoneage_core.match.calendar import Span
from stoneage_core.match.state import Authorship, PendingDecision, TableState

#: What an event changes of what is known around the board.
Evolver = Callable[[TableState, Any, Authorship], TableState]


def change_seat(table: TableState, player: int, **changes: Any) -> TableState:
    """Return a state with other values in the status of a seat."""
    seats = list(table.seats)
    seats[player] = replace(seats[player], **changes)
    return replace(table, seats=tuple(seats))


def start_anew(
    table: TableState, player: int, at: datetime, version: int | None = None
) -> TableState:
    """
    Start the clock of a player anew at a moment, if they are awaited.

    They are asked the same as before, unless the ``version`` is given that asks them.
    """
    asked = table.pending.get(player)
    if asked is None:
        return table
    anew = PendingDecision(version or asked.version, at)
    return replace(table, pending={**table.pending, player: anew})


def cut_spans(spans: tuple[Span, ...], at: datetime) -> tuple[Span, ...]:
    """Return what has passed of spans that end now: nothing, where none had begun."""
    kept = (span if span.ends <= at else Span(span.begins, at) for span in spans)
    return tuple(span for span in kept if span.begins < span.ends)
