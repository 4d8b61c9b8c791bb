"""The retry policy: how long and how often a mail is tried that cannot be sent.

As mail servers do it: soon at first, then every few hours, and after some days no more.
While a server accepts nothing at all it is asked more often, so that mails go soon once
it does. A mail that we cannot write is tried a few times, in case a release mends it.
"""

import random
from datetime import datetime, timedelta

from django.db.models import Min, Q

from notifications.models import Kind, Obstacle, OutgoingMail
from notifications.outbox.delays import last_accepted

FIRST_RETRY = timedelta(seconds=15)
LATEST_RETRY = timedelta(hours=4)
#: While the server has accepted nothing since the mail was ready, it is tried again
#: after a quarter of the time for which that has lasted, or after this.
LEAST_PROBE, PROBE_SHARE = timedelta(minutes=15), 1 / 4
#: Doubled so often the first pause is longer than the latest one.
_MOST_DOUBLINGS = 10
#: What asks for a decision is tried again before this share of the time left is over.
SHARE_OF_TIME_LEFT = 1 / 4

LONGEST_TRIED = timedelta(days=3)
#: After that its parts go by themselves, and each is tried for as long as any mail.
LONGEST_DIGEST_TRIED = timedelta(hours=3)
#: A webhook is called at least every hour, and switched off after a day.
LATEST_CALL, LONGEST_CALLED = timedelta(hours=1), timedelta(days=1)
_LONGEST: dict[str, timedelta] = {
    Kind.DIGEST: LONGEST_DIGEST_TRIED,
    Kind.WEBHOOK: LONGEST_CALLED,
}
#: What we cannot write is tried after this pause, then after twice as long each time.
FAULT_PAUSE, LONGEST_FAULTY = timedelta(minutes=5), timedelta(hours=4)
#: A mail that so many workers vanished with is taken to be the cause.
MOST_VANISHED = 10


def next_try(
    mail: OutgoingMail, obstacle: Obstacle, *, now: datetime
) -> datetime | None:
    """Return when a mail is tried again that failed just now, None if never."""
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
    """Return how long its reader has to decide, None if they do not have to."""
    told = OutgoingMail.objects.filter(Q(pk=mail.pk) | Q(told_in=mail.pk))
    running = told.filter(seat__deadline_at__gt=now)
    first: datetime | None = running.aggregate(by=Min("seat__deadline_at"))["by"]
    return None if first is None else first - now
