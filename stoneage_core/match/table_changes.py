"""Helpers for evolvers: change a seat, restart a clock, cut spans."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from stoneage_core.match.calendar import Span
from stoneage_core.match.state import Authorship, PendingDecision, TableState

#: Returns the state around the board after an event.
Evolver = Callable[[TableState, Any, Authorship], TableState]


def change_seat(table: TableState, player: int, **changes: Any) -> TableState:
    seats = list(table.seats)
    seats[player] = replace(seats[player], **changes)
    return replace(table, seats=tuple(seats))


def restart_clock(
    table: TableState, player: int, at: datetime, version: int | None = None
) -> TableState:
    """
    Restart the clock of a player's current decision, if there is one.

    ``version`` is given if it is a new question, asked at that version.
    """
    asked = table.pending.get(player)
    if asked is None:
        return table
    restarted = PendingDecision(version or asked.version, at)
    return replace(table, pending={**table.pending, player: restarted})


def cut_spans(spans: tuple[Span, ...], at: datetime) -> tuple[Span, ...]:
    """Return the parts of spans before ``at``; spans that begin later are dropped."""
    past = (span if span.ends <= at else Span(span.begins, at) for span in spans)
    return tuple(span for span in past if span.begins < span.ends)
