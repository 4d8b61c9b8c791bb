"""
The hash chain of stored events; ``stoneage_core.record.chain`` defines its form.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from stoneage_core.match.calendar import write_moment
from stoneage_core.record import chain
from stoneage_core.record.chain import GENESIS


class Record(NamedTuple):
    """The fields of a stored event that are hashed, named like its columns."""

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
    sequence: int
    reason: str


def link(previous: str, slug: str, record: Record) -> str:
    request = None if record.request_id is None else str(record.request_id)
    form = (*record[:7], request, write_moment(record.recorded_at))
    return chain.link(previous, slug, form)


def first_break(
    slug: str, stored: Iterable[tuple[Record, str]], *, version: int, head: str
) -> Break | None:
    """
    Return the first place where a game's chain is broken, or None. ``stored`` are its
    records with their stored hashes, in order. ``version`` and ``head`` are what the
    game's own row says about the end.
    """
    previous, sequence = GENESIS, 0
    for record, stored_hash in stored:
        sequence += 1
        if record.sequence != sequence:
            return Break(sequence, f"found sequence {record.sequence} instead")
        previous = link(previous, slug, record)
        if previous != stored_hash:
            return Break(sequence, "the hash does not match the event")
    if sequence != version:
        return Break(sequence, f"the game's row says version {version}")
    if version and previous != head:
        return Break(sequence, "the game's row has another hash")
    return None
