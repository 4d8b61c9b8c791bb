"""Thinking: bots that search, the coach, and reviews.

Three kinds of rows wait for thinking: seats of bots that search, questions to the
coach, and reviews. The rows are the queue. One process per machine, `manage.py think`,
processes them: the coach first, even in the middle of a bot's search, because somebody
watches the page until it answers; then bots, then one slice of a review at a time.
``games.background.thinker`` starts and wakes the process.

Each attempt is counted before it begins. After three failures the work is given up:
autopilot decides for the bot, the coach says that it has no answer, the game has no
review. The staff see this on the desk.
"""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings

from games import deadlines
from games.background.sweep import Sweep, due_batch, process_row
from games.background.thinker import Knocks
from games.decisions.session import attempt_on_game, open_session_of, play_automatic
from games.history.reviewing import due_reviews, give_up_review, review_slice
from games.log import positions, seeds
from games.models import Seat
from games.models.seats import ComparedMove
from games.now import database_now
from games.table.hints import (
    coach_seat,
    due_coachings,
    give_up_coaching,
    oldest_question_age,
)
from stoneage_core import autopilot, awaited
from stoneage_core.commands import Command
from stoneage_core.match.commands import PlayMove
from stoneage_core.match.state import Source
from stoneage_core.opponents.choosing import Figures, choose, is_worth_telling
from stoneage_core.opponents.kernel import use_compiled
from stoneage_core.opponents.ladder import OPPONENTS

#: When to look again at a seat whose game is frozen or does not await it.
WHILE_HELD = timedelta(minutes=4)


@dataclass(frozen=True)
class Thought:
    """A bot's decision for a seat, valid only for this version of the game."""

    seat_id: int
    version: int
    command: Command
    figures: Figures | None


def think(*, seat_id: int, now: datetime) -> Thought | None:
    """
    Takes some hundredths of a second if the model is compiled, or else some seconds.
    Locks nothing.
    """
    deadlines = Seat.objects.filter(pk=seat_id, thinks_at__lte=now)
    seat = deadlines.select_related("game__seed").first()
    if seat is None:
        return None
    state = positions.state_of(seat.game)
    if seat.number not in awaited(state) or seat.game.is_frozen:
        deadlines.update(thinks_at=now + WHILE_HELD)
        return None
    secret = seeds.chance_of(seat.game).reveal()
    choice = choose(OPPONENTS[seat.bot], state, seat.number, secret, _coach_meanwhile())
    return Thought(seat.pk, state.version, choice.command, choice.figures)


@attempt_on_game
def decide_thought(thought: Thought, *, now: datetime) -> bool:
    """
    Carry out what a bot decided. If the game has advanced or was frozen in the
    meantime, the bot thinks again later.
    """
    session, seat = open_session_of(thought.seat_id, now=now, skip_locked=False)
    if session.is_frozen or session.game.version != thought.version:
        return False
    session.record_facts()
    if session.entries:
        # The facts are new events, so the bot has to think again on the new position.
        session.save()
        return False
    session.decide(PlayMove(thought.command), seat.number, Source.AUTOMATIC)
    play_automatic(session)
    session.save()
    _keep_figures(thought)
    return True


@attempt_on_game
def decide_without_thought(*, seat_id: int, now: datetime) -> bool:
    """
    Let autopilot decide for a bot that failed to think. The log records autopilot as
    the source, so a replay of the bots' moves skips this decision.
    """
    session, seat = open_session_of(seat_id, now=now, skip_locked=False)
    if seat.thinks_at is None or seat.thinks_at > now:
        return False
    if session.is_frozen or seat.number not in awaited(session.state):
        Seat.objects.filter(pk=seat_id).update(thinks_at=now + WHILE_HELD)
        return False
    session.record_facts()
    command = autopilot.choose(session.state, seat.number)
    session.decide(PlayMove(command), seat.number, Source.AUTOPILOT)
    play_automatic(session)
    session.save()
    return True


def _coach_meanwhile() -> Callable[[], None]:
    """
    Return a function that answers a waiting question to the coach, at most once a
    second. A search calls it, because without a compiled model a search takes many
    seconds, and the coach has to answer within ten.
    """
    looked_at = time.monotonic()

    def look() -> None:
        nonlocal looked_at
        if time.monotonic() < looked_at + 1:
            return
        now = database_now()
        for pk in due_batch(ANSWERS, now)[:1]:
            process_row(ANSWERS, pk, now)
        looked_at = time.monotonic()

    return look


def _keep_figures(thought: Thought) -> None:
    """Store the figures behind a bot's decision, so that the recap can show them."""
    if thought.figures is None or not is_worth_telling(thought.command):
        return
    ComparedMove.objects.update_or_create(
        seat_id=thought.seat_id,
        defaults={
            "version": thought.version,
            "won": thought.figures.won,
            "next_best": thought.figures.next_best,
        },
    )


#: How many attempts are made at each piece of work.
TRIES = 3
#: Seconds that one attempt may take. Then the system kills the process. Without a
#: compiled model, on a busy machine, a decision takes a minute.
LIMIT = 240
#: How long other processes leave work alone that a process began before it was killed.
LEASE = timedelta(seconds=LIMIT + 60)
#: The process ends after this many seconds without work.
IDLE = 180.0
#: Seconds between two checks for work that became due without a wake-up.
LOOK = 5.0


def _think_and_decide(seat_id: int, now: datetime) -> None:
    thought = think(seat_id=seat_id, now=now)
    if thought is not None:
        # The decision is dated when thinking ended.
        decide_thought(thought, now=database_now())


DECISIONS = Sweep(
    "decision of the bot at seat",
    deadlines.THOUGHTS.find,
    _think_and_decide,
    tries=TRIES,
    give_up=lambda pk, now: decide_without_thought(seat_id=pk, now=now),
    lease=LEASE,
)
ANSWERS = Sweep(
    "answer of the coach to seat",
    due_coachings,
    lambda pk, now: coach_seat(seat_id=pk, now=now),
    tries=TRIES,
    give_up=lambda pk, now: give_up_coaching(seat_id=pk, now=now),
    lease=LEASE,
)
KINDS = (
    ANSWERS,
    DECISIONS,
    Sweep(
        "review of game",
        due_reviews,
        lambda pk, now: review_slice(game_id=pk, now=now),
        tries=TRIES,
        give_up=lambda pk, now: give_up_review(game_id=pk, now=now),
        lease=LEASE,
    ),
)
#: Autopilot decides for bots that search if the operator switched thinking off.
WITHOUT_THINKING = DECISIONS._replace(
    carry_out=lambda pk, now: decide_without_thought(seat_id=pk, now=now),
    tries=None,
    give_up=None,
)


def is_waiting(now: datetime) -> bool:
    return settings.THINKING and any(due_batch(kind, now) for kind in KINDS)


def think_once(now: datetime) -> bool:
    """Return whether there was any."""
    for kind in KINDS:
        for pk in due_batch(kind, now)[:1]:
            use_compiled()  # it may have been compiled in the meantime
            with _time_limit():
                process_row(kind, pk, now)
            return True
    return False


def think_until_idle(knocks: Knocks) -> None:
    last = time.monotonic()
    while time.monotonic() < last + IDLE:
        if think_once(database_now()):
            last = time.monotonic()
        else:
            knocks.wait(LOOK)


@contextmanager
def _time_limit() -> Iterator[None]:
    """Let the system kill this process if the body takes too long."""
    signal.alarm(LIMIT)
    try:
        yield
    finally:
        signal.alarm(0)


def oldest_age(now: datetime) -> timedelta | None:
    if not settings.THINKING:
        return None
    ages = (deadlines.THOUGHTS.oldest_age(now), oldest_question_age(now))
    return max((age for age in ages if age is not None), default=None)
