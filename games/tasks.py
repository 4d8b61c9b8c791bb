"""The periodic sweep for decisions whose time has run out."""

import logging
from datetime import datetime

from celery import shared_task
from django.db import InterfaceError, OperationalError

from games import selectors, services
from games.clocks import database_now

logger = logging.getLogger(__name__)


@shared_task(name="games.tasks.expire_turns")
def expire_turns() -> None:
    """Play for every seat whose deadline has passed; one that fails stops no other."""
    for seat_id in selectors.due_seats(database_now()):
        # Not the sweep's moment: a long one would shorten the next player's time.
        expire_turn(seat_id, database_now())


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
