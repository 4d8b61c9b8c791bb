"""An absent player takes the seat back, at any step, by one click."""

from datetime import datetime

from django.db import transaction

from games.errors import Forbidden
from games.models import DecidedHow, Game, Seat, User
from games.services import motions, substitutes
from games.services.commands import require_running
from games.services.table import open_table
from games.signals import SubstituteRelieved, publish
from stoneage_core.conduct import PlayerReturned


@transaction.atomic
def seat_return(
    *,
    seat: Seat,
    user: User | None,
    now: datetime,
    how: DecidedHow = DecidedHow.PAGE,
) -> Game:
    """
    Take a seat back, from the steward or from a substitute.

    ``user`` is its player, or the absent one for whom somebody stands in; None for who
    came by the seat's own link. Twice is as good as once.
    """
    table = open_table(seat.game_id, now=now)
    require_running(table)
    own = table.seat(seat.number)
    comes_back = user is not None and own.absent_user_id == user.pk
    if own.is_automatic or not (comes_back or user is None or own.user_id == user.pk):
        raise Forbidden
    if not comes_back and not table.chair(own.number).is_stewarded:
        return table.game
    relieved = own.user if comes_back else None
    if comes_back:
        own.absent_user = None
        substitutes.settle_in(own, user)
    table.take([PlayerReturned(own.number)], own.number, how)
    motions.settle(table)
    table.play_automatic()
    table.save()
    if relieved is not None:
        publish(SubstituteRelieved(own, relieved, now))
    return table.game
