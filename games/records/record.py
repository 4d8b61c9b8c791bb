"""The whole record of a game in one file, for anybody to check: see docs/log-format.md.

Nothing personal is in it. It tells when and how each decision was made, by standing
orders too, so the players get it once the game is over; staff may have it before.
"""

from collections.abc import Iterable, Iterator

from msgspec import Raw

from games import event_store
from games.event_store import chain
from games.models import Game
from games.moderation_log import LogEntry, public_log_of
from stoneage_core import audit


def record_lines(game: Game) -> Iterator[str]:
    """Yield the lines of the record with their ends, each event in its stored form.

    After the events stands what the staff did to the game, and why.
    """
    return lines_of(game, event_store.load_records(game))


def lines_of(game: Game, records: Iterable[tuple[chain.Record, str]]) -> Iterator[str]:
    """Yield the lines of the record of a game whose stored ``records`` were read."""
    for record, stored_hash in records:
        yield audit.write(entry_of(record, stored_hash))
    log = reversed(public_log_of(game))
    acts = [_act(number, entry) for number, entry in enumerate(log, start=1)]
    yield audit.write_acts(acts, game.slug)


def _act(number: int, entry: LogEntry) -> audit.StaffAct:
    at = chain.moment(entry.at)
    about = (entry.kind, entry.sequence, entry.seat)
    return audit.StaffAct(number, *about, entry.why, at)


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
