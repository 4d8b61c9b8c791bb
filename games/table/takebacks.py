"""Take back the last decision."""

from datetime import datetime

from django.db import transaction

from games.decisions.session import Provenance, open_session, require_running
from games.models import Game, Seat
from stoneage_core.match.moves import TakeBack
from stoneage_core.match.state import Source


@transaction.atomic
def take_back_decision(
    *,
    seat: Seat,
    sequence: int,
    now: datetime,
    source: Provenance = Source.PAGE,
) -> Game:
    """
    Take back the decision that began with the event ``sequence``.

    Raise Refused (too_late) if it is not the last decision, if it revealed something,
    if it is too old, or if the player's time has run out since.
    """
    session = open_session(seat.game_id, now=now)
    require_running(session)
    session.decide(TakeBack(sequence), seat.number, source)
    session.save()
    return session.game
