"""The whole record of a game in one file, for anybody to check: see docs/log-format.md.

Nothing personal is in it. It tells when and how each decision was made, by standing
orders too, so the players get it once the game is over; staff may have it before.
"""

from collections.abc import Iterator

from msgspec import Raw

from games import chain, event_store
from games.models import Game
from stoneage_core import audit


def lines_of(game: Game) -> Iterator[str]:
    """Yield the lines of the record with their ends, each event in its stored form."""
    for record, stored_hash in event_store.load_records(game):
        yield audit.write(entry_of(record, stored_hash))


def entry_of(record: chain.Record, stored_hash: str) -> audit.Entry:
    """Return the entry of one stored event."""
    return audit.Entry(
        sequence=record.sequence,
        schema_version=record.schema_version,
        rules_version=record.rules_version,
        event=Raw(record.data.encode()),
        decided_by=record.decided_by,
        decided_how=record.decided_how,
        command=record.command,
        request_id=None if record.request_id is None else str(record.request_id),
        recorded_at=chain.moment(record.recorded_at),
        hash=stored_hash,
    )
