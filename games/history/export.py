"""A game as text for anybody to keep and check. See docs/log-format.md.

It contains nothing personal: players are numbers, and what they typed is a hash. While
the game runs, the log does not show which decisions came from orders. The
record shows when and how each decision was made, so it becomes public only when the
game is final; auditors may have it before. The transcript is for people, the table for
programs that work with columns. Both show what the log shows.
"""

import csv
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from io import StringIO
from itertools import tee
from typing import cast

import msgspec
from django.utils.translation import gettext_lazy
from msgspec import Raw, Struct

from games.errors import Refused
from games.log import chain
from games.log.stream import event_of, load_records
from games.models import Game, Status
from games.moderation_log import public_log_of
from games.presentation.event_text import SourceMask, rounds_of
from games.transparency.log_proofs import place_of
from stoneage_core import audit
from stoneage_core.audit.appendix import write_place
from stoneage_core.events.chance import BeaconRoundNamed
from stoneage_core.events.setup import GameCreated
from stoneage_core.match.calendar import write_moment
from stoneage_core.record.transcript import TranscriptLine, write_transcript
from stoneage_core.wording.sentences import describe_event

#: The columns of the table. ``player`` counts from 1, as sentences do. ``dice`` are
#: digits separated by blanks.
COLUMNS = (
    *("sequence", "recorded_at", "round", "type", "player", "source", "command"),
    *("dice", "sentence", "hash"),
)
NOT_YET = gettext_lazy(
    "The record of a game tells what orders decided, so everyone gets it once "
    "the game is over for good. You can download the game log at any time."
)


class LogLine(Struct, frozen=True):
    """One line: the engine's log, who decided, and the chain's hash."""

    sequence: int
    schema_version: int
    event: msgspec.Raw
    decided_by: int | None
    source: str
    command: str
    hash: str


def log_lines(game: Game, *, after: int = 0, upto: int | None = None) -> Iterator[str]:
    """
    Yield the lines of the log with line ends, each event in its stored form.

    They are those after event ``after``, up to ``upto`` or the game's version.
    """
    mask = SourceMask.after(game, after)
    limit = (upto or game.version) - after
    for record, stored_hash in load_records(game, after=after, limit=limit):
        yield msgspec.json.encode(_log_line(record, stored_hash, mask)).decode() + "\n"


def _log_line(record: chain.Record, stored_hash: str, mask: SourceMask) -> LogLine:
    return LogLine(
        sequence=record.sequence,
        schema_version=record.schema_version,
        event=msgspec.Raw(record.data.encode()),
        decided_by=record.decided_by,
        source=mask.source_of(
            record.type, record.decided_by, record.source, record.command
        ).value,
        command=record.command,
        hash=stored_hash,
    )


def require_record_may_be_read(game: Game) -> None:
    """Raise Refused (forbidden) as long as only auditors may read the record."""
    if not (game.is_final or game.status == Status.CANCELLED):
        raise Refused("forbidden", NOT_YET)


def record_lines(game: Game) -> Iterator[str]:
    """
    Yield the lines of the record with line ends, each event in its stored form.

    After the events come the reasons for acts of the staff, and the game's place in the
    site's log.
    """
    beacon, namings, length = None, dict[int, datetime](), 0
    for record, stored_hash in load_records(game):
        yield audit.write(entry_of(record, stored_hash))
        length = record.sequence
        if record.type == GameCreated.type_name():
            beacon = cast(GameCreated, event_of(record)).terms.beacon
        elif record.type == BeaconRoundNamed.type_name() and beacon is not None:
            named = cast(BeaconRoundNamed, event_of(record))
            seconds = beacon.published_at(named.round)
            namings[length] = datetime.fromtimestamp(seconds, UTC)
    yield _reasons_of(game)
    place = place_of(game, upto=length, namings=namings)
    if place is not None:
        yield write_place(place)


def record_lines_of(
    game: Game, records: Iterable[tuple[chain.Record, str]]
) -> Iterator[str]:
    """Yield the lines of the record of a game whose stored ``records`` were read."""
    for record, stored_hash in records:
        yield audit.write(entry_of(record, stored_hash))
    yield _reasons_of(game)


def _reasons_of(game: Game) -> str:
    return audit.write_reasons(
        [
            audit.StaffReason(entry.sequence, entry.why, entry.nonce)
            for entry in reversed(public_log_of(game))
            if entry.sequence is not None
        ]
    )


def entry_of(record: chain.Record, stored_hash: str) -> audit.Entry:
    return audit.Entry(
        sequence=record.sequence,
        schema_version=record.schema_version,
        event=Raw(record.data.encode()),
        decided_by=record.decided_by,
        source=record.source,
        command=record.command,
        request_id=None if record.request_id is None else str(record.request_id),
        recorded_at=write_moment(record.recorded_at),
        hash=stored_hash,
    )


def transcript_of(game: Game) -> str:
    """Return the game as a transcript, in English, with numbers for players."""
    reasons = {entry.sequence: entry.why for entry in public_log_of(game)}
    lines = [
        TranscriptLine(
            record.sequence,
            event_of(record),
            record.decided_by,
            record.command,
            write_moment(record.recorded_at),
            " ".join(reasons.get(record.sequence, "").split()),
        )
        for record, _ in load_records(game, limit=game.version)
    ]
    return write_transcript(lines)


def table_of_events(game: Game) -> Iterator[str]:
    mask = SourceMask(game)
    rows, same = tee(
        (record, stored_hash, event_of(record))
        for record, stored_hash in load_records(game, limit=game.version)
    )
    rounds = rounds_of(event for *_, event in same)
    yield _csv_line(COLUMNS)
    for (record, stored_hash, event), number in zip(rows, rounds, strict=True):
        source = mask.source_of(
            record.type, record.decided_by, record.source, record.command
        )
        dice = " ".join(map(str, getattr(event, "dice", ())))
        player = "" if record.decided_by is None else record.decided_by + 1
        yield _csv_line(
            (
                *(record.sequence, write_moment(record.recorded_at), number),
                *(record.type, player, source.value, record.command),
                *(dice, describe_event(event), stored_hash),
            )
        )


def _csv_line(values: Iterable[object]) -> str:
    line = StringIO()
    csv.writer(line).writerow(values)
    return line.getvalue()
