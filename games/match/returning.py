"""Return of an absent player to their seat, at any step, by one click."""

from datetime import datetime

from django.db import transaction

from games.decisions import seating
from games.decisions.autoplay import play_automatic
from games.decisions.opening import open_session, require_running
from games.decisions.session import Provenance
from games.errors import Refused
from games.models import Game, Seat, User
from games.signals.bus import publish
from games.signals.games import SubstituteRelieved
from stoneage_core.match.seats import ReclaimSeat
from stoneage_core.match.state import Source


@transaction.atomic
def return_to_seat(
    *,
    seat: Seat,
    user: User | None,
    now: datetime,
    source: Provenance = Source.PAGE,
) -> Game:
    """
    Take a seat back, from autopilot or from a substitute.

    ``user`` is its player, or the absent one for whom somebody stands in; None for
    whoever came by the seat's own link. Idempotent.
    """
    session = open_session(seat.game_id, now=now)
    require_running(session)
    own = session.seat(seat.number)
    comes_back = user is not None and own.absent_user_id == user.pk
    if own.is_automatic or not (comes_back or user is None or own.user_id == user.pk):
        raise Refused("forbidden")
    if not comes_back and not session.status(own.number).is_on_autopilot:
        return session.game
    relieved = own.user if comes_back else None
    if comes_back:
        own.absent_user = None
        seating.give_seat(own, user)
    session.decide(ReclaimSeat(), own.number, source)
    play_automatic(session)
    session.save()
    if relieved is not None:
        publish(SubstituteRelieved(own, relieved, now=now))
    return session.game
