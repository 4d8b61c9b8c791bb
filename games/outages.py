"""Outages of the service: notice them, credit the time, go on after a restore."""

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Min, Q

from games.background.kept_files import KeptFiles
from games.background.sweep import log_failure
from games.deadlines import refresh_reminder
from games.decisions.session import open_session
from games.limits import forget_all
from games.models import Attempt, Game, Heartbeat, Outage, Seat, Status, User
from games.models.service import Restoration
from games.signals import ClockSetBack, ServiceRestored, publish

logger = logging.getLogger(__name__)

#: How long a worker may go on using the time at which it began its batch.
STILL_AT_WORK = timedelta(minutes=3)


def correct_schedules(*, ahead: timedelta, now: datetime) -> Outage | None:
    """
    Correct what was scheduled by the wrong clock. Call this in a transaction.

    The wrong clock looked like an outage that ends in the future. Replace it by an
    outage that ends now, and return that: the players' clocks stand still for as long
    as the clock was wrong. The next sweep computes the deadlines again.
    """
    logger.error("The database's clock was %s ahead and has been set back", ahead)
    wrong = Outage.objects.filter(ended_at__gt=now)
    began_at = wrong.aggregate(first=Min("began_at"))["first"]
    outage = None
    if began_at is not None:
        wrong.delete()
        began_at = min(began_at, now - timedelta(seconds=1))
        outage = Outage.objects.create(began_at=began_at, ended_at=now)
    # Orders and bots must not wait longer than they usually do.
    _shortest, longest = settings.ORDERS_DELAY
    latest = now + timedelta(seconds=longest)
    Seat.objects.filter(orders_at__gt=latest).update(orders_at=latest)
    asked_ahead = Seat.objects.filter(thinks_at__gt=now, thinks_at=F("awaited_at"))
    asked_ahead.update(thinks_at=now)
    Seat.objects.filter(looked_at__gt=now).update(looked_at=None)
    Attempt.objects.filter(next_at__gt=now).update(next_at=now)
    forget_all()
    publish(ClockSetBack(now=now))
    return outage


def keep_correcting_schedules(*, now: datetime) -> None:
    """Correct what workers still schedule by the wrong clock after it was set back."""
    if Outage.objects.filter(ended_at__gt=now - STILL_AT_WORK).exists():
        publish(ClockSetBack(now=now))


#: How many games are handled before the progress is saved.
BATCH = 100


def record_restoration(heart: Heartbeat, *, now: datetime) -> Restoration:
    """
    Call this in a transaction. ``heart`` is the locked heartbeat. The backup's
    knowledge ends with its last beat.
    """
    restoration = Restoration.objects.create(
        back_to=min(heart.beat_at, now), restored_at=now
    )
    logger.warning(
        "The database was restored from a backup of %s: everything after it is lost",
        restoration.back_to,
    )
    publish(ServiceRestored(restoration.back_to, now=now))
    return restoration


def is_restoring() -> bool:
    return Restoration.objects.filter(completed_at__isnull=True).exists()


def restore_games(*, now: datetime) -> bool:
    """
    Record the oldest unfinished restore in the next games. Return whether there is
    more. A game in which something is decided in the meantime records the restore
    itself before the decision.
    """
    unfinished = Restoration.objects.filter(completed_at__isnull=True)
    restoration = unfinished.order_by("pk").first()
    if restoration is None:
        return False
    games = Game.objects.filter(
        pk__gt=restoration.noted_up_to, created_at__lt=restoration.restored_at
    )
    going_on = games.exclude(status=Status.CANCELLED).exclude(
        status=Status.FINISHED, reveal_at=None
    )
    batch = list(going_on.order_by("pk").values_list("pk", flat=True)[:BATCH])
    for game_id in batch:
        with log_failure("Game %s could not record the restore", game_id):
            restore_game(game_id=game_id, now=now)
    noted = Restoration.objects.filter(pk=restoration.pk)
    if len(batch) < BATCH:
        noted.update(completed_at=now)
    else:
        noted.filter(noted_up_to__lt=batch[-1]).update(noted_up_to=batch[-1])
    return True


@transaction.atomic
def restore_game(*, game_id: int, now: datetime) -> None:
    session = open_session(game_id, now=now)
    session.record_facts()
    if session.entries:
        session.save()


#: The primary key of the one heartbeat row, which all workers share.
HEART = 1
#: The last beat of each database that this machine knows of, by database id.
BEATS = KeptFiles("beats")


@transaction.atomic
def record_heartbeat(*, now: datetime) -> Outage | None:
    """
    Record that the sweep runs. Return the outage that this ends, or None. Without a
    sweep for OUTAGE_SECONDS the service was down: no deadline was enforced, and we
    assume that nobody could play. The time while the database's clock was ahead counts
    as an outage, too. If this machine knows of later beats than the database, the
    database was restored from a backup.
    """
    heart, is_first = Heartbeat.objects.select_for_update().get_or_create(
        pk=HEART, defaults={"beat_at": now}
    )
    if _known_beats(heart) > heart.beats:
        heart = advance_beats(now=now)
        record_restoration(heart, now=now)
    silence, longest = now - heart.beat_at, timedelta(seconds=settings.OUTAGE_SECONDS)
    outage = None
    if not is_first and silence > longest:
        outage = Outage.objects.create(began_at=heart.beat_at, ended_at=now)
    # Sweeps may run at the same time, and the latest one counts. A beat far in the
    # future means that the database's clock has been set back.
    if silence < -longest:
        outage = correct_schedules(ahead=-silence, now=now)
    else:
        keep_correcting_schedules(now=now)
    if silence > timedelta() or silence < -longest:
        heart.beat_at = now
    heart.beats += 1
    heart.save(update_fields=["beat_at", "beats"])
    key, beats = str(heart.database_id), str(heart.beats)
    transaction.on_commit(lambda: BEATS.write(key, beats))
    return outage


def _known_beats(heart: Heartbeat) -> int:
    beats = BEATS.read(str(heart.database_id)).strip()
    return int(beats) if beats.isdecimal() else 0


@transaction.atomic
def advance_beats(*, now: datetime) -> Heartbeat:
    """Continue the count of beats from what this machine knew before a restore."""
    heart, _is_first = Heartbeat.objects.select_for_update().get_or_create(
        pk=HEART, defaults={"beat_at": now}
    )
    heart.beats = max(heart.beats, _known_beats(heart)) + 1
    heart.save(update_fields=["beats"])
    return heart


@transaction.atomic
def record_service_restored(*, now: datetime) -> Restoration:
    return record_restoration(advance_beats(now=now), now=now)


def touch_heartbeat(*, now: datetime) -> None:
    """Record that a long sweep is still running, and not an outage."""
    Heartbeat.objects.filter(pk=HEART, beat_at__lt=now).update(beat_at=now)


def is_crediting() -> bool:
    return Outage.objects.filter(credited_at__isnull=True).exists()


def credit_outages(*, now: datetime) -> bool:
    """
    Postpone the deadlines of the next batch of games for the oldest outage. Return
    whether there is more. Only what pages show depends on it: a deadline is always
    computed again before it is enforced.
    """
    outage = Outage.objects.filter(credited_at__isnull=True).order_by("pk").first()
    if outage is None:
        return False
    # They waited for a player during the outage, or since a time by a clock that was
    # ahead.
    asked = Q(awaited_at__lt=outage.ended_at) | Q(awaited_at__gt=now)
    waiting = Seat.objects.filter(asked, deadline_at__isnull=False)
    games = Game.objects.filter(status=Status.ACTIVE, seats__in=waiting).distinct()
    rest = games.filter(pk__gt=outage.credited_up_to).order_by("pk")
    batch = list(rest.values_list("pk", flat=True)[:BATCH])
    for game_id in batch:
        if not _postpone(outage, game_id, now):
            return True
    noted = Outage.objects.filter(pk=outage.pk)
    if len(batch) < BATCH:
        noted.update(credited_at=now)
    else:
        noted.filter(credited_up_to__lt=batch[-1]).update(credited_up_to=batch[-1])
    return True


def _postpone(outage: Outage, game_id: int, now: datetime) -> bool:
    """
    Postpone the deadlines of a game. Return False if the outage was deleted because the
    clock turned out to be wrong; then ``now`` is wrong, too. Locking the outage
    prevents later computations by that clock.
    """
    with transaction.atomic():
        locked = Outage.objects.select_for_update().filter(pk=outage.pk)
        if not locked.values_list("pk", flat=True).first():
            return False
        with log_failure("The deadlines of game %s could not be postponed", game_id):
            refresh_deadlines(game_id=game_id, now=now)
    return True


@transaction.atomic
def refresh_deadlines(*, game_id: int, now: datetime) -> None:
    session = open_session(game_id, now=now)
    session.record_utc_offsets()
    if session.entries:
        session.save()
        return
    session.refresh()


def refresh_user_deadlines(*, user: User, now: datetime) -> None:
    awaited = Seat.objects.filter(user=user, deadline_at__isnull=False)
    for seat_id, game_id in awaited.values_list("pk", "game_id"):
        refresh_deadlines(game_id=game_id, now=now)
        refresh_reminder(seat_id=seat_id, now=now)
