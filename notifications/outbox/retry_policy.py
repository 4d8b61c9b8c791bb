"""The retry policy: how often and for how long a failing mail is tried.

Like mail servers we retry soon at first, then every few hours, and give up after some
days. While a server accepts nothing at all we retry more often, so that mails go out
soon after it recovers. A mail that we cannot render is tried a few times, in case a
release fixes it.
"""

import random
from datetime import datetime, timedelta

from django.db.models import Min, Q

from notifications.models import Kind, Obstacle, OutgoingMail
from notifications.outbox.delays import last_accepted

FIRST_RETRY = timedelta(seconds=15)
LATEST_RETRY = timedelta(hours=4)
#: During an outage of the server, the pause is a quarter of the outage so far, but at
#: least this.
LEAST_PROBE, PROBE_SHARE = timedelta(minutes=15), 1 / 4
#: With this many doublings the first pause exceeds the latest one.
_MOST_DOUBLINGS = 10
#: A request for a decision is retried before this share of the remaining time is over.
SHARE_OF_TIME_LEFT = 1 / 4

LONGEST_TRIED = timedelta(days=3)
#: After that its parts are sent separately, each with the full retry time.
LONGEST_DIGEST_TRIED = timedelta(hours=3)
#: A webhook is called at least every hour, and switched off after a day.
LATEST_CALL, LONGEST_CALLED = timedelta(hours=1), timedelta(days=1)
_LONGEST: dict[str, timedelta] = {
    Kind.DIGEST: LONGEST_DIGEST_TRIED,
    Kind.WEBHOOK: LONGEST_CALLED,
}
#: A mail that we cannot render is retried after this pause, which doubles each time.
FAULT_PAUSE, LONGEST_FAULTY = timedelta(minutes=5), timedelta(hours=4)
#: A mail that crashed this many workers is given up.
MOST_VANISHED = 10


def next_try(
    mail: OutgoingMail, obstacle: Obstacle, *, now: datetime
) -> datetime | None:
    failing = now - (mail.failing_since or now)
    longest = _LONGEST.get(mail.kind, LONGEST_TRIED)
    if obstacle == Obstacle.FAULT:
        if failing >= min(longest, LONGEST_FAULTY):
            return None
        return now + max(FAULT_PAUSE, failing)
    if failing >= longest:
        return None
    pause = pause_after(mail.attempts, _time_left(mail, now))
    if mail.kind == Kind.WEBHOOK:
        return now + min(pause, LATEST_CALL)
    probe = max(LEAST_PROBE, failing * PROBE_SHARE)
    if pause > probe:
        accepted_at = last_accepted(mail.kind)
        if accepted_at is None or accepted_at < (mail.ready_since or now):
            pause = probe
    return now + pause


def pause_after(attempts: int, time_left: timedelta | None) -> timedelta:
    """Return the pause after that many attempts: doubling, bounded, with jitter."""
    doubled = FIRST_RETRY * 2 ** min(attempts - 1, _MOST_DOUBLINGS)
    pause: timedelta = min(LATEST_RETRY, doubled)
    if time_left is not None:
        pause = min(pause, max(FIRST_RETRY, time_left * SHARE_OF_TIME_LEFT))
    return pause * random.uniform(0.5, 1.0)


def _time_left(mail: OutgoingMail, now: datetime) -> timedelta | None:
    covered = OutgoingMail.objects.filter(Q(pk=mail.pk) | Q(part_of=mail.pk))
    running = covered.filter(seat__deadline_at__gt=now)
    first: datetime | None = running.aggregate(by=Min("seat__deadline_at"))["by"]
    return None if first is None else first - now
