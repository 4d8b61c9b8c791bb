"""The read model: columns of games and seats, derived from the stream, disposable.

``project`` alone says what the columns have to be; ``update_table`` writes them.
"""

import random
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any, NamedTuple

from django.conf import settings

from games.models import Game, Seat, Status
from games.timekeeping.seat_times import next_seat_reminder
from stoneage_core import GameState, Phase
from stoneage_core.match import state as match_states
from stoneage_core.match.calendar import Span
from stoneage_core.match.deadlines import beacon_due_at, deadline_of, with_outages
from stoneage_core.match.state import Match, TableState
from stoneage_core.match.votes import next_expiry
from stoneage_core.opponents.ladder import OPPONENTS
from stoneage_core.serialization import codec

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
    """Changes to be written: columns of a game, and named columns of some seats."""

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
    Set the columns of ``game`` and its ``seats`` to ``after``; return what changed.

    Nothing is written yet, for the caller knows what has to be written with it.
    """
    changed, names = [], set[str]()
    reckoned = with_outages(after.table, outages)
    for seat in seats:
        if different := _project_seat(seat, after.board, reckoned, now):
            changed.append(seat)
            names |= different
    return Changes(_project_game(game, after), changed, sorted(names))


def _project_game(game: Game, after: Match) -> dict[str, Any]:
    """Set a game's read columns; return those that changed."""
    columns = {
        name: value
        for name, value in game_columns(game, after).items()
        if value != getattr(game, name)
    }
    for name, value in columns.items():
        setattr(game, name, value)
    return columns


def game_columns(game: Game, match: Match) -> dict[str, Any]:
    """Return the game's read columns as they have to be."""
    board, table = match
    return {
        "state": codec.encode_state(board).decode(),
        "state_version": codec.STATE_VERSION,
        "table": match_states.encode(table),
        "status": status_of(match),
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
    """Return where a game stands."""
    if match.table.cancelled_at is not None:
        return Status.CANCELLED
    return _STATUS.get(match.board.phase, Status.ACTIVE)


def seat_columns(seat: Seat, table: TableState) -> dict[str, Any]:
    """Return a seat's read columns as they have to be, with all outages known."""
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
    """Set a seat's read columns; return the names of those that changed."""
    before = _seat_values(seat)
    asked_before, due_before = seat.awaited_version, seat.deadline_at
    for name, value in seat_columns(seat, table).items():
        setattr(seat, name, value)
    asked_anew = seat.awaited_version != asked_before
    if asked_anew or seat.deadline_at != due_before:
        seat.remind_at = next_seat_reminder(table, seat, (), now)
    if asked_anew:
        seat.orders_at = orders_due(seat, now)
    thinks_at = thought_due(seat, board, table, now)
    if asked_anew or (thinks_at and seat.thinks_at and thinks_at < seat.thinks_at):
        seat.thinks_at = thinks_at
    told = zip(_SEAT_COLUMNS, before, _seat_values(seat), strict=True)
    return {name for name, old, new in told if old != new}


def orders_due(seat: Seat, now: datetime) -> datetime | None:
    """
    Return when to look into a seat's standing orders for what it is asked, if ever.

    After a while that nobody can foresee: an answer at once would tell the others that
    it had been written down.
    """
    if seat.awaited_at is None or not seat.has_orders or seat.is_on_autopilot:
        return None
    return now + timedelta(seconds=random.uniform(*settings.ORDERS_DELAY))


def thought_due(
    seat: Seat, board: GameState, table: TableState, now: datetime
) -> datetime | None:
    """
    Return when an opponent that searches is to think of what it is asked, if ever.

    At once; but where no player is left who plays, each round begins at its own pace.
    """
    if seat.awaited_at is None or not thinks(seat):
        return None
    rests = not (table.present or is_begun(board))
    return seat.deadline_at if rests else now


def thinks(seat: Seat) -> bool:
    """Whether an opponent sits there whose decisions take a search, and get one."""
    opponent = OPPONENTS.get(seat.bot)
    return opponent is not None and opponent.thinks and settings.THINKING


def is_begun(board: GameState) -> bool:
    """Whether anything has been decided in the present round."""
    has_placed = any(any(tribe.placed) for tribe in board.players)
    return board.phase is not Phase.PLACEMENT or has_placed


def note_failed_timeout(seat_id: int, now: datetime) -> None:
    """Record when the time-out of a seat first failed, for the staff to see."""
    first = Game.objects.filter(seats=seat_id, timeout_failed_at=None)
    first.update(timeout_failed_at=now)


def update_table(game: Game, changes: Changes) -> bool:
    """
    Write ``changes`` if the stored game still has ``game.version``; return whether so.

    If it has not, nothing of the game was written and the transaction has to be rolled
    back.
    """
    believed = Game.objects.filter(pk=game.pk, version=game.version)
    update_seats(changes)
    return believed.update(**changes.game) == 1


def update_seats(changes: Changes) -> None:
    """Write the changed columns of the seats."""
    if changes.seats:
        Seat.objects.bulk_update(changes.seats, changes.names)
