"""Reasons of the staff's acts: lines of their own, at the end of a record.

The acts themselves are events, each with a commitment to its reason. A line gives the
reason and the nonce, by which anybody can see that it is the one from then. One that
was erased, or is between the staff and a person, has no line, and is named.
"""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from stoneage_core.audit.entries import Entry, Hash, Positive, split_record
from stoneage_core.audit.verdict import WHOLE, Wrong
from stoneage_core.events.base import Event
from stoneage_core.events.staff import StaffActed
from stoneage_core.match.acts import commit_reason


class StaffReason(Struct, frozen=True, forbid_unknown_fields=True):
    """The reason of the act that is the event with this number; ``nonce`` is hex."""

    event: Positive
    reason: Annotated[str, Meta(min_length=1, max_length=500)]
    nonce: Hash


class _Line(Struct, frozen=True, forbid_unknown_fields=True):
    staff: StaffReason


_lines = msgspec.json.Decoder(_Line)


def write_reasons(reasons: Sequence[StaffReason]) -> str:
    """Return the lines of reasons, each with its end, in the order of their acts."""
    return "".join(msgspec.json.encode(_Line(each)).decode() + "\n" for each in reasons)


def check_reasons(
    text: str, game: str, entries: Sequence[Entry], events: Sequence[Event]
) -> tuple[int, ...]:
    """
    Return the acts of the staff whose reasons a record does not tell, by their events.

    Raise Wrong at the first reason that is not told as it was bound, or told twice.
    """
    acts = {
        entry.sequence: event
        for entry, event in zip(entries, events, strict=False)
        if isinstance(event, StaffActed)
    }
    told = split_record(text).reasons
    reasons = read_reasons(text)
    if write_reasons(sorted(reasons, key=lambda each: each.event)) != told:
        raise Wrong(WHOLE, "the reasons of the staff are not as they were written")
    for each in reasons:
        act = acts.pop(each.event, None)
        if act is None:
            english = "event {event} is no act of the staff that a reason is wanted of"
            raise Wrong(WHOLE, english, event=each.event)
        bound_by = commit_reason(bytes.fromhex(each.nonce), game, each.reason)
        if bound_by != act.reason_commitment:
            raise Wrong(each.event, "the reason is not the one that the staff gave")
    return tuple(acts)


def read_reasons(text: str) -> list[StaffReason]:
    """Return the reasons that a record tells; raise Wrong where a line is none."""
    lines = split_record(text).reasons
    return [_reason(line, at) for at, line in enumerate(lines.split("\n")[:-1], 1)]


def _reason(line: str, number: int) -> StaffReason:
    try:
        return _lines.decode(line).staff
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        english = "reason {number} of the staff cannot be read: {error}"
        raise Wrong(WHOLE, english, number=number, error=error) from error
