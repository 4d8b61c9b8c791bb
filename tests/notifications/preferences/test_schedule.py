"""The schedule of mails, in any time zone, also on days with 23 or 25 hours."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import assume, given
from hypothesis import strategies as st

from games.clocks import Quiet
from games.models.seats import PAGE_IS_OPEN
from notifications.preferences.schedule import (
    LAST_HOUR,
    LONGEST_HELD,
    URGENT,
    URGENT_SHARE,
    Defer,
    Delivery,
    Schedule,
    Send,
    Why,
    when_to_send,
)
from stoneage_core.match.calendar import Span, next_showing

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
BERLIN = ZoneInfo("Europe/Berlin")
NIGHT = Quiet(22 * 60, 7 * 60)
EIGHT = 8 * 60

AT_ONCE = Schedule(BERLIN)
HOURLY = Schedule(BERLIN, apart=HOUR)
DAILY = Schedule(BERLIN, daily_at=EIGHT)

ZONES = st.sampled_from(
    [
        *("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata"),
        *("Australia/Lord_Howe", "Pacific/Apia", "America/Sao_Paulo"),
    ]
).map(ZoneInfo)
TWENTY_YEARS = 20 * 365 * 24 * 60
MOMENTS = st.integers(0, TWENTY_YEARS).map(
    lambda minutes: datetime(2010, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
)
MINUTES = st.integers(0, 24 * 60 - 1)
QUIET = st.none() | st.builds(Quiet, MINUTES, MINUTES)
RHYTHMS = st.builds(
    Schedule,
    zone=ZONES,
    apart=st.sampled_from([None, HOUR]),
    daily_at=st.none() | MINUTES,
    quiet=QUIET,
    defers_while_online=st.booleans(),
)


Case = tuple[Delivery, datetime]


@st.composite
def occasions(
    draw: st.DrawFn, decides: bool | None = None, is_urgent: bool = False
) -> Case:
    """A mail posted a while ago, and the present time."""
    since = draw(MOMENTS)
    passed = draw(st.timedeltas(timedelta(), 3 * DAY))
    ago = st.timedeltas(timedelta(), 3 * HOUR)
    to_decide = None
    if decides if decides is not None else draw(st.booleans()):
        length = draw(st.timedeltas(HOUR, 14 * DAY))
        to_decide = Span(since, since + length)
        if is_urgent:
            passed += max(timedelta(), length - max(URGENT, URGENT_SHARE * length))
    now = since + passed
    last_sent = now - draw(ago) if draw(st.booleans()) else None
    looked_at = now - draw(ago) if draw(st.booleans()) else None
    return Delivery(since, to_decide, last_sent, looked_at), now


def shown(zone: ZoneInfo, moment: datetime) -> int:
    local = moment.astimezone(zone)
    return local.hour * 60 + local.minute


def is_quiet(schedule: Schedule, moment: datetime) -> bool:
    if schedule.quiet is None:
        return False
    begins, ends = schedule.quiet.begins, schedule.quiet.ends
    minute = shown(schedule.zone, moment)
    if begins <= ends:
        return begins <= minute < ends
    return minute >= begins or minute < ends


# Examples


def test_mails_go_at_once_by_default() -> None:
    assert when_to_send(AT_ONCE, Delivery(NOON), NOON) == Send()


def test_hourly_pace_sends_one_mail_an_hour() -> None:
    sent = Delivery(NOON, last_sent=NOON - timedelta(minutes=20))
    wait = Defer(NOON + timedelta(minutes=40), Why.HOURLY)
    assert when_to_send(HOURLY, sent, NOON) == wait
    assert when_to_send(HOURLY, sent, wait.until) == Send()
    assert when_to_send(HOURLY, Delivery(NOON), NOON) == Send()


def test_daily_pace_sends_at_the_readers_hour() -> None:
    eight = datetime(2026, 11, 21, 7, 0, tzinfo=UTC)
    assert when_to_send(DAILY, Delivery(NOON), NOON) == Defer(eight, Why.DAILY)
    assert when_to_send(DAILY, Delivery(NOON), eight) == Send()


def test_mail_posted_at_the_daily_hour_waits_for_the_next_day() -> None:
    eight = datetime(2026, 11, 21, 7, 0, tzinfo=UTC)
    assert when_to_send(DAILY, Delivery(eight), eight) == Defer(eight + DAY, Why.DAILY)


def test_visit_delays_a_mail_for_minutes() -> None:
    looked = Delivery(NOON, looked_at=NOON - timedelta(minutes=1))
    wait = Defer(NOON + timedelta(minutes=4), Why.VISIT)
    assert when_to_send(AT_ONCE, looked, NOON) == wait
    assert when_to_send(AT_ONCE, looked, wait.until) == Send()


def test_visit_delays_nothing_if_the_reader_wants_that() -> None:
    looked = Delivery(NOON, looked_at=NOON)
    assert (
        when_to_send(Schedule(BERLIN, defers_while_online=False), looked, NOON)
        == Send()
    )


def test_open_page_delays_a_mail_for_an_hour_at_most() -> None:
    later = NOON + LONGEST_HELD
    assert when_to_send(AT_ONCE, Delivery(NOON, looked_at=later), later) == Send()


def test_quiet_hours_delay_a_mail_until_they_end() -> None:
    schedule = Schedule(BERLIN, quiet=NIGHT)
    night = datetime(2026, 11, 20, 22, 0, tzinfo=UTC)  # 23:00 there
    seven = datetime(2026, 11, 21, 6, 0, tzinfo=UTC)
    assert when_to_send(schedule, Delivery(night), night) == Defer(seven, Why.QUIET)
    assert when_to_send(schedule, Delivery(night), seven) == Send()


def test_quiet_hours_do_not_outlast_a_decision() -> None:
    schedule = Schedule(BERLIN, quiet=NIGHT)
    night = datetime(2026, 11, 20, 22, 0, tzinfo=UTC)
    until_half_past_seven = Span(NOON, datetime(2026, 11, 21, 6, 30, tzinfo=UTC))
    delivery = Delivery(night, until_half_past_seven)
    assert when_to_send(schedule, delivery, night) == Send(is_urgent=True)


def test_urgent_decision_does_not_wait_for_the_digest() -> None:
    to_decide = Span(NOON - 2 * DAY, NOON + URGENT)
    assert when_to_send(DAILY, Delivery(NOON, to_decide), NOON) == Send(is_urgent=True)


def test_decision_that_becomes_urgent_waits_until_then() -> None:
    to_decide = Span(NOON, NOON + 20 * HOUR)  # five in the morning is four hours before
    wait = when_to_send(DAILY, Delivery(NOON, to_decide), NOON)
    assert wait == Defer(NOON + 16 * HOUR, Why.DAILY)
    assert when_to_send(DAILY, Delivery(NOON, to_decide), NOON + 16 * HOUR) == Send(
        True
    )


def test_urgent_decision_is_sent_before_quiet_hours() -> None:
    schedule = Schedule(BERLIN, daily_at=EIGHT, quiet=NIGHT)
    until_half_past_seven = Span(NOON, datetime(2026, 11, 21, 6, 30, tzinfo=UTC))
    wait = when_to_send(schedule, Delivery(NOON, until_half_past_seven), NOON)
    assert wait == Defer(datetime(2026, 11, 20, 20, 45, tzinfo=UTC), Why.DAILY)


def test_equal_hours_mean_no_quiet_hours() -> None:
    schedule = Schedule(BERLIN, quiet=Quiet(EIGHT, EIGHT))
    assert when_to_send(schedule, Delivery(NOON), NOON) == Send()


# Properties


@given(RHYTHMS, occasions())
def test_deferral_is_always_to_the_future(schedule: Schedule, case: Case) -> None:
    delivery, now = case
    verdict = when_to_send(schedule, delivery, now)
    assert isinstance(verdict, Send) or verdict.until > now


@given(RHYTHMS, occasions())
def test_every_mail_is_sent_eventually(schedule: Schedule, case: Case) -> None:
    """Decided again at the end of each deferral, with nothing else happening."""
    delivery, now = case
    for _ in range(6):
        verdict = when_to_send(schedule, delivery, now)
        if isinstance(verdict, Send):
            return
        now = verdict.until
    raise AssertionError("it waits for ever")


@given(RHYTHMS, occasions(decides=True))
def test_decision_never_waits_until_it_is_too_late(
    schedule: Schedule, case: Case
) -> None:
    delivery, now = case
    assert delivery.to_decide is not None
    assume(now < delivery.to_decide.ends - LAST_HOUR)
    verdict = when_to_send(schedule, delivery, now)
    if isinstance(verdict, Defer):
        assert verdict.until <= delivery.to_decide.ends - LAST_HOUR


@given(RHYTHMS, occasions(decides=True, is_urgent=True))
def test_urgent_mail_waits_only_for_quiet_hours(schedule: Schedule, case: Case) -> None:
    delivery, now = case
    verdict = when_to_send(schedule, delivery, now)
    assert isinstance(verdict, Send) or is_quiet(schedule, now)


@given(RHYTHMS, occasions(decides=False))
def test_mail_without_deadline_never_comes_in_quiet_hours(
    schedule: Schedule, case: Case
) -> None:
    delivery, now = case
    verdict = when_to_send(schedule, delivery, now)
    went_at = now if isinstance(verdict, Send) else verdict.until
    assert not is_quiet(schedule, went_at)


@given(ZONES, MINUTES, MOMENTS)
def test_digest_is_daily(zone: ZoneInfo, minute: int, moment: datetime) -> None:
    following = next_showing(zone, minute, moment)
    # A day of 25 hours, or the one that Apia skipped.
    assert moment < following <= moment + 2 * DAY + HOUR


@given(ZONES, MINUTES, MOMENTS)
def test_digests_never_come_twice_a_day(
    zone: ZoneInfo, minute: int, moment: datetime
) -> None:
    first = next_showing(zone, minute, moment)
    second = next_showing(zone, minute, first)
    assert first.astimezone(zone).date() < second.astimezone(zone).date()


@given(occasions())
def test_old_visit_delays_nothing(case: Case) -> None:
    delivery, now = case
    assume(delivery.looked_at is None or now - delivery.looked_at >= PAGE_IS_OPEN)
    assert isinstance(when_to_send(AT_ONCE, delivery, now), Send)
