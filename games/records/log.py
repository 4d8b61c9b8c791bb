"""A game's log as text, as docs/log-format.md describes it, for anybody to keep.

Nothing personal is in it: players are numbers, what they typed is a hash. Nor does it
tell, while the game runs, what was decided by standing orders.
"""

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from games import event_store
from games.discretion import Discretion
from games.event_store import chain
from games.models import Game


class Line(Struct, frozen=True):
    """One line: what the engine's log has, then who decided and the chain's hash."""

    sequence: int
    schema_version: int
    event: msgspec.Raw
    decided_by: int | None
    decided_how: str
    command: str
    hash: str


def log_lines(game: Game, *, upto: int | None = None) -> Iterator[str]:
    """Yield the lines of the log with their ends, each event in its stored form."""
    discretion = Discretion(game)
    for record, stored_hash in event_store.load_records(game, limit=upto):
        line = _line(record, stored_hash, discretion)
        yield msgspec.json.encode(line).decode() + "\n"


def _line(record: chain.Record, stored_hash: str, discretion: Discretion) -> Line:
    return Line(
        sequence=record.sequence,
        schema_version=record.schema_version,
        event=msgspec.Raw(record.data.encode()),
        decided_by=record.decided_by,
        decided_how=discretion.how(
            record.type, record.decided_by, record.decided_how, record.command
        ).value,
        command=record.command,
        hash=stored_hash,
    )
