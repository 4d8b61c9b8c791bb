"""Time-outs: decide in a player's place when their time has run out.

First the player's orders are used, or else cautious autopilot makes one
decision. After as many misses in a row as the time control allows, autopilot keeps the
seat until its player returns or somebody else sits down.
"""

from datetime import datetime
from functools import partial

from games.decisions.autoplay import play_automatic
from games.decisions.opening import attempt_on_game, open_session_of
from games.decisions.session import GameSession
from games.log.read_model import thinks
from games.models import Seat
from games.orders import at_deadline
from stoneage_core import autopilot
from stoneage_core.match.deadlines import deadline_of, with_outages
from stoneage_core.match.state import Source
from stoneage_core.match.timeouts import TimeOut, choose_moves


@attempt_on_game
def expire_turn(*, seat_id: int, now: datetime, skip_locked: bool = False) -> bool:
    """
    Decide for a seat whose time has run out. Return whether anything was decided.

    False means that the player was faster, that the clock stood still during an outage,
    that the game is frozen, or, with ``skip_locked``, that another transaction holds
    the lock. The next sweep tries again.
    """
    session, seat = open_session_of(seat_id, now=now, skip_locked=skip_locked)
    if session.is_frozen or seat.deadline_at is None or seat.deadline_at > now:
        return False
    reckoned = with_outages(session.table, session.outages)
    due = deadline_of(reckoned, seat.number)
    if due is None or due > now:
        session.refresh()
        return False
    if seat.number in session.present:
        _time_out(session, seat)
    play_automatic(session)
    if not session.entries:
        # A bot that searches has to decide. Its turn came while thinking was switched
        # off.
        if seat.thinks_at is None and thinks(seat):
            Seat.objects.filter(pk=seat.pk).update(thinks_at=now)
        return False
    session.save()
    return True


def _time_out(session: GameSession, seat: Seat) -> None:
    player = seat.number
    followed = at_deadline(session, seat)
    choose = followed or partial(autopilot.choose, cautious=True)
    source = Source.ORDERS if followed else Source.TIMEOUT
    moves = choose_moves(session.state, player, session.chance, choose)
    session.decide(TimeOut(moves), player, source)
    if followed:
        followed.keep_rest(session.now)
