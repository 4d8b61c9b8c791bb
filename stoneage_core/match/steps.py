"""The small steps that what happens around the board is made of."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from stoneage_core.match.calendar import Span
from stoneage_core.match.state import By, MatchState, PendingDecision

#: What an event changes of what is known around the board.
Evolver = Callable[[MatchState, Any, By], MatchState]


def change_seat(around: MatchState, player: int, **changes: Any) -> MatchState:
    """Return a state with other values in the status of a seat."""
    seats = list(around.seats)
    seats[player] = replace(seats[player], **changes)
    return replace(around, seats=tuple(seats))


def start_anew(
    around: MatchState, player: int, at: datetime, version: int | None = None
) -> MatchState:
    """
    Start the clock of a player anew at a moment, if they are awaited.

    They are asked the same as before, unless the ``version`` is given that asks them.
    """
    asked = around.pending.get(player)
    if asked is None:
        return around
    anew = PendingDecision(version or asked.version, at)
    return replace(around, pending={**around.pending, player: anew})


def past_of(spans: tuple[Span, ...], at: datetime) -> tuple[Span, ...]:
    """Return what has passed of spans that end now: nothing, where none had begun."""
    kept = (span if span.ends <= at else Span(span.begins, at) for span in spans)
    return tuple(span for span in kept if span.begins < span.ends)
