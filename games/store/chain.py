"""
The chain of hashes of stored events.

``stoneage_core.serialization.chain`` tells its form.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from stoneage_core.match.calendar import write_moment
from stoneage_core.serialization import chain
from stoneage_core.serialization.chain import GENESIS


class Record(NamedTuple):
    """All that is hashed of a stored event, named as its columns are."""

    sequence: int
    type: str
    schema_version: int
    data: str
    decided_by: int | None
    source: str
    command: str
    request_id: UUID | None
    recorded_at: datetime


class Break(NamedTuple):
    """The place where a chain does not hold, and why."""

    sequence: int
    reason: str


def link(previous: str, slug: str, record: Record) -> str:
    """Return the hash of the event that follows the one hashed as ``previous``."""
    request = None if record.request_id is None else str(record.request_id)
    form = (*record[:7], request, write_moment(record.recorded_at))
    return chain.link(previous, slug, form)


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
