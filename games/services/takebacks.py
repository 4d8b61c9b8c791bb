"""The mover takes back the last decision: in time, and if it revealed nothing."""

from datetime import datetime

from django.db import transaction

from games.models import DecidedHow, Game, Seat
from games.services.commands import require_running
from games.services.table import open_table
from stoneage_core.match.commands import TakeBack


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
    table.decide(TakeBack(sequence), seat.number, how)
    table.save()
    return table.game
