"""The chain of hashes: whoever keeps a game's last hash can tell if its past changed.

The hash of an event is the SHA-256, in lower-case hex, of the UTF-8 bytes of a JSON
array without spaces, not escaped beyond what JSON demands (Python:
``json.dumps(..., ensure_ascii=False, separators=(",", ":"))``):

    [previous hash, slug of the game, sequence, type, schema version, rules version,
     data as stored (a string), decided by, decided how, command, request id,
     recorded at]

The previous hash of the first event is 64 zeros. ``decided by`` is a player's number
or null, ``request id`` a UUID with hyphens or null, ``recorded at`` is UTC with six
decimals, as in ``2026-11-20T19:30:00.000000Z``.
"""

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID

GENESIS = "0" * 64


class Record(NamedTuple):
    """All that is hashed of a stored event, named as its columns are."""

    sequence: int
    type: str
    schema_version: int
    rules_version: int
    data: str
    decided_by: int | None
    decided_how: str
    command: str
    request_id: UUID | None
    recorded_at: datetime


class Break(NamedTuple):
    """Where a chain does not hold, and why."""

    sequence: int
    reason: str


def link(previous: str, slug: str, record: Record) -> str:
    """Return the hash of the event that follows the one hashed as ``previous``."""
    form = [
        previous,
        slug,
        *record[:8],
        None if record.request_id is None else str(record.request_id),
        moment(record.recorded_at),
    ]
    text = json.dumps(form, ensure_ascii=False, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def moment(at: datetime) -> str:
    """Return a moment in the one form that is hashed."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def first_break(
    slug: str, stored: Iterable[tuple[Record, str]], *, version: int, head: str
) -> Break | None:
    """
    Return the first place where a game's chain does not hold, or None.

    ``stored`` are its records with their stored hashes, in order; ``version`` and
    ``head`` are what the game's own row says of the end.
    """
    previous, sequence = GENESIS, 0
    for record, stored_hash in stored:
        sequence += 1
        if record.sequence != sequence:
            return Break(sequence, f"sequence {record.sequence} stands in its place")
        previous = link(previous, slug, record)
        if previous != stored_hash:
            return Break(sequence, "the hash does not fit the event")
    if sequence != version:
        return Break(sequence, f"the game's row speaks of version {version}")
    if version and previous != head:
        return Break(sequence, "the game's row holds another hash")
    return None
