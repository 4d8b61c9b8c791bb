"""The heartbeat of the service: outages are noted, and deadlines put off for them."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet

from games.background.sweep import log_failure
from games.decisions.opening import open_session
from games.match.clock_set_back import go_on_setting_back, set_back
from games.match.presence import refresh_reminder
from games.match.restoring import note_restoration
from games.models import Game, Heartbeat, Outage, Seat, Status, User
from games.models.service import Restoration
from games.store.kept_files import KeptFiles

#: There is one heartbeat for all workers.
HEART = 1
#: The last beat of each database that this machine knows of, by its id.
BEATS = KeptFiles("beats")
#: How many games are credited between two notes of how far it came.
BATCH = 100


@transaction.atomic
def record_heartbeat(*, now: datetime) -> Outage | None:
    """
    Note that the sweep runs; return the outage that this ends, if there was one.

    The service was away where nobody swept for longer than OUTAGE_SECONDS: no deadline
    was watched, and as far as we know no page was there to play on. So it was while the
    database's clock was ahead, from which it has been set back. Where this machine
    knows of later beats than the database does, that was put back from a back-up.
    """
    heart, is_first = Heartbeat.objects.select_for_update().get_or_create(
        pk=HEART, defaults={"beat_at": now}
    )
    if _known_beats(heart) > heart.beats:
        heart = count_on(now=now)
        note_restoration(heart, now=now)
    silence, longest = now - heart.beat_at, timedelta(seconds=settings.OUTAGE_SECONDS)
    outage = None
    if not is_first and silence > longest:
        outage = Outage.objects.create(began_at=heart.beat_at, ended_at=now)
    # Of sweeps side by side the latest is noted. One dated far ahead was no sweep side
    # by side: the database's clock has been set back, and counts from here.
    if silence < -longest:
        outage = set_back(ahead=-silence, now=now)
    else:
        go_on_setting_back(now=now)
    if silence > timedelta() or silence < -longest:
        heart.beat_at = now
    heart.beats += 1
    heart.save(update_fields=["beat_at", "beats"])
    key, beats = str(heart.database_id), str(heart.beats)
    transaction.on_commit(lambda: BEATS.write(key, beats))
    return outage


def _known_beats(heart: Heartbeat) -> int:
    """Return the last beat that this machine knows of, 0 for none."""
    beats = BEATS.read(str(heart.database_id)).strip()
    return int(beats) if beats.isdecimal() else 0


@transaction.atomic
def count_on(*, now: datetime) -> Heartbeat:
    """Count beats on from what this machine knew of a database that was put back."""
    heart, _is_first = Heartbeat.objects.select_for_update().get_or_create(
        pk=HEART, defaults={"beat_at": now}
    )
    heart.beats = max(heart.beats, _known_beats(heart)) + 1
    heart.save(update_fields=["beats"])
    return heart


@transaction.atomic
def note_service_restored(*, now: datetime) -> Restoration:
    """Note that the database was put back, and that what came since is lost."""
    return note_restoration(count_on(now=now), now=now)


def touch_heartbeat(*, now: datetime) -> None:
    """Note that a long sweep goes on: the time that it takes is no outage."""
    Heartbeat.objects.filter(pk=HEART, beat_at__lt=now).update(beat_at=now)


def is_crediting() -> bool:
    """Whether there is an outage for which deadlines are still to be put off."""
    return Outage.objects.filter(credited_at__isnull=True).exists()


def credit_outages(*, now: datetime) -> bool:
    """
    Put off deadlines that were running during an outage; return whether to go on.

    It takes the next games of the oldest outage that is not credited as a whole, and
    notes how far it came: whoever is stopped in the middle, the next sweep goes on.

    Only what the pages show depends on it: whoever is about to play for somebody
    reckons their deadline anew.
    """
    outage = Outage.objects.filter(credited_at__isnull=True).order_by("pk").first()
    if outage is None:
        return False
    batch = list(_games_then(outage, now)[:BATCH])
    for game_id in batch:
        if not _put_off(outage, game_id, now):
            return True
    noted = Outage.objects.filter(pk=outage.pk)
    if len(batch) < BATCH:
        noted.update(credited_at=now)
    else:
        noted.filter(credited_up_to__lt=batch[-1]).update(credited_up_to=batch[-1])
    return True


def _games_then(outage: Outage, now: datetime) -> QuerySet[Game, int]:
    """
    Return those that are not credited yet, in the order in which they will be.

    They were waiting then, or wait since a moment of a clock that was ahead.
    """
    asked = Q(awaited_at__lt=outage.ended_at) | Q(awaited_at__gt=now)
    waiting = Seat.objects.filter(asked, deadline_at__isnull=False)
    games = Game.objects.filter(status=Status.ACTIVE, seats__in=waiting).distinct()
    rest = games.filter(pk__gt=outage.credited_up_to)
    return rest.order_by("pk").values_list("pk", flat=True)


def _put_off(outage: Outage, game_id: int, now: datetime) -> bool:
    """
    Put the deadlines of a game off; return False if the outage is gone.

    Then the clock that it was noted by was wrong, and so is ``now``. Locks the outage,
    so that nothing is reckoned by that clock once it is known to be wrong. Passes over
    a game that fails, unless it is the database that does.
    """
    with transaction.atomic():
        locked = Outage.objects.select_for_update().filter(pk=outage.pk)
        if not locked.values_list("pk", flat=True).first():
            return False
        with log_failure("The deadlines of game %s could not be put off", game_id):
            refresh_deadlines(game_id=game_id, now=now)
    return True


@transaction.atomic
def refresh_deadlines(*, game_id: int, now: datetime) -> None:
    """Reckon the deadlines of a game anew: an outage, or a player's zone, changed."""
    session = open_session(game_id, now=now)
    session.note_hours()
    if session.entries:
        session.save()
        return
    session.refresh()


def refresh_user_deadlines(*, user: User, now: datetime) -> None:
    """Reckon anew what depends on a user's zone and hours: deadlines and reminders."""
    awaited = Seat.objects.filter(user=user, deadline_at__isnull=False)
    for seat_id, game_id in awaited.values_list("pk", "game_id"):
        refresh_deadlines(game_id=game_id, now=now)
        refresh_reminder(seat_id=seat_id, now=now)
