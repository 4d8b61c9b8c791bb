"""Celery tasks of the games: sweeps of due rows, outages, housekeeping."""

import time
from collections.abc import Callable
from datetime import datetime
from typing import Protocol

from celery import shared_task
from django.conf import settings

from games import deadlines
from games.background.attempts import WHOLE, attempt_whole, begin
from games.background.sweep import Sweep, due_batch, process_batch
from games.background.thinker import knock, start_thinker
from games.deadlines import expire_turn, remind_seat
from games.history.event_index import INDEXING, has_unindexed_events, index_events
from games.housekeeping import PERIODS, keep_and_log
from games.leagues.seasons import DUE_SEASONS, advance_season
from games.log.read_model import record_failed_timeout
from games.now import database_now
from games.orders import drop_orders, follow_orders
from games.outages import (
    credit_outages,
    is_crediting,
    is_restoring,
    record_heartbeat,
    restore_games,
    touch_heartbeat,
)
from games.privacy.forgetting import forget_due_user
from games.sanctions import end_ban
from games.seats.invitations import ANSWERS, tell_of_silence
from games.table.votes import expire_proposals
from games.thinking import WITHOUT_THINKING, is_waiting
from games.transparency.sequencer import SEQUENCING, has_unlogged_heads, sequence_heads
from games.transparency.witnesses import COSIGNING
from games.upkeep import BeaconSource, change_rules, reveal_seed, take_beacon

#: How many attempts are made before work is given up, if it can be.
TRIES = 3
#: Seconds after which a run begins no further batch. The next sweep continues.
LONGEST_RUN = 30.0

SWEEPS = (
    # First, so that other sweeps use the current rules.
    Sweep(
        "rules of game",
        deadlines.games_of_older_rules,
        lambda pk, now: change_rules(game_id=pk, now=now, skip_locked=True),
    ),
    Sweep(
        "ban of user", deadlines.BANS.find, lambda pk, now: end_ban(user_id=pk, now=now)
    ),
    Sweep(
        "orders of seat",
        deadlines.ORDERS.find,
        lambda pk, now: follow_orders(seat_id=pk, now=now, skip_locked=True),
        tries=TRIES,
        give_up=lambda pk, now: drop_orders(seat_id=pk, now=now),
    ),
    Sweep(
        "time-out of seat",
        deadlines.due_seats,
        lambda pk, now: expire_turn(seat_id=pk, now=now, skip_locked=True),
        on_failure=lambda pk, now: record_failed_timeout(seat_id=pk, now=now),
    ),
    Sweep(
        "reminder of seat",
        deadlines.REMINDERS.find,
        lambda pk, now: remind_seat(seat_id=pk, now=now),
        tries=TRIES,
        give_up=lambda pk, now: deadlines.REMINDERS.end(pk),
    ),
    Sweep(
        "vote of game",
        deadlines.VOTES.find,
        lambda pk, now: expire_proposals(game_id=pk, now=now, skip_locked=True),
    ),
    Sweep(
        "answers of game",
        ANSWERS.find,
        lambda pk, now: tell_of_silence(game_id=pk, now=now, skip_locked=True),
        tries=TRIES,
        give_up=lambda pk, now: ANSWERS.end(pk),
    ),
    Sweep(
        "seed of game",
        deadlines.REVEALS.find,
        lambda pk, now: reveal_seed(game_id=pk, now=now, skip_locked=True),
    ),
    Sweep(
        "forgetting of user",
        deadlines.FORGETTINGS.find,
        lambda pk, now: forget_due_user(user_id=pk, now=now),
    ),
)


@shared_task(name="games.tasks.sweep_due")
def sweep_due() -> None:
    """
    Do everything that is due at all tables. A failure does not stop the rest. First the
    heartbeat detects outages of the service, so that nobody loses time.
    """
    record_heartbeat(now=database_now())
    _run_batches("restore of games", is_restoring, restore_games)
    _run_batches("credit of outages", is_crediting, credit_outages)
    _run_batches(SEQUENCING, has_unlogged_heads, sequence_heads)
    _run_batches(INDEXING, has_unindexed_events, index_events)
    for sweep in SWEEPS:
        _carry_out_all(sweep)
    if not settings.THINKING:
        _carry_out_all(WITHOUT_THINKING)


class Batches(Protocol):
    """Returns whether there is more."""

    def __call__(self, *, now: datetime) -> bool: ...


def _run_batches(work: str, is_due: Callable[[], bool], do_batch: Batches) -> None:
    """Do batches of work for a while. The next sweep continues."""

    def do_batches() -> None:
        stop_at = time.monotonic() + LONGEST_RUN
        while do_batch(now=database_now()):
            touch_heartbeat(now=database_now())
            if time.monotonic() > stop_at:
                return

    if is_due():
        attempt_whole(work, do_batches, database_now())


#: Counted like other work, so that a process that crashes at its start is not restarted
#: forever.
STARTING_WORK = "start of the process that thinks"


@shared_task(name="games.tasks.start_thinking")
def start_thinking() -> None:
    now = database_now()
    if is_waiting(now) and not knock() and begin(STARTING_WORK, WHOLE, now):
        start_thinker()


@shared_task(name="games.tasks.take_beacons")
def take_beacons() -> None:
    source = BeaconSource()
    _carry_out_batch(
        Sweep(
            "beacon of game",
            deadlines.BEACONS.find,
            lambda pk, now: take_beacon(game_id=pk, source=source, now=now),
        )
    )


@shared_task(name="games.tasks.push_checkpoints")
def push_checkpoints() -> None:
    """Enter new heads into the site's log, and let its witnesses cosign it."""
    _run_batches(SEQUENCING, has_unlogged_heads, sequence_heads)
    _carry_out_batch(COSIGNING)


SEASONS = Sweep(
    "season", DUE_SEASONS.find, lambda pk, now: advance_season(season_id=pk, now=now)
)


@shared_task(name="games.tasks.advance_seasons")
def advance_seasons() -> None:
    _carry_out_batch(SEASONS)


def _carry_out_batch(sweep: Sweep) -> None:
    stop_at = time.monotonic() + LONGEST_RUN
    for pk in due_batch(sweep, database_now()):
        if time.monotonic() < stop_at:
            process_batch(sweep, [pk], database_now)


@shared_task(name="games.tasks.keep_house")
def keep_house() -> None:
    keep_and_log(PERIODS, database_now, seconds=LONGEST_RUN)


def _carry_out_all(sweep: Sweep) -> None:
    stop_at, done = time.monotonic() + LONGEST_RUN, set[int]()
    while batch := due_batch(sweep, database_now(), done):
        process_batch(sweep, batch, database_now)
        done.update(batch)
        touch_heartbeat(now=database_now())
        if time.monotonic() > stop_at:
            return
