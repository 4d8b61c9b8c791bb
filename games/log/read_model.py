"""The read model: columns of games and seats that are derived from the stream.

Only ``project`` decides what the columns contain; ``update_table`` writes them.
"""

import random
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any, NamedTuple

from django.conf import settings

from games.clocks import next_seat_reminder
from games.models import Game, Seat, Status
from stoneage_core import GameState, Phase
from stoneage_core.match import state as match_states
from stoneage_core.match.calendar import Span
from stoneage_core.match.deadlines import beacon_due_at, deadline_of, with_outages
from stoneage_core.match.state import Match, TableState
from stoneage_core.match.votes import next_expiry
from stoneage_core.opponents.ladder import OPPONENTS
from stoneage_core.record import codec

_STATUS = {Phase.INVITATION: Status.INVITING, Phase.ENDED: Status.FINISHED}
_SEAT_COLUMNS = (
    "awaited_at",
    "awaited_version",
    "deadline_at",
    "seen_version",
    "is_on_autopilot",
    "remind_at",
    "orders_at",
    "thinks_at",
)
_seat_values = attrgetter(*_SEAT_COLUMNS)


class Changes(NamedTuple):
    """Changes to write: columns of a game, and the named columns of some seats."""

    game: Mapping[str, Any]
    seats: Sequence[Seat] = ()
    names: Sequence[str] = ()


def project(
    game: Game,
    seats: Sequence[Seat],
    after: Match,
    *,
    outages: Sequence[Span],
    now: datetime,
) -> Changes:
    """
    Return what changed. Nothing is written yet, because the caller may have more to
    write in the same update.
    """
    changed, names = [], set[str]()
    table = with_outages(after.table, outages)
    for seat in seats:
        if different := _project_seat(seat, after.board, table, now):
            changed.append(seat)
            names |= different
    columns = {
        name: value
        for name, value in game_columns(game, after).items()
        if value != getattr(game, name)
    }
    for name, value in columns.items():
        setattr(game, name, value)
    return Changes(columns, changed, sorted(names))


def game_columns(game: Game, match: Match) -> dict[str, Any]:
    board, table = match
    return {
        "state": codec.encode_state(board).decode(),
        "state_version": codec.STATE_VERSION,
        "table": match_states.encode(table),
        "status": status_of(match),
        "rules_version": board.rules_version,
        "round": board.round,
        "phase": board.phase.value,
        "frozen_at": table.frozen_since,
        "is_voting": bool(table.proposals),
        "started_at": table.started_at,
        "finished_at": table.finished_at,
        "beacon_due_at": beacon_due_at(board),
        "votes_due_at": next_expiry(table),
        "timeout_failed_at": None,
    }


def status_of(match: Match) -> Status:
    if match.table.cancelled_at is not None:
        return Status.CANCELLED
    return _STATUS.get(match.board.phase, Status.ACTIVE)


def seat_columns(seat: Seat, table: TableState) -> dict[str, Any]:
    """``table`` must include all outages."""
    number = seat.number
    asked, status = table.pending.get(number), table.seats[number]
    return {
        "awaited_at": asked and asked.since,
        "awaited_version": asked and asked.version,
        "deadline_at": asked and deadline_of(table, number),
        "seen_version": status.seen_version,
        "is_on_autopilot": status.is_on_autopilot,
    }


def _project_seat(
    seat: Seat, board: GameState, table: TableState, now: datetime
) -> set[str]:
    """Return the names of those that changed."""
    before = _seat_values(seat)
    asked_before, due_before = seat.awaited_version, seat.deadline_at
    for name, value in seat_columns(seat, table).items():
        setattr(seat, name, value)
    is_new_question = seat.awaited_version != asked_before
    if is_new_question or seat.deadline_at != due_before:
        seat.remind_at = next_seat_reminder(table, seat, (), now)
    if is_new_question:
        seat.orders_at = orders_due(seat, now)
    thinks_at = thought_due(seat, board, table, now)
    is_earlier = thinks_at and seat.thinks_at and thinks_at < seat.thinks_at
    if is_new_question or is_earlier:
        seat.thinks_at = thinks_at
    values = zip(_SEAT_COLUMNS, before, _seat_values(seat), strict=True)
    return {name for name, old, new in values if old != new}


def orders_due(seat: Seat, now: datetime) -> datetime | None:
    """
    Return when to check whether a seat's orders decide, or None.

    The delay is random, because an immediate answer would show the other players that
    it was a order.
    """
    if seat.awaited_at is None or not seat.has_orders or seat.is_on_autopilot:
        return None
    return now + timedelta(seconds=random.uniform(*settings.ORDERS_DELAY))


def thought_due(
    seat: Seat, board: GameState, table: TableState, now: datetime
) -> datetime | None:
    """
    Return when a bot that searches has to think, or None. Usually that is now. If no
    person plays any more, each round begins at its deadline.
    """
    if seat.awaited_at is None or not thinks(seat):
        return None
    rests = not (table.present or is_begun(board))
    return seat.deadline_at if rests else now


def thinks(seat: Seat) -> bool:
    """Return whether the seat has a bot that searches, and thinking is switched on."""
    opponent = OPPONENTS.get(seat.bot)
    return opponent is not None and opponent.thinks and settings.THINKING


def is_begun(board: GameState) -> bool:
    has_placed = any(any(tribe.placed) for tribe in board.players)
    return board.phase is not Phase.PLACEMENT or has_placed


def record_failed_timeout(seat_id: int, now: datetime) -> None:
    """Record when the time-out of a seat first failed, so that the staff see it."""
    first = Game.objects.filter(seats=seat_id, timeout_failed_at=None)
    first.update(timeout_failed_at=now)


def update_table(game: Game, changes: Changes) -> bool:
    """
    Write ``changes`` if the stored game still has ``game.version``. If this returns
    False, the transaction must be rolled back.
    """
    update_seats(changes)
    same_version = Game.objects.filter(pk=game.pk, version=game.version)
    return same_version.update(**changes.game) == 1


def update_seats(changes: Changes) -> None:
    # A move changes one or two seats. Two updates take a third of the time of a
    # bulk_update.
    for seat in changes.seats:
        seat.save(update_fields=changes.names)
