"""Deadlines: what is due, reminders, and deciding for players whose time ran out."""

from collections.abc import Collection
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Min

from games import clocks
from games.background.sweep import DueRows
from games.clocks import next_seat_reminder
from games.decisions.session import (
    GameSession,
    attempt_on_game,
    open_session_of,
    play_automatic,
)
from games.log.read_model import thinks
from games.models import Game, Heartbeat, Seat, Status, User
from games.orders import at_deadline
from games.signals import DecisionDue, publish
from stoneage_core import autopilot
from stoneage_core.match.deadlines import deadline_of, with_outages
from stoneage_core.match.state import Source
from stoneage_core.match.timeouts import TimeOut, choose_moves
from stoneage_core.rules_versions import RULES_VERSION

#: How many seats are read at a time.
BATCH = 100


def due_seats(now: datetime, but: Collection[int] = ()) -> list[int]:
    """Return the ids of seats whose time has run out, longest overdue first."""
    due = Seat.objects.overdue(now).order_by("deadline_at").values_list("pk", flat=True)
    return list((due.exclude(pk__in=but) if but else due)[:BATCH])


def oldest_overdue_age(now: datetime) -> timedelta | None:
    """
    Return for how long the oldest deadline has been overdue, or None. A failed time-out
    postpones its deadline, so its age counts from the first failure.
    """
    deadline = (
        Seat.objects.overdue(now)
        .order_by("deadline_at")
        .values_list("deadline_at", flat=True)
    )
    failed = Game.objects.stuck().aggregate(at=Min("timeout_failed_at"))["at"]
    moments = [at for at in (deadline.first(), failed) if at is not None]
    return now - min(moments) if moments else None


def last_sweep_age(now: datetime) -> timedelta | None:
    """Return how long ago a sweep last ran (negative if ahead), or None."""
    beat_at = Heartbeat.objects.values_list("beat_at", flat=True).first()
    return None if beat_at is None else now - beat_at


def games_of_older_rules(now: datetime, but: Collection[int] = ()) -> list[int]:
    older = Game.objects.unfinished().filter(rules_version__lt=RULES_VERSION)
    keys = older.order_by("pk").values_list("pk", flat=True)
    return list((keys.exclude(pk__in=but) if but else keys)[:BATCH])


#: Seats whose players get a reminder.
REMINDERS = DueRows(Seat.objects.all(), "remind_at")
#: Seats whose orders are checked.
ORDERS = DueRows(Seat.objects.all(), "orders_at")
#: Seats whose bots have to think. The batch is small because thinking takes long.
THOUGHTS = DueRows(Seat.objects.all(), "thinks_at", batch=10)
#: Games with a proposal whose time to vote is over.
VOTES = DueRows(Game.objects.all(), "votes_due_at")
#: Games that the staff ended and whose seed gets revealed.
REVEALS = DueRows(Game.objects.all(), "reveal_at")
#: Games whose round of the beacon has been published.
BEACONS = DueRows(
    Game.objects.filter(frozen_at=None).exclude(status=Status.CANCELLED),
    "beacon_due_at",
)
#: Users whose ban ends.
BANS = DueRows(User.objects.all(), "banned_until")
#: Users whose data the staff decided to delete.
FORGETTINGS = DueRows(User.objects.all(), "forget_at")


@transaction.atomic
def remind_seat(*, seat_id: int, now: datetime) -> bool:
    """
    Return whether a reminder was sent. The next reminder is scheduled in any case.
    """
    seat = _locked(seat_id)
    if seat.remind_at is None or seat.remind_at > now:
        return False
    _set_next(seat, now)
    if not seat.game.is_active or seat.game.is_frozen:
        return False
    publish(DecisionDue(seat, now=now))
    return True


@transaction.atomic
def refresh_reminder(*, seat_id: int, now: datetime) -> None:
    _set_next(_locked(seat_id), now)


def _locked(seat_id: int) -> Seat:
    seats = Seat.objects.select_for_update(of=("self",))
    return seats.select_related("game", "user").get(pk=seat_id)


def _set_next(seat: Seat, now: datetime) -> None:
    seat.remind_at = next_seat_reminder(
        seat.game.table_state, seat, clocks.load_outages(), now
    )
    seat.save(update_fields=["remind_at"])


def record_open_page(*, seat: Seat, now: datetime) -> None:
    Seat.objects.filter(pk=seat.pk).update(looked_at=now)


@attempt_on_game
def expire_turn(*, seat_id: int, now: datetime, skip_locked: bool = False) -> bool:
    """
    Return whether anything was decided. False means that the player was faster, that
    the clock stood still during an outage, that the game is frozen, or, with
    ``skip_locked``, that another transaction holds the lock.
    """
    session, seat = open_session_of(seat_id, now=now, skip_locked=skip_locked)
    if session.is_frozen or seat.deadline_at is None or seat.deadline_at > now:
        return False
    with_lost_time = with_outages(session.table, session.outages)
    due = deadline_of(with_lost_time, seat.number)
    if due is None or due > now:
        session.refresh()
        return False
    if seat.number in session.present:
        _time_out(session, seat)
    play_automatic(session)
    if not session.entries:
        # A bot that searches has to decide. Its turn came while thinking was switched
        # off.
        if seat.thinks_at is None and thinks(seat):
            Seat.objects.filter(pk=seat.pk).update(thinks_at=now)
        return False
    session.save()
    return True


def _time_out(session: GameSession, seat: Seat) -> None:
    player = seat.number
    followed = at_deadline(session, seat)
    choose = followed or partial(autopilot.choose, cautious=True)
    source = Source.ORDERS if followed else Source.TIMEOUT
    moves = choose_moves(session.state, player, session.chance, choose)
    session.decide(TimeOut(moves), player, source)
    if followed:
        followed.keep_rest(session.now)
