"""The mover takes back the last decision: in time, and if it revealed nothing."""

from datetime import datetime

from django.db import transaction

from games import clocks, queries
from games.errors import TooLate
from games.models import DecidedHow, Game, Seat
from games.services import motions
from games.services.commands import require_running
from games.services.table import Table, open_table
from stoneage_core.conduct import DecisionTakenBack


@transaction.atomic
def decision_take_back(
    *,
    seat: Seat,
    sequence: int,
    now: datetime,
    how: DecidedHow = DecidedHow.PAGE,
) -> Game:
    """
    Take back the decision that began with the event ``sequence``.

    Raise TooLate where it is not the last one, revealed something, is too old, or where
    the time for it has run out since.
    """
    table = open_table(seat.game_id, now=now)
    require_running(table)
    own = table.seat(seat.number)
    last = queries.open_decision(table.game, own.number, table.now)
    if last is None or last.sequence != sequence or not _has_time(table, own, sequence):
        raise TooLate
    back = DecisionTakenBack(own.number, sequence - 1, agreed=False)
    table.take([back], own.number, how)
    motions.settle(table)
    table.save()
    return table.game


def _has_time(table: Table, own: Seat, sequence: int) -> bool:
    """Whether the decision could still be made in the time that there was for it."""
    before = table.earlier(sequence - 1)
    asked_at = before.waits[own.number].at
    due = clocks.deadline(before.conduct, own, asked_at, table.outages)
    return due is None or due > table.now
