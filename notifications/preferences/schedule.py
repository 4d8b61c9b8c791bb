"""The schedule of a reader: when to send a mail that can wait. Pure.

A mail waits for the reader's pace, for the end of a visit to the page, and for the end
of quiet hours. A mail about a decision does not wait so long that it becomes useless:

- When less than a sixth of the time is left, or less than four hours, only quiet hours
  delay it. If that point lies in quiet hours that end too late to decide, the mail goes
  before them.
- Quiet hours do not count if less than an hour would be left after them.

All times are aware and in UTC.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from games.clocks import AHEAD_OF_QUIET, Quiet
from games.models.seats import PAGE_IS_OPEN
from stoneage_core.match.calendar import Calendar, Span, next_showing
from stoneage_core.time_control import Window

#: An open page delays a mail for at most this long.
LONGEST_HELD = timedelta(hours=1)

#: A decision is urgent when less time than either of these is left.
URGENT_SHARE = 1 / 6
URGENT = timedelta(hours=4)
#: The least time to decide that must be left after quiet hours.
LAST_HOUR = timedelta(hours=1)

ONE_DAY = timedelta(days=1)


class Why(StrEnum):
    """Why a mail waits, for the staff."""

    VISIT = "waits while the player is looking at the game"
    QUIET = "waits until the quiet hours are over"
    HOURLY = "waits, because the player wants at most one mail an hour"
    DAILY = "waits for the daily digest"


@dataclass(frozen=True, slots=True)
class Schedule:
    """
    ``apart`` is the least time between two mails. ``daily_at`` is the minute of the day
    in ``zone`` when they all come together. None come in ``quiet`` hours.
    """

    zone: ZoneInfo
    apart: timedelta | None = None
    daily_at: int | None = None
    quiet: Quiet | None = None
    defers_while_online: bool = True


@dataclass(frozen=True, slots=True)
class Delivery:
    """
    ``last_sent`` is when the reader last got a mail that could have waited.
    ``looked_at`` is when they last had the page open that this mail is about.
    """

    since: datetime
    to_decide: Span | None = None
    last_sent: datetime | None = None
    looked_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Send:
    """Send the mail now; if ``is_urgent``, not in a digest."""

    is_urgent: bool = False


@dataclass(frozen=True, slots=True)
class Defer:
    """Wait, in a digest or separately, then decide again."""

    until: datetime
    reason: str
    in_digest: bool = False


def when_to_send(schedule: Schedule, delivery: Delivery, now: datetime) -> Send | Defer:
    urgent_at = _urgent_at(schedule, delivery.to_decide)
    is_urgent = urgent_at is not None and urgent_at <= now
    until, why = now, Why.QUIET
    if not is_urgent:
        until, after_visit = (
            _paced(schedule, delivery, now),
            _after_visit(schedule, delivery, now),
        )
        why = Why.HOURLY if schedule.daily_at is None else Why.DAILY
        if after_visit > until:
            until, why = after_visit, Why.VISIT
        until = until if urgent_at is None else min(until, urgent_at)
    awake = _after_quiet(schedule, until, delivery.to_decide)
    if awake > until:
        until, why = awake, Why.QUIET if until <= now else why
    return Defer(until, why) if until > now else Send(is_urgent)


def _paced(schedule: Schedule, delivery: Delivery, now: datetime) -> datetime:
    if schedule.daily_at is not None:
        return max(now, next_showing(schedule.zone, schedule.daily_at, delivery.since))
    if schedule.apart is not None and delivery.last_sent is not None:
        return max(now, delivery.last_sent + schedule.apart)
    return now


def _after_visit(schedule: Schedule, delivery: Delivery, now: datetime) -> datetime:
    """Return when a reader has presumably left the page, or ``now``."""
    if not schedule.defers_while_online or delivery.looked_at is None:
        return now
    return max(
        now, min(delivery.looked_at + PAGE_IS_OPEN, delivery.since + LONGEST_HELD)
    )


def _urgent_at(schedule: Schedule, to_decide: Span | None) -> datetime | None:
    if to_decide is None:
        return None
    urgent_at = to_decide.ends - max(URGENT, to_decide.length * URGENT_SHARE)
    waking = _waking(schedule)
    if waking is None or waking.runs_at(urgent_at):
        return urgent_at
    if _after_quiet(schedule, urgent_at, to_decide) > urgent_at:
        return urgent_at
    # These quiet hours end too late, so the mail goes before they begin.
    *_, last = waking.running(Span(urgent_at - 2 * ONE_DAY, urgent_at))
    return max(last.begins, last.ends - AHEAD_OF_QUIET)


def _after_quiet(
    schedule: Schedule, moment: datetime, to_decide: Span | None
) -> datetime:
    waking = _waking(schedule)
    if waking is None:
        return moment
    awake = waking.resumes_at(moment)
    if to_decide is not None and awake > to_decide.ends - LAST_HOUR:
        return moment
    return awake


def _waking(schedule: Schedule) -> Calendar | None:
    quiet = schedule.quiet
    if quiet is None or quiet.begins == quiet.ends:
        return None
    return Calendar(schedule.zone, Window(quiet.ends, quiet.begins))
