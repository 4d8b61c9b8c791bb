"""The hash chain reveals any change of the past."""

import hashlib
import json
from datetime import UTC, datetime, timedelta, timezone
from uuid import UUID

import pytest

from games.log import chain
from games.log.chain import GENESIS, Record

pytestmark = pytest.mark.both_databases

SLUG = "abcdefghjk"
RECORD = Record(
    sequence=1,
    type="PeoplePlaced",
    schema_version=1,
    data='{"people":3,"place":"forest","player":0,"type":"PeoplePlaced"}',
    decided_by=0,
    source="page",
    command="forest 3",
    request_id=UUID(int=7),
    recorded_at=datetime(2026, 11, 20, 12, 0, 0, 250, tzinfo=UTC),
)
CHANGED = {
    "sequence": 2,
    "type": "PeopleLost",
    "schema_version": 2,
    "data": "{}",
    "decided_by": None,
    "source": "timeout",
    "command": "forest 4",
    "request_id": None,
    "recorded_at": RECORD.recorded_at + timedelta(microseconds=1),
}


def chained(records: list[Record]) -> list[tuple[Record, str]]:
    stored, previous = [], GENESIS
    for record in records:
        previous = chain.link(previous, SLUG, record)
        stored.append((record, previous))
    return stored


def stream() -> list[Record]:
    return [RECORD._replace(sequence=sequence) for sequence in (1, 2, 3)]


def test_hash_matches_the_documentation() -> None:
    form = [
        *["0" * 64, SLUG, 1, "PeoplePlaced", 1, RECORD.data, 0, "page", "forest 3"],
        *["00000000-0000-0000-0000-000000000007", "2026-11-20T12:00:00.000250Z"],
    ]
    text = json.dumps(form, ensure_ascii=False, separators=(",", ":"))
    expected = hashlib.sha256(text.encode()).hexdigest()
    assert chain.link(GENESIS, SLUG, RECORD) == expected


@pytest.mark.parametrize("field", Record._fields)
def test_every_field_changes_the_hash(field: str) -> None:
    changed = RECORD._replace(**{field: CHANGED[field]})
    assert chain.link(GENESIS, SLUG, changed) != chain.link(GENESIS, SLUG, RECORD)


def test_game_changes_the_hash() -> None:
    assert chain.link(GENESIS, "x", RECORD) != chain.link(GENESIS, SLUG, RECORD)


def test_previous_hash_changes_the_hash() -> None:
    assert chain.link("1" * 64, SLUG, RECORD) != chain.link(GENESIS, SLUG, RECORD)


def test_zone_of_a_time_does_not_change_the_hash() -> None:
    zone = timezone(timedelta(hours=9))
    elsewhere = RECORD._replace(recorded_at=RECORD.recorded_at.astimezone(zone))
    assert chain.link(GENESIS, SLUG, elsewhere) == chain.link(GENESIS, SLUG, RECORD)


def test_unchanged_chain_is_valid() -> None:
    stored = chained(stream())
    assert chain.first_break(SLUG, stored, version=3, head=stored[-1][1]) is None


def test_empty_chain_is_valid() -> None:
    assert chain.first_break(SLUG, [], version=0, head="") is None


def test_changed_event_is_detected() -> None:
    stored = chained(stream())
    head = stored[-1][1]
    stored[1] = (stored[1][0]._replace(command="forest 7"), stored[1][1])
    broken = chain.first_break(SLUG, stored, version=3, head=head)
    assert broken is not None
    assert broken.sequence == 2


def test_missing_event_is_detected() -> None:
    stored = chained(stream())
    head = stored[-1][1]
    del stored[1]
    broken = chain.first_break(SLUG, stored, version=3, head=head)
    assert broken is not None
    assert broken.sequence == 2


def test_missing_end_is_detected() -> None:
    stored = chained(stream())
    broken = chain.first_break(SLUG, stored[:2], version=3, head=stored[-1][1])
    assert broken is not None
    assert broken.sequence == 2


def test_rewritten_past_is_detected_by_its_head() -> None:
    head = chained(stream())[-1][1]
    forged = chained([record._replace(command="river 7") for record in stream()])
    broken = chain.first_break(SLUG, forged, version=3, head=head)
    assert broken is not None
    assert broken.sequence == 3
