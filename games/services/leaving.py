"""A player leaves for good, whatever their game is waiting for."""

from datetime import datetime

from django.db import transaction

from games.models import DecidedHow, Invitation, Seat, Status
from games.services import motions
from games.services.seats import seat_decline
from games.services.table import Table, open_table
from stoneage_core.conduct import SeatEntrusted


def seat_leave(*, seat: Seat, now: datetime) -> None:
    """
    Let the steward play a seat from now on, or decline the invitation to it.

    A game that has not begun begins all the same when the others have joined. In one
    that is over nothing is left to be done.
    """
    if seat.game.status not in {Status.INVITING, Status.ACTIVE} or seat.is_automatic:
        return
    if seat.invitation == Invitation.ACCEPTED:
        _entrust(seat, now)
    elif seat.invitation == Invitation.INVITED:
        seat_decline(seat=seat, now=now)


def entrust(table: Table, own: Seat, how: DecidedHow) -> None:
    """Give a seat to the steward, and let it play on at once."""
    table.take([SeatEntrusted(own.number)], own.number, how)
    motions.settle(table)
    table.play_automatic()


@transaction.atomic
def _entrust(seat: Seat, now: datetime) -> None:
    table = open_table(seat.game_id, now=now)
    if table.chair(seat.number).is_stewarded:
        return
    entrust(table, table.seat(seat.number), DecidedHow.PAGE)
    table.save()
