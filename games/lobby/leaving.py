"""Leaving a game for good, whatever it is waiting for."""

from datetime import datetime

from django.db import transaction

from games.decisions.autoplay import play_automatic
from games.decisions.opening import open_session
from games.decisions.session import GameSession
from games.lobby.seats import decline_seat
from games.models import Invitation, Seat, Status
from stoneage_core.match.commands import Resign
from stoneage_core.match.state import Source


def leave_seat(*, seat: Seat, now: datetime) -> None:
    """
    Let autopilot play a seat from now on, or decline the invitation to it.

    A game that has not begun begins all the same when the others have joined. In one
    that is over nothing is left to be done.
    """
    if seat.game.status not in {Status.INVITING, Status.ACTIVE} or seat.is_automatic:
        return
    if seat.invitation == Invitation.ACCEPTED:
        _entrust(seat, now)
    elif seat.invitation == Invitation.INVITED:
        decline_seat(seat=seat, now=now)


def entrust(session: GameSession, own: Seat, source: Source) -> None:
    """Put a seat on autopilot, and let it play on at once."""
    session.decide(Resign(), own.number, source)
    play_automatic(session)


@transaction.atomic
def _entrust(seat: Seat, now: datetime) -> None:
    session = open_session(seat.game_id, now=now)
    if session.status(seat.number).is_on_autopilot:
        return
    entrust(session, session.seat(seat.number), Source.PAGE)
    session.save()
