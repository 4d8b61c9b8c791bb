"""Heads that readers have seen, and whether a restore has lost them.

A position is an event of a game, by its number and its hash.
Numbers are given anew where a database is restored from a back-up; hashes are not. So
pages and links name both, and what was decided on a position that is lost is not taken
for a decision on another one.
"""

from datetime import datetime

from games.errors import Refused
from games.models import Game
from games.models.events import MARK_DIGITS
from games.models.service import Restoration
from games.store.lookups import hash_at


def mark_of(head: str) -> str:
    """Return the beginning of a hash, by which forms and links name it."""
    return head[:MARK_DIGITS]


def require_seen(game: Game, version: int, mark: str) -> None:
    """
    Raise Refused (position_lost) unless the event ``version`` of a game has the hash of
    a mark.

    One query where the game went on since. What will come is left to the rules.
    """
    if mark_of(head_at(game, version) or mark) != mark:
        raise Refused("position_lost")


def head_at(game: Game, version: int) -> str:
    """
    Return the hash of the event ``version`` of a game, '' where there is none.

    One query where the game went on since.
    """
    if version == game.version:
        return game.head
    if version > game.version:  # a number that anybody typed, of any size
        return ""
    return hash_at(game, version) or ""


def find_loss(written_at: datetime | None) -> Restoration | None:
    """Return the restoration that lost what a mail told of, if one did."""
    if written_at is None:
        return None
    lost = Restoration.objects.filter(
        back_to__lt=written_at, restored_at__gte=written_at
    )
    return lost.order_by("-pk").first()
