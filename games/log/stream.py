"""The event store: reading streams, appending to them, and what guards them.

Reading makes no model instances, because a page may need hundreds of events. Archived
events are read from the game's archive, transparently to callers.
"""

import logging
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import IntegrityError
from django.db.backends.base.base import BaseDatabaseWrapper

from games.errors import Refused
from games.log import chain
from games.log.archive import PART, read_archive, read_hashed
from games.log.chain import Record
from games.log.read_model import Changes, update_table
from games.migrations.sql import append_only_1 as triggers
from games.models import Game, StoredEvent
from stoneage_core.events.base import Event
from stoneage_core.match.state import Source
from stoneage_core.record import codec
from stoneage_core.record.chain import GENESIS

#: The error message with which the database refuses to change a stored event.
APPEND_ONLY_ERROR = triggers.EVENTS.sentence

#: The suffixes of the triggers that guard each table.
_GUARDS = {
    "sqlite": ("no_update", "no_delete", "no_replace"),
    "postgresql": ("append_only", "no_truncate"),
}
#: The enabled triggers that raise an error, read from the database's own catalog, which
#: has no Django model.
_ENABLED = {
    "sqlite": (
        "SELECT name FROM sqlite_master"
        " WHERE type = 'trigger' AND sql LIKE '%RAISE(ABORT%'"
    ),
    "postgresql": (
        "SELECT tgname FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid"
        " WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')"
        " AND prosrc LIKE '%RAISE EXCEPTION%'"
    ),
}


def missing_triggers(connection: BaseDatabaseWrapper) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(_ENABLED[connection.vendor])
        existing = {name for (name,) in cursor.fetchall()}
    guards = _GUARDS[connection.vendor]
    wanted = {f"{each.table}_{guard}" for each in triggers.GUARDED for guard in guards}
    return sorted(wanted - existing)


logger = logging.getLogger(__name__)

#: How a unique violation shows: PostgreSQL names the constraint; SQLite names the
#: columns or raises the trigger's message.
_TAKEN_CONSTRAINTS = {"event_sequence_once_a_game", "event_request_once_a_game"}
_TAKEN_SENTENCES = {
    "UNIQUE constraint failed: games_storedevent.game_id, games_storedevent.sequence",
    "UNIQUE constraint failed: games_storedevent.game_id, games_storedevent.request_id",
    APPEND_ONLY_ERROR,
}


#: The largest value of the sequence column.
LAST_SEQUENCE = 2**31 - 1


class NewEvent(NamedTuple):
    event: Event
    decided_by: int | None
    source: Source
    command: str = ""
    request_id: UUID | None = None


def load_stream(game: Game, *, after: int = 0, upto: int | None = None) -> list[Event]:
    """Return the events with sequences from ``after`` + 1 to ``upto``, in order."""
    stored = _read(game, after=after, upto=upto)
    return codec.decode_all(stored)


#: How many events one query reads. Few games have half as many.
CHUNK = 4_000


def load_records(
    game: Game, *, after: int = 0, limit: int | None = None
) -> Iterator[tuple[Record, str]]:
    """
    Yield the events from sequence ``after`` + 1 on, at most ``limit``, with hashes.

    They are read in chunks, so that a long game takes little memory. PgBouncer in
    transaction mode has no server-side cursors. Events that are archived in between are
    read from the archive.
    """
    upto = LAST_SEQUENCE if limit is None else min(after + limit, LAST_SEQUENCE)
    while after < upto:
        rows = (
            StoredEvent.objects.filter(game=game, sequence__range=(after + 1, upto))
            .order_by("sequence")
            .values_list(*Record._fields, "hash")
        )
        chunk = [(Record(*record), digest) for *record, digest in rows[:CHUNK]]
        first = chunk[0][0].sequence if chunk else None
        if _is_incomplete(game, after, first):
            # A part at a time, so that a long game takes little memory.
            while after < upto:
                part = read_hashed(game, after=after, upto=min(upto, after + PART))
                if not part:
                    break
                yield from part
                after = part[-1][0].sequence
        yield from (each for each in chunk if each[0].sequence > after)
        if len(chunk) < CHUNK:
            return
        after = chunk[-1][0].sequence


def _is_incomplete(game: Game, after: int, first: int | None) -> bool:
    return after < game.version and first != after + 1


def event_of(record: Record) -> Event:
    return codec.decode(record.type, record.schema_version, record.data)


def append(
    game: Game, entries: Sequence[NewEvent], now: datetime, changes: Changes
) -> None:
    """
    Raise Refused (stale) if another transaction was first, so that the stream no longer
    ends at the game's version. The caller must then roll back. Any other IntegrityError
    is a bug and propagates.
    """
    events = _records_of(game, entries, now)
    last, head = events[-1]
    try:
        insert_events(game, events)
    except IntegrityError as error:
        if not _is_conflict(error):
            raise
        raise Refused("stale") from error
    columns = {"version": last.sequence, "head": head, **changes.game}
    if not update_table(game, changes._replace(game=columns)):
        raise Refused("stale")
    game.version, game.head = last.sequence, head
    logger.info(
        "Game %s has %s events",
        game.slug,
        last.sequence,
        extra={"game": game.slug, "sequence": last.sequence},
    )


def _is_conflict(error: IntegrityError) -> bool:
    diagnosis = getattr(error.__cause__, "diag", None)
    if diagnosis is not None:
        return diagnosis.constraint_name in _TAKEN_CONSTRAINTS
    return str(error) in _TAKEN_SENTENCES


def _records_of(
    game: Game, entries: Sequence[NewEvent], now: datetime
) -> list[tuple[Record, str]]:
    records = []
    previous = game.head or GENESIS
    for sequence, entry in enumerate(entries, start=game.version + 1):
        type_name = entry.event.type_name()
        record = Record(
            sequence=sequence,
            type=type_name,
            schema_version=codec.latest_version(type_name),
            data=codec.encode(entry.event).decode(),
            decided_by=entry.decided_by,
            source=entry.source.value,
            command=entry.command,
            request_id=entry.request_id,
            recorded_at=now,
        )
        previous = chain.link(previous, game.slug, record)
        records.append((record, previous))
    return records


def _read(game: Game, *, after: int, upto: int | None) -> list[tuple[str, int, str]]:
    last = LAST_SEQUENCE if upto is None else upto
    events = StoredEvent.objects.filter(
        game=game, sequence__gt=after, sequence__lte=last
    )
    rows = list(
        events.order_by("sequence").values_list(
            "sequence", "type", "schema_version", "data"
        )
    )
    found = [(type_name, version, data) for _, type_name, version, data in rows]
    if last > after and _is_incomplete(game, after, rows[0][0] if rows else None):
        kept = read_archive(game, after=after, upto=last)
        found = [(each.type, each.schema_version, each.data) for each in kept] + found
    return found


def insert_events(game: Game, events: Sequence[tuple[Record, str]]) -> None:
    """
    Raise IntegrityError if a sequence or a request id exists already. Conflicts are
    never ignored, because that would silently lose events.
    """
    StoredEvent.objects.bulk_create(
        StoredEvent(game=game, **record._asdict(), hash=digest)
        for record, digest in events
    )
