"""The periodic sweep: whatever is due at the tables; and outages."""

import logging
import time
from collections.abc import Callable, Iterator
from datetime import datetime

from celery import shared_task
from django.db import InterfaceError, OperationalError

from games import selectors, services
from games.clocks import database_now

logger = logging.getLogger(__name__)

BATCH = 100
#: Seconds after which a run takes no further batch; the next sweep goes on.
LONGEST_RUN = 30.0

Due = Callable[[datetime], list[int]]
Carry = Callable[[int, datetime], object]


@shared_task(name="games.tasks.expire_turns")
def expire_turns() -> None:
    """
    Do what is due at all tables; one that fails stops no other.

    First of all the service looks whether it was away itself: nobody loses time by it.
    """
    ended = services.beat(now=database_now())
    if ended is not None:
        services.outage_credit(outage=ended, now=database_now())
        services.still_here(now=database_now())
    _sweep(selectors.due_orders, follow_orders)
    _sweep(selectors.due_seats, expire_turn)
    _sweep(selectors.due_reminders, remind)
    _sweep(selectors.due_reveals, reveal_seed)


def _sweep(due: Due, carry_out: Carry) -> None:
    """Carry out all that is due, batch by batch, each seat or game once."""
    stop_at, done = time.monotonic() + LONGEST_RUN, set[int]()
    while batch := list(_new(due(database_now()), done)):
        for pk in batch:
            # Not the sweep's moment: a long one would shorten the next player's time.
            carry_out(pk, database_now())
        done.update(batch)
        services.still_here(now=database_now())
        if time.monotonic() > stop_at:
            return


def _new(batch: list[int], done: set[int]) -> Iterator[int]:
    return (pk for pk in batch if pk not in done)


def expire_turn(seat_id: int, now: datetime) -> None:
    """
    Play for one seat; put its deadline off if that fails.

    Where it is the database that fails nothing is put off: the next sweep tries again.
    """
    try:
        services.turn_expire(seat_id=seat_id, now=now, skip_locked=True)
    except (OperationalError, InterfaceError):
        logger.exception("The database failed the time-out of seat %s", seat_id)
    except Exception:
        logger.exception("The time-out of seat %s failed; put off for an hour", seat_id)
        services.turn_quarantine(seat_id=seat_id, now=now)


def follow_orders(seat_id: int, now: datetime) -> None:
    """Follow a seat's standing orders; where that fails its player decides."""
    try:
        services.orders_follow(seat_id=seat_id, now=now, skip_locked=True)
    except (OperationalError, InterfaceError):
        logger.exception("The database failed the orders of seat %s", seat_id)
    except Exception:
        logger.exception("The orders of seat %s failed; they are put aside", seat_id)
        services.orders_drop(seat_id=seat_id, now=now)


def remind(seat_id: int, now: datetime) -> None:
    """Remind a seat's player that they are waited for."""
    try:
        services.seat_remind(seat_id=seat_id, now=now)
    except (OperationalError, InterfaceError):
        logger.exception("The database failed the reminder of seat %s", seat_id)
    except Exception:
        logger.exception("The reminder of seat %s failed; it is left out", seat_id)
        services.reminder_drop(seat_id=seat_id)


def reveal_seed(game_id: int, now: datetime) -> None:
    """Make an end by the staff final; where that fails, later."""
    try:
        services.seed_reveal(game_id=game_id, now=now, skip_locked=True)
    except (OperationalError, InterfaceError):
        logger.exception("The database failed the seed of game %s", game_id)
    except Exception:
        logger.exception("The seed of game %s is not revealed; put off", game_id)
        services.reveal_put_off(game_id=game_id, now=now)
