"""Opening a game session: lock the game's row, then load its seats and state."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from typing import ParamSpec

from django.conf import settings
from django.db import transaction

from games.clocks import past_outages as outages
from games.decisions.session import GameSession
from games.errors import Refused
from games.log import positions
from games.log.table_rows import (
    game_of_seat,
    lock_game_with_seed,
    read_moments,
    read_seats,
)
from games.models import Game, Seat
from games.presentation.error_text import refusals
from stoneage_core.match import decide as match_rules

P = ParamSpec("P")


def open_session(
    game_id: int, *, now: datetime, skip_locked: bool = False
) -> GameSession:
    """
    Lock a game until the end of the transaction, and return its session.

    Raise Game.DoesNotExist if there is no such game or, with ``skip_locked``, if
    another transaction holds the lock (which never happens on SQLite, with its one
    writer).
    """
    game = lock_game_with_seed(game_id, skip_locked=skip_locked)
    seats, moments = read_seats(game), read_moments(game)
    # ``now`` was read before we waited for the lock, so the log or a restore may be
    # slightly ahead of it. Then we go on from the later time. If the log is far ahead,
    # it was written while the database's clock was wrong. Then events are still
    # recorded in order, but deadlines are computed by the current clock.
    moment = max(now, moments.recorded_at or now, moments.restored_at or now)
    if moment - now <= timedelta(seconds=settings.OUTAGE_SECONDS):
        now = moment
    away = outages.outages_until(now, latest=moments.outage, beat_at=moments.beat_at)
    return GameSession(
        game,
        seats,
        positions.state_of(game),
        now,
        away,
        restored_at=moments.restored_at,
        moment=moment,
    )


def attempt_on_game(act: Callable[P, bool]) -> Callable[P, bool]:
    """
    Decorate a function that a sweep calls for one game: run it in a transaction.

    The decorated function returns False if the game is gone or another transaction
    holds its lock.
    """

    @wraps(act)
    def attempt(*args: P.args, **kwargs: P.kwargs) -> bool:
        try:
            with transaction.atomic():
                return act(*args, **kwargs)
        except Game.DoesNotExist:
            return False

    return attempt


def open_session_of(
    seat_id: int, *, now: datetime, skip_locked: bool
) -> tuple[GameSession, Seat]:
    """Lock the game of a seat. Return session and seat. Raise like ``open_session``."""
    game_id = game_of_seat(seat_id)
    session = open_session(game_id, now=now, skip_locked=skip_locked)
    return session, next(seat for seat in session.seats if seat.pk == seat_id)


def require_running(session: GameSession) -> None:
    """Raise Refused unless the game is running and not frozen."""
    with refusals():
        match_rules.require_running(session.match)
        match_rules.require_not_frozen(session.match)


def open_own_session(seat: Seat, now: datetime) -> tuple[GameSession, Seat]:
    """
    Lock a running game for one of its players. Return its session and current seat.

    Raise Refused: (forbidden) for an automatic player, (on_autopilot) if autopilot has
    the seat, and like ``require_running``.
    """
    session = open_session(seat.game_id, now=now)
    require_running(session)
    own = session.seat(seat.number)
    if own.is_automatic:
        raise Refused("forbidden")
    with refusals():
        match_rules.require_seated(session.match, own.number)
    return session, own
