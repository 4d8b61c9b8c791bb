"""Look up single events by sequence, time or hash, archived or not.

A version of a game is an event, with its sequence and its hash. A restore from a backup
may reassign sequences, but never hashes. So pages and links name both, and a decision
about a lost position is not mistaken for one about another position.
"""

from datetime import datetime

from django.db.models.functions import Left

from games.errors import Refused
from games.log.archive import find_archived, hash_records, read_archive
from games.log.chain import Record
from games.models import Game, StoredEvent
from games.models.events import MARK_DIGITS
from games.models.service import Restoration


def hash_at(game: Game, sequence: int) -> str | None:
    events = StoredEvent.objects.filter(game=game, sequence=sequence)
    found = events.values_list("hash", flat=True).first()
    if found is not None or game.archived_at is None:
        return found
    archived = hash_records(game.slug, read_archive(game))
    return next((head for each, head in archived if each.sequence == sequence), None)


def last_before(game: Game, at: datetime) -> int | None:
    """Return the sequence of the last event recorded at or before a time, or None."""
    events = StoredEvent.objects.filter(game=game, recorded_at__lte=at)
    found = events.order_by("-sequence").values_list("sequence", flat=True).first()
    if found is not None or game.archived_at is None:
        return found
    earlier = (each for each in read_archive(game) if each.recorded_at <= at)
    return max((each.sequence for each in earlier), default=None)


def find_event(head: str, game: Game | None = None) -> tuple[Game, Record] | None:
    """Search one game or all."""
    marked = StoredEvent.objects.alias(mark=Left("hash", MARK_DIGITS))
    events = marked.filter(mark=head[:MARK_DIGITS], hash=head)
    if game is not None:
        events = events.filter(game=game)
    row = events.select_related("game").first()
    if row is not None:
        return row.game, Record(*(getattr(row, name) for name in Record._fields))
    if game is None:
        return find_archived(head)
    archived = hash_records(game.slug, read_archive(game))
    return next(((game, each) for each, digest in archived if digest == head), None)


def mark_of(head: str) -> str:
    """Return the short form of a hash that forms and links carry."""
    return head[:MARK_DIGITS]


def require_seen(game: Game, version: int, mark: str) -> None:
    """
    Raise Refused (position_lost) unless the event ``version`` has this mark. A version
    that is still to come passes: the rules refuse it.
    """
    if mark_of(head_at(game, version) or mark) != mark:
        raise Refused("position_lost")


def head_at(game: Game, version: int) -> str:
    """Return the hash of the event ``version`` of a game, or '' if there is none."""
    if version == game.version:
        return game.head
    if version > game.version:  # a user can type any number
        return ""
    return hash_at(game, version) or ""


def restoration_since(written_at: datetime | None) -> Restoration | None:
    """Return the restore that lost what an email written then was about, or None."""
    if written_at is None:
        return None
    lost = Restoration.objects.filter(
        back_to__lt=written_at, restored_at__gte=written_at
    )
    return lost.order_by("-pk").first()
