"""The schedule of a reader: when a mail that can wait goes. Pure, and without rows.

A mail waits for the reader's pace, for the end of a visit to the page, and through
quiet hours. One about a decision never waits until it is of no use:

- Once less than a sixth of the time is left, or less than four hours, only quiet hours
  hold it back. Where that point lies in quiet hours after which nothing could be done
  any more, it is put ahead of them.
- Quiet hours hold unless less than an hour would be left after them.

All moments are aware and in UTC.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from games.timekeeping.reminders import AHEAD_OF_QUIET, LOOKING, Quiet
from stoneage_core.match.calendar import Calendar, Span, next_showing
from stoneage_core.time_control import Window

#: An open page nobody looks at holds a mail no longer than this.
LONGEST_HELD = timedelta(hours=1)

#: Less time than either of these is little: a decision is urgent then.
URGENT_SHARE = 1 / 6
URGENT = timedelta(hours=4)
#: What is left to decide in after quiet hours at the least.
LAST_HOUR = timedelta(hours=1)

ONE_DAY = timedelta(days=1)


class Why(StrEnum):
    """The reason why a mail waits, in words for the staff."""

    VISIT = "waits while the player is looking at the game"
    QUIET = "waits until the quiet hours are over"
    HOURLY = "waits, as no more than one mail an hour is wanted"
    DAILY = "waits for the daily digest"


@dataclass(frozen=True, slots=True)
class Schedule:
    """
    When a reader wants mails.

    No two within ``apart``; or all that came up since at ``daily_at``, a minute of the
    day in ``zone``; and none in quiet hours.
    """

    zone: ZoneInfo
    apart: timedelta | None = None
    daily_at: int | None = None
    quiet: Quiet | None = None
    defers_while_online: bool = True


@dataclass(frozen=True, slots=True)
class Delivery:
    """
    A mail that could go: owed ``since``, about a decision in the time ``to_decide``.

    ``last_sent`` is when the reader last got a mail that could have waited, and
    ``looked_at`` when they last had the page open that this one is about.
    """

    since: datetime
    to_decide: Span | None = None
    last_sent: datetime | None = None
    looked_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Send:
    """It goes now; if ``is_urgent``, then by itself."""

    is_urgent: bool = False


@dataclass(frozen=True, slots=True)
class Defer:
    """It waits, in its reader's digest or by itself, and then is judged anew."""

    until: datetime
    reason: str
    in_digest: bool = False


def when_to_send(schedule: Schedule, delivery: Delivery, now: datetime) -> Send | Defer:
    """Say whether a mail goes now, or until when it waits."""
    urgent_at = _urgent_at(schedule, delivery.to_decide)
    is_urgent = urgent_at is not None and urgent_at <= now
    until, why = now, Why.QUIET
    if not is_urgent:
        until, why = _wanted(schedule, delivery, now)
        until = until if urgent_at is None else min(until, urgent_at)
    awake = _after_quiet(schedule, until, delivery.to_decide)
    if awake > until:
        until, why = awake, Why.QUIET if until <= now else why
    return Defer(until, why) if until > now else Send(is_urgent)


def _wanted(
    schedule: Schedule, delivery: Delivery, now: datetime
) -> tuple[datetime, Why]:
    """Return the first moment that suits pace and visit, and which of them it is."""
    paced, after = (
        _paced(schedule, delivery, now),
        _after_visit(schedule, delivery, now),
    )
    pace = Why.HOURLY if schedule.daily_at is None else Why.DAILY
    return (after, Why.VISIT) if after > paced else (paced, pace)


def _paced(schedule: Schedule, delivery: Delivery, now: datetime) -> datetime:
    if schedule.daily_at is not None:
        return max(now, next_showing(schedule.zone, schedule.daily_at, delivery.since))
    if schedule.apart is not None and delivery.last_sent is not None:
        return max(now, delivery.last_sent + schedule.apart)
    return now


def _after_visit(schedule: Schedule, delivery: Delivery, now: datetime) -> datetime:
    """Return when a reader has left who does not tell any more of being there."""
    if not schedule.defers_while_online or delivery.looked_at is None:
        return now
    return max(now, min(delivery.looked_at + LOOKING, delivery.since + LONGEST_HELD))


def _urgent_at(schedule: Schedule, to_decide: Span | None) -> datetime | None:
    """Return from when on a decision is urgent, None if there is no deadline."""
    if to_decide is None:
        return None
    urgent_at = to_decide.ends - max(URGENT, to_decide.length * URGENT_SHARE)
    if _after_quiet(schedule, urgent_at, to_decide) == urgent_at:
        return _ahead_of_quiet(schedule, urgent_at)
    return urgent_at


def _after_quiet(
    schedule: Schedule, moment: datetime, to_decide: Span | None
) -> datetime:
    """Return when quiet hours end that hold a mail back, or else ``moment``."""
    waking = _waking(schedule)
    if waking is None:
        return moment
    awake = waking.resumes_at(moment)
    if to_decide is not None and awake > to_decide.ends - LAST_HOUR:
        return moment
    return awake


def _ahead_of_quiet(schedule: Schedule, moment: datetime) -> datetime:
    """Return the last moment before the quiet hours that hold ``moment``, if any do."""
    waking = _waking(schedule)
    if waking is None or waking.runs_at(moment):
        return moment
    *_, last = waking.running(Span(moment - 2 * ONE_DAY, moment))
    return max(last.begins, last.ends - AHEAD_OF_QUIET)


def _waking(schedule: Schedule) -> Calendar | None:
    quiet = schedule.quiet
    if quiet is None or quiet.begins == quiet.ends:
        return None
    return Calendar(schedule.zone, Window(quiet.ends, quiet.begins))
