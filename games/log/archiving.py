"""Archiving: the events of a finished game are packed into one row."""

import logging
from collections import Counter
from collections.abc import Iterable
from datetime import datetime

from django.db import DatabaseError, transaction

from games.locks import lock_game
from games.log import chain
from games.log.archive import hash_records, marks_of, pack, unpack
from games.log.chain import Record
from games.log.stream import load_records
from games.models import Game, Seat, Status, StoredEvent
from games.models.events import GameArchive
from stoneage_core.events.clocks import TurnTimedOut
from stoneage_core.events.seats import AutopilotSeated
from stoneage_core.match.commands import is_move
from stoneage_core.match.state import Source

logger = logging.getLogger(__name__)

#: A batch skips up to this many games that cannot be archived, so that they do not
#: block the others.
MOST_BROKEN = 100

_IN_PERSON = {source.value for source in Source if source.is_in_person}


class ArchiveDiffers(Exception):
    """The archive would differ from the stored events."""


@transaction.atomic
def archive_game(*, game_id: int, now: datetime) -> bool:
    """
    Move the events of a finished game into its archive, once. The archive is read back
    and compared with every field and hash before the rows are deleted. Raise
    ArchiveDiffers if anything does not match.
    """
    game = lock_game(game_id)
    if not game.is_final or game.archived_at is not None:
        return False
    stored = list(load_records(game))
    broken = chain.first_break(game.slug, stored, version=game.version, head=game.head)
    if broken is not None or not stored:
        raise ArchiveDiffers(f"the chain breaks: {broken}")
    content, parts = pack(stored)
    records = [record for record, _digest in stored]
    GameArchive.objects.create(
        game=game,
        last_sequence=game.version,
        head=game.head,
        last_recorded_at=records[-1].recorded_at,
        content=content,
        parts=parts,
        marks=marks_of(digest for _record, digest in stored),
        archived_at=now,
    )
    archive = GameArchive.objects.get(pk=game.pk)
    unpacked, _before = unpack(bytes(archive.content), archive.parts)
    again = list(hash_records(game.slug, unpacked))
    if again != stored or archive.head != stored[-1][1]:
        raise ArchiveDiffers("the archive does not match the stored events")
    _store_counts(game, records)
    removed, _by_table = StoredEvent.objects.filter(game=game).delete()
    if removed != len(stored):
        raise ArchiveDiffers(f"deleted {removed} rows instead of {len(stored)}")
    Game.objects.filter(pk=game.pk).update(archived_at=now)
    return True


def archive_finished(*, before: datetime, now: datetime, limit: int) -> int:
    """A game that cannot be archived is logged and keeps its rows."""
    due = Game.objects.filter(
        status=Status.FINISHED, reveal_at=None, archived_at=None, finished_at__lt=before
    )
    done = 0
    keys = due.order_by("finished_at").values_list("pk", flat=True)
    for game_id in keys[: limit + MOST_BROKEN]:
        try:
            done += archive_game(game_id=game_id, now=now)
        except (ArchiveDiffers, DatabaseError):
            logger.exception("Game %s could not be archived", game_id)
        if done >= limit:
            break
    return done


def _store_counts(game: Game, records: Iterable[Record]) -> None:
    in_time, missed, lost = Counter[int](), Counter[int](), Counter[int]()
    timed_out, seated = TurnTimedOut.type_name(), AutopilotSeated.type_name()
    for record in records:
        if record.decided_by is None:
            continue
        in_time[record.decided_by] += record.source in _IN_PERSON and is_move(
            record.command
        )
        missed[record.decided_by] += record.type == timed_out
        lost[record.decided_by] += record.type == seated
    seats = list(Seat.objects.filter(game=game))
    for seat in seats:
        seat.archived_in_time = in_time[seat.number]
        seat.archived_missed = missed[seat.number]
        seat.archived_lost = lost[seat.number]
    Seat.objects.bulk_update(
        seats, ["archived_in_time", "archived_missed", "archived_lost"]
    )
