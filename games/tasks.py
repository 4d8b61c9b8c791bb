"""Celery tasks of the games: sweeps of what is due, outages, housekeeping."""

import logging
import time
from collections.abc import Iterator
from datetime import datetime
from typing import Protocol

from celery import shared_task

from games.background.sweep import Sweep, carry_out, sweep_of
from games.history.reviewing import REVIEWING, drop_review, due_reviews, review_slice
from games.housekeeping import PERIODS, keep_and_log
from games.leagues.seasons import DUE_SEASONS, move_season_on
from games.match import due
from games.match.beacons import BeaconSource, take_beacon
from games.match.finalizing import reveal_seed
from games.match.heartbeat import credit_outages, record_heartbeat, touch_heartbeat
from games.match.presence import remind_seat
from games.match.restoring import restore_games
from games.match.standing_orders import drop_orders, follow_orders
from games.match.thinking import (
    LEASE,
    decide_thought,
    quicken_thinking,
    think,
)
from games.match.timeouts import expire_turn
from games.now import database_now
from games.play.coaching import coach_seat, drop_coaching, due_coachings
from games.privacy.forgetting import forget_due_user
from games.sanctions import end_ban
from games.store.read_model import postpone_deadline
from games.transparency.sequencer import sequence_heads

logger = logging.getLogger(__name__)

#: Seconds after which a run takes no further batch; the next sweep goes on.
LONGEST_RUN = 30.0

SWEEPS = (
    sweep_of("ban of user", due.BANS, lambda pk, now: end_ban(user_id=pk, now=now)),
    Sweep(
        "orders of seat",
        due.ORDERS.find,
        lambda pk, now: follow_orders(seat_id=pk, now=now, skip_locked=True),
        lambda pk, now: drop_orders(seat_id=pk, now=now),
    ),
    Sweep(
        "time-out of seat",
        due.due_seats,
        lambda pk, now: expire_turn(seat_id=pk, now=now, skip_locked=True),
        lambda pk, now: postpone_deadline(seat_id=pk, now=now),
    ),
    Sweep(
        "reminder of seat",
        due.REMINDERS.find,
        lambda pk, now: remind_seat(seat_id=pk, now=now),
        lambda pk, now: due.REMINDERS.put_off(pk, None),
    ),
    sweep_of(
        "seed of game",
        due.REVEALS,
        lambda pk, now: reveal_seed(game_id=pk, now=now, skip_locked=True),
    ),
    sweep_of(
        "forgetting of user",
        due.FORGETTINGS,
        lambda pk, now: forget_due_user(user_id=pk, now=now),
    ),
)


@shared_task(name="games.tasks.sweep_due")
def sweep_due() -> None:
    """
    Do what is due at all tables; one that fails stops no other.

    First of all the service looks whether it was away itself: nobody loses time by it.
    """
    record_heartbeat(now=database_now())
    _go_on(restore_games, "After a restore not all games are told yet")
    _go_on(credit_outages, "After an outage not all deadlines are put off yet")
    _go_on(sequence_heads, "Not all heads of games are in the site's log yet")
    for sweep in SWEEPS:
        _carry_out_all(sweep)


class Batches(Protocol):
    """Does the next batch of work as of a moment; returns whether to go on."""

    def __call__(self, *, now: datetime) -> bool: ...


def _go_on(do_batch: Batches, failed: str) -> None:
    """Do what takes many batches, for a while; the next sweep goes on."""
    stop_at = time.monotonic() + LONGEST_RUN
    try:
        while do_batch(now=database_now()):
            touch_heartbeat(now=database_now())
            if time.monotonic() > stop_at:
                return
    except Exception:
        logger.exception(failed)


THOUGHTS = sweep_of(
    "thought of seat",
    due.THOUGHTS,
    lambda pk, now: _think_and_decide(pk, now),
    pause=LEASE,
)


@shared_task(name="games.tasks.play_opponents")
def play_opponents() -> None:
    """Let opponents that search decide wherever they are awaited, one by one."""
    _think_through(THOUGHTS)


def _think_and_decide(seat_id: int, now: datetime) -> None:
    """Think without a lock; the moment of the decision is that of its end."""
    thought = think(seat_id=seat_id, now=now)
    if thought is not None:
        decide_thought(thought, now=database_now())


COACHINGS = Sweep(
    "coaching of seat",
    due_coachings,
    lambda pk, now: coach_seat(seat_id=pk),
    lambda pk, now: drop_coaching(seat_id=pk),
)


@shared_task(name="games.tasks.coach_players")
def coach_players() -> None:
    """Compare the moves of everybody who asked the coach, one by one."""
    _think_through(COACHINGS)


def _think_through(sweep: Sweep) -> None:
    """Carry out what is due and takes thinking, until nothing is due or for a while."""
    stop_at = time.monotonic() + LONGEST_RUN
    while time.monotonic() < stop_at and (batch := sweep.due(database_now())):
        quicken_thinking()
        for pk in batch:
            carry_out(sweep, pk, database_now())


REVIEWS = Sweep(
    "review of game",
    due_reviews,
    lambda pk, now: review_slice(game_id=pk, now=now),
    lambda pk, now: drop_review(game_id=pk),
)


@shared_task(name="games.tasks.review_games")
def review_games() -> None:
    """Go on with one review; the next slice waits for what others want meanwhile."""
    for pk in due_reviews(database_now()):
        quicken_thinking()
        carry_out(REVIEWS, pk, database_now())
        if due_reviews(database_now()):
            REVIEWING.enqueue()


@shared_task(name="games.tasks.take_beacons")
def take_beacons() -> None:
    """Go on with all games whose round of the beacon is out, one after the other."""
    source = BeaconSource()
    _carry_out_batch(
        Sweep(
            "beacon of game",
            due.BEACONS.find,
            lambda pk, now: take_beacon(game_id=pk, source=source, now=now),
            lambda pk, now: None,  # the next run tries again
        )
    )


SEASONS = sweep_of(
    "season", DUE_SEASONS, lambda pk, now: move_season_on(season_id=pk, now=now)
)


@shared_task(name="games.tasks.move_seasons_on")
def move_seasons_on() -> None:
    """Start seasons that are due to start, and end those whose games are over."""
    _carry_out_batch(SEASONS)


def _carry_out_batch(sweep: Sweep) -> None:
    """Carry out what is due by now, for a while; the next run goes on."""
    stop_at = time.monotonic() + LONGEST_RUN
    for pk in sweep.due(database_now()):
        if time.monotonic() < stop_at:
            carry_out(sweep, pk, database_now())


@shared_task(name="games.tasks.keep_house")
def keep_house() -> None:
    """Remove what was kept for long enough; archive games that are long over."""
    keep_and_log(PERIODS, database_now, seconds=LONGEST_RUN)


def _carry_out_all(sweep: Sweep) -> None:
    """Carry out all that is due, batch by batch, each row once."""
    stop_at, done = time.monotonic() + LONGEST_RUN, set[int]()
    while batch := list(_new(sweep.due(database_now()), done)):
        for pk in batch:
            # Not the sweep's moment: a long one would shorten the next player's time.
            carry_out(sweep, pk, database_now())
        done.update(batch)
        touch_heartbeat(now=database_now())
        if time.monotonic() > stop_at:
            return


def _new(batch: list[int], done: set[int]) -> Iterator[int]:
    return (pk for pk in batch if pk not in done)
