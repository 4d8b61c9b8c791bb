"""Decisions that can be taken back, or were asked for by a request."""

from datetime import datetime
from uuid import UUID

from games.clocks import takeback_window
from games.models import Game, StoredEvent
from stoneage_core.match.moves import open_move


def open_decision(game: Game, number: int, now: datetime) -> StoredEvent | None:
    """
    Return the first event of a player's last move while it can be taken back.

    That is for a while, if nobody else decided since and nothing was revealed. One
    query where there is such a move.
    """
    window = takeback_window(game.clock)
    last = open_move(game.match_state, number, now, window)
    if last is None:
        return None
    return StoredEvent.objects.get(game=game, sequence=last.sequence)


def answer_to(game: Game, request_id: UUID) -> StoredEvent | None:
    """Return the first event that a request led to, if it was carried out."""
    return StoredEvent.objects.filter(game=game, request_id=request_id).first()
