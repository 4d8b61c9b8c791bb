"""Which version of a game a reader has seen, and whether a restore has lost it.

A version is an event of a game, with its sequence and its hash. A restore from a backup
may reassign sequences, but never hashes. So pages and links name both, and a decision
about a lost position is not mistaken for one about another position.
"""

from datetime import datetime

from games.errors import Refused
from games.log.lookups import hash_at
from games.models import Game
from games.models.events import MARK_DIGITS
from games.models.service import Restoration


def mark_of(head: str) -> str:
    """Return the short form of a hash that forms and links carry."""
    return head[:MARK_DIGITS]


def require_seen(game: Game, version: int, mark: str) -> None:
    """
    Raise Refused (position_lost) unless the event ``version`` has this mark.

    Takes one query if the game has advanced since then. A version that is still to come
    passes: the rules refuse it.
    """
    if mark_of(head_at(game, version) or mark) != mark:
        raise Refused("position_lost")


def head_at(game: Game, version: int) -> str:
    """
    Return the hash of the event ``version`` of a game, or '' if there is none. Takes
    one query if the game has advanced since then.
    """
    if version == game.version:
        return game.head
    if version > game.version:  # a user can type any number
        return ""
    return hash_at(game, version) or ""


def find_loss(written_at: datetime | None) -> Restoration | None:
    """Return the restore that lost what an email written then was about, or None."""
    if written_at is None:
        return None
    lost = Restoration.objects.filter(
        back_to__lt=written_at, restored_at__gte=written_at
    )
    return lost.order_by("-pk").first()
