"""Time ran out: somebody decides in a player's place, by the same path as a move.

The ladder, step by step: what the player left orders for; the cautious steward, for one
decision; and after as many misses in a row as the table's clock allows the steward
keeps the seat, until its player comes back or somebody else sits down.
"""

from datetime import datetime
from functools import partial

from django.db import transaction

from games import clocks, projections
from games.models import DecidedHow, Game, Seat
from games.services import motions, orders
from games.services.table import Table, open_table_of
from games.timekeeping import DEFAULT
from stoneage_core import Phase, expire, steward
from stoneage_core.conduct import StewardSeated


def turn_expire(*, seat_id: int, now: datetime, skip_locked: bool = False) -> bool:
    """
    Play for a seat whose time has run out; return whether that was so.

    False means that its player was faster, that its time did not run while the service
    was away, that the game is in quarantine, or, with ``skip_locked``, that somebody is
    at this game right now: the next sweep will see.
    """
    try:
        return _expire(seat_id, now, skip_locked)
    except Game.DoesNotExist:
        return False


@transaction.atomic
def _expire(seat_id: int, now: datetime, skip_locked: bool) -> bool:
    table, seat = open_table_of(seat_id, now=now, skip_locked=skip_locked)
    if table.is_frozen or seat.deadline_at is None or seat.deadline_at > now:
        return False
    assert seat.awaited_at is not None
    due = clocks.deadline(table.conduct, seat, seat.awaited_at, table.outages)
    if due is None or due > now:
        table.refresh()
        return False
    if seat.number in table.present:
        _time_out(table, seat)
    table.play_automatic()
    table.save()
    return True


def _time_out(table: Table, seat: Seat) -> None:
    """Take one step of the ladder."""
    player = seat.number
    followed = orders.at_deadline(table, seat)
    choose = followed or partial(steward.choose, cautious=True)
    events, state = expire(table.state, player, table.chance, choose)
    how = DecidedHow.ORDERS if followed else DecidedHow.TIMEOUT
    table.take(events, player, how, state=state)
    if followed:
        followed.keep_rest(table.now)
    misses, clock = table.chair(player).misses, table.conduct.clock or DEFAULT
    is_over = table.state.phase is Phase.ENDED
    if misses and misses >= clock.misses and not is_over:
        table.take([StewardSeated(player, misses)], player, DecidedHow.TIMEOUT)
        motions.settle(table)


@transaction.atomic
def turn_quarantine(*, seat_id: int, now: datetime) -> None:
    """Put off a seat's deadline because :func:`turn_expire` failed for it."""
    projections.quarantine(seat_id, now)
