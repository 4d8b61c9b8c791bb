"""
Thinking: what waits for it, how often each is tried, and what happens if it fails.

Three kinds of rows wait for thought: seats of opponents that search, questions to the
coach, and reviews. The rows are the queue. One process a machine, `manage.py think`,
works them off: opponents first, because a whole table waits for them, then the coach,
then a slice of a review at a time. ``games.background.thinker`` says how it is started
and woken.

Each attempt is counted before it begins. After three the work is given up: autopilot
decides for the opponent, the coach says that it has no answer, the game stays without a
review. The staff see it at their desk.
"""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.conf import settings

from games.background.sweep import Sweep, due_batch, work_off_one
from games.background.thinker import Knocks
from games.history.reviewing import due_reviews, give_up_review, review_slice
from games.match import due
from games.match.thinking import decide_thought, decide_without_thought, think
from games.now import database_now
from games.table.hints import (
    coach_seat,
    due_coachings,
    give_up_coaching,
    oldest_question_age,
)
from stoneage_core.opponents.kernel import use_compiled

#: So many attempts are made at each.
TRIES = 3
#: Seconds that one attempt may take: then the system ends the process, whatever it is
#: at. Without a compiled model, on a busy machine, a decision takes a minute.
LIMIT = 240
#: Nobody else takes up what the process was at when it ended.
LEASE = timedelta(seconds=LIMIT + 60)
#: Seconds without anything to think about after which the process ends.
IDLE = 180.0
#: Seconds between two looks for what falls due without anybody knocking.
LOOK = 5.0


def _think_and_decide(seat_id: int, now: datetime) -> None:
    thought = think(seat_id=seat_id, now=now)
    if thought is not None:
        # The moment of the decision is that of the end of thinking.
        decide_thought(thought, now=database_now())


DECISIONS = Sweep(
    "decision of the bot at seat",
    due.THOUGHTS.find,
    _think_and_decide,
    tries=TRIES,
    give_up=lambda pk, now: decide_without_thought(seat_id=pk, now=now),
    lease=LEASE,
)
KINDS = (
    DECISIONS,
    Sweep(
        "answer of the coach to seat",
        due_coachings,
        lambda pk, now: coach_seat(seat_id=pk),
        tries=TRIES,
        give_up=lambda pk, now: give_up_coaching(seat_id=pk, now=now),
        lease=LEASE,
    ),
    Sweep(
        "review of game",
        due_reviews,
        lambda pk, now: review_slice(game_id=pk, now=now),
        tries=TRIES,
        give_up=lambda pk, now: give_up_review(game_id=pk, now=now),
        lease=LEASE,
    ),
)
#: Autopilot decides for opponents that search where the operator wants no thinking.
WITHOUT_THINKING = DECISIONS._replace(
    carry_out=lambda pk, now: decide_without_thought(seat_id=pk, now=now),
    tries=None,
    give_up=None,
)


def is_waiting(now: datetime) -> bool:
    """Whether anything waits for thought that may be tried now."""
    return settings.THINKING and any(due_batch(kind, now) for kind in KINDS)


def think_once(now: datetime) -> bool:
    """Think about what comes first of all that waits; return whether there was any."""
    for kind in KINDS:
        for pk in due_batch(kind, now)[:1]:
            use_compiled()  # it may have been compiled since
            with _limited():
                work_off_one(kind, pk, now)
            return True
    return False


def think_until_idle(knocks: Knocks) -> None:
    """Think about all that waits and comes, until nothing has come for a while."""
    last = time.monotonic()
    while time.monotonic() < last + IDLE:
        if think_once(database_now()):
            last = time.monotonic()
        else:
            knocks.wait(LOOK)


@contextmanager
def _limited() -> Iterator[None]:
    """Let the system end this process if what follows takes too long."""
    signal.alarm(LIMIT)
    try:
        yield
    finally:
        signal.alarm(0)


def oldest_age(now: datetime) -> timedelta | None:
    """Return for how long somebody has waited for thought, None if nobody does."""
    if not settings.THINKING:
        return None
    ages = (due.THOUGHTS.oldest_age(now), oldest_question_age(now))
    return max((age for age in ages if age is not None), default=None)
