"""Decisions that can be taken back, or were asked for by a request."""

from datetime import datetime
from uuid import UUID

from games import undoing
from games.models import DecidedHow, Game, StoredEvent


def open_decision(game: Game, number: int, now: datetime) -> StoredEvent | None:
    """
    Return the first event of a player's last decision while it can be taken back.

    That is for a while, if nobody else decided since and nothing was revealed.
    """
    made = StoredEvent.objects.filter(game=game, decided_by=number).exclude(command="")
    last = made.order_by("-sequence").first()
    if last is None or not DecidedHow(last.decided_how).is_by_hand:
        return None
    if now >= last.recorded_at + undoing.window(game.clock):
        return None
    since = StoredEvent.objects.filter(game=game, sequence__gte=last.sequence)
    rows = since.values_list("type", "decided_by", "decided_how", "command")
    return last if undoing.is_open(number, rows) else None


def answer_to(game: Game, request_id: UUID) -> StoredEvent | None:
    """Return the first event that a request led to, if it was carried out."""
    return StoredEvent.objects.filter(game=game, request_id=request_id).first()
