"""What the service adds to the engine's clocks.

These are presets for hosts, offsets of time zones, outages, in which no clock runs, and
the times of reminders, which depend on how long the clock runs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from itertools import pairwise
from threading import Lock
from zoneinfo import ZoneInfo

from django.conf import settings
from msgspec.structs import replace

from games.models import Outage, Seat
from games.now import zone_of_seat
from stoneage_core.match.calendar import (
    END_OF_TIME,
    Calendar,
    Offset,
    Span,
    length_of,
    moment_after,
)
from stoneage_core.match.deadlines import calendar_of_seat, with_outages
from stoneage_core.match.state import TableState
from stoneage_core.time_control import (
    DAY,
    DEFAULT,
    HOUR,
    LONGEST_TAKEBACK,
    MINUTE,
    Bank,
    PerMove,
    TimeControl,
    Window,
)

#: The preset of games that are played in one go.
LIVE = "live"
PRESETS: dict[str, TimeControl] = {
    "unhurried": DEFAULT,
    "relaxed": TimeControl(time=PerMove(5 * DAY), weekends=True, vacation=28),
    "a_move_a_day": TimeControl(time=PerMove(DAY), grace=12 * HOUR, vacation=14),
    "saver": TimeControl(
        time=Bank(start=4 * DAY, increment=DAY, cap=6 * DAY),
        grace=8 * HOUR,
        vacation=21,
    ),
    "lunch_break": TimeControl(
        time=Bank(start=DAY, increment=4 * HOUR, cap=2 * DAY),
        window=Window(opens=7 * 60, closes=22 * 60),
        weekends=True,
        vacation=14,
    ),
    LIVE: TimeControl(
        time=Bank(start=30 * MINUTE, increment=2 * MINUTE, cap=45 * MINUTE),
        grace=30,
        misses=1,
    ),
}


#: How often each player has to come back in a game of two to four without orders; see
#: “Waits in a game” in bench/RESULTS.md.
VISITS_EACH = 55
#: How often a week everybody comes back at the rhythm for which a preset is meant.
VISITS_A_WEEK = {
    "relaxed": 2,
    "unhurried": 3,
    "a_move_a_day": 7,
    "saver": 7,
    "lunch_break": 15,
}


def weeks_of(preset: str) -> int | None:
    """Return about how many weeks a game with a preset takes, or None if under one."""
    visits = VISITS_A_WEEK.get(preset)
    return None if visits is None else round(VISITS_EACH / visits)


def preset_of(control: TimeControl) -> str | None:
    bare = replace(control, takeback=DEFAULT.takeback)
    return next((name for name, preset in PRESETS.items() if preset == bare), None)


#: How far ahead offsets are computed.
AHEAD = timedelta(days=400)
#: Recorded offsets have to be right for at least this long.
ENOUGH = timedelta(days=90)

_ONE_DAY, _ONE_MINUTE = timedelta(days=1), timedelta(minutes=1)


def offsets_of(zone: ZoneInfo, now: datetime) -> tuple[Offset, ...]:
    """Return a zone's offsets from UTC, from the day of ``now`` on."""
    return _offsets_from(zone, now.astimezone(UTC).date())


def are_current(offsets: tuple[Offset, ...], zone: ZoneInfo, now: datetime) -> bool:
    if not offsets:
        return False
    until = now + ENOUGH
    expected = _between(offsets_of(zone, now), now, until)
    return _between(offsets, now, until) == expected


def _between(
    offsets: tuple[Offset, ...], begins: datetime, ends: datetime
) -> tuple[Offset, ...]:
    """Return the offsets that apply in a period. The first begins with the period."""
    before = [each for each in offsets if each.since <= begins]
    first = Offset(begins, (before or list(offsets))[-1 if before else 0].minutes)
    later = [each for each in offsets if begins < each.since <= ends]
    return (first, *later)


@lru_cache(maxsize=1024)
def _offsets_from(zone: ZoneInfo, day: date) -> tuple[Offset, ...]:
    begins = datetime.combine(day, time.min, UTC)
    found = [Offset(begins, _ahead(zone, begins))]
    moment = begins
    while moment < begins + AHEAD:
        if _ahead(zone, moment + _ONE_DAY) != found[-1].minutes:
            since = _change_between(zone, moment, moment + _ONE_DAY)
            found.append(Offset(since, _ahead(zone, since)))
        moment += _ONE_DAY
    return tuple(found)


def _change_between(zone: ZoneInfo, before: datetime, after: datetime) -> datetime:
    """Return the first minute with the same offset as ``after``."""
    ahead = _ahead(zone, after)
    while after - before > _ONE_MINUTE:
        middle = before + (after - before) // _ONE_MINUTE // 2 * _ONE_MINUTE
        if _ahead(zone, middle) == ahead:
            after = middle
        else:
            before = middle
    return after


def _ahead(zone: ZoneInfo, moment: datetime) -> int:
    offset = moment.astimezone(zone).utcoffset()
    return 0 if offset is None else offset // _ONE_MINUTE


#: Older outages precede every vacation and every decision that is still awaited.
REMEMBERED = timedelta(days=400)


class _Known:
    """The outages that this process has read; ``latest`` is the id of the last."""

    lock = Lock()
    latest: int | None = None
    spans: tuple[Span, ...] = ()


def cached_outages(latest: int | None) -> tuple[Span, ...]:
    """
    Return the outages; ``latest`` is the id of the last one, or None if there is none.
    They are read from the database only if ``latest`` is new to this process. Locking
    a game reads that id, so a move usually needs no query for the outages.
    """
    if latest is None:
        return ()
    with _Known.lock:
        if _Known.latest != latest:
            _Known.spans = load_outages()
            _Known.latest = latest
        return _Known.spans


def outages_until(
    now: datetime, *, latest: int | None, beat_at: datetime | None
) -> tuple[Span, ...]:
    """Return the outages so far, including one that is still going on."""
    silence = timedelta(seconds=settings.OUTAGE_SECONDS)
    if beat_at is None or now - beat_at <= silence:
        return cached_outages(latest)
    return (*cached_outages(latest), Span(beat_at, now))


def load_outages() -> tuple[Span, ...]:
    rows = Outage.objects.order_by("began_at").values_list("began_at", "ended_at")
    latest = rows.last()
    if latest is None:
        return ()
    recent = rows.filter(ended_at__gt=latest[1] - REMEMBERED)
    return tuple(Span(*row) for row in recent)


#: Two reminders from this length on, and one from that.
LONG, SHORT = timedelta(hours=12), timedelta(hours=1)

#: The share of the running time after which a reminder is due.
HALF, LAST = 1 / 2, 5 / 6
#: No reminder comes right after the question, nor too late to be useful.
EARLIEST, LATEST = 1 / 10, 9 / 10

#: A reminder is sent at least this long before quiet hours, because email takes a
#: while.
AHEAD_OF_QUIET = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Quiet:
    """
    The hours in which a user wants no emails, in minutes since midnight in their zone.
    They may span midnight. If both are the same there are no quiet hours.
    """

    begins: int
    ends: int


def reminders(
    asked_at: datetime,
    deadline: datetime,
    calendar: Calendar,
    quiet: Quiet | None,
    zone: ZoneInfo,
) -> tuple[datetime, ...]:
    """
    Return when to remind somebody of a decision: at most twice, in order.

    The first reminder comes when half the running time is left, if the time is 12 hours
    or more. The second comes when a sixth is left, if the time is an hour or more. A
    reminder is sent only while the clock runs and outside of the quiet hours in the
    reader's ``zone``. Otherwise it moves behind those hours if a tenth of the time is
    still left then, or else ahead of them, or it is dropped. If the two are less than
    an hour apart, the first is dropped.
    """
    running = list(calendar.running(Span(asked_at, deadline)))
    duration = length_of(running)
    if duration < SHORT:
        return ()

    def when(share: float) -> datetime:
        return moment_after(running, share * duration)

    waking = Calendar(zone, Window(quiet.ends, quiet.begins) if quiet else None)
    between = Span(when(EARLIEST), when(LATEST))
    welcome = [one for span in running for one in waking.running(span.within(between))]
    shares = (HALF, LAST) if duration >= LONG else (LAST,)
    moments = [_nearest(welcome, when(share)) for share in shares if welcome]
    pairs = pairwise([*moments, END_OF_TIME])
    return tuple(moment for moment, following in pairs if following - moment >= SHORT)


def next_reminder(moments: tuple[datetime, ...], after: datetime) -> datetime | None:
    return next((moment for moment in moments if moment > after), None)


def _nearest(welcome: list[Span], moment: datetime) -> datetime:
    for span in welcome:
        if moment < span.ends:
            return max(moment, span.begins)
    last = welcome[-1]
    return max(last.begins, last.ends - AHEAD_OF_QUIET)


def seat_calendar(table: TableState, seat: Seat, outages: Sequence[Span]) -> Calendar:
    """``outages`` are those of the service."""
    return calendar_of_seat(with_outages(table, outages), seat.number)


def with_site_takeback(control: TimeControl) -> TimeControl:
    seconds = min(settings.UNDO_SECONDS, LONGEST_TAKEBACK)
    return replace(control, takeback=seconds)


def next_seat_reminder(
    table: TableState,
    seat: Seat,
    outages: Sequence[Span],
    after: datetime,
) -> datetime | None:
    if seat.awaited_at is None or seat.deadline_at is None or seat.user is None:
        return None
    if table.seats[seat.number].is_on_autopilot:
        return None
    quiet = Quiet(seat.user.quiet_from, seat.user.quiet_until)
    when = seat_calendar(table, seat, outages)
    moments = reminders(
        seat.awaited_at, seat.deadline_at, when, quiet, zone_of_seat(seat)
    )
    return next_reminder(moments, after)
