"""Look up single events by sequence, time or hash, archived or not.

A version of a game is an event, with its sequence and its hash. A restore from a backup
may reassign sequences, but never hashes. So pages and links name both, and a decision
about a lost position is not mistaken for one about another position.
"""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Q
from django.db.models.functions import Left

from games.errors import Refused
from games.log.archive import PART, find_archived, read_archive, read_hashed
from games.log.chain import Record
from games.models import Game, StoredEvent
from games.models.events import MARK_DIGITS
from games.models.service import Restoration


def hash_at(game: Game, sequence: int) -> str | None:
    events = StoredEvent.objects.filter(game=game, sequence=sequence)
    found = events.values_list("hash", flat=True).first()
    if found is not None or game.archived_at is None:
        return found
    archived = read_hashed(game, after=sequence - 1, upto=sequence)
    return next((head for _record, head in archived), None)


def records_of_types(game: Game, types: Collection[str]) -> list[Record]:
    """Return the events of some types in order."""
    wanted = StoredEvent.objects.filter(Q(type__in=types) | Q(sequence=1), game=game)
    rows = wanted.order_by("sequence").values_list(*Record._fields)
    found = [Record(*row) for row in rows]
    # Without the first event, this one and others are in the archive.
    if game.version and not (found and found[0].sequence == 1):
        found = [*read_archive(game), *found]
    return [each for each in found if each.type in types]


def last_command(game: Game, upto: int, *, or_type: str) -> Record | None:
    """Return the last event up to ``upto`` that has a command or the type, or None."""
    events = StoredEvent.objects.filter(game=game, sequence__lte=upto)
    matching = events.filter(~Q(command="") | Q(type=or_type)).order_by("-sequence")
    row = matching.values_list(*Record._fields).first()
    if row is not None:
        return Record(*row)
    if events.filter(sequence=1).exists():
        return None
    while upto > 0:
        after = max(0, upto - PART)
        for record in reversed(read_archive(game, after=after, upto=upto)):
            if record.command or record.type == or_type:
                return record
        upto = after
    return None


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
    archived = read_hashed(game)
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
