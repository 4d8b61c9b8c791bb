"""The lines of a record after its events: reasons of the staff, its place in a log.

The acts of the staff are events, each with a commitment to its reason. A line gives the
reason and the nonce, by which anybody can see that it is the one from then. One that
was erased, or is between the staff and a person, has no line, and is named.

The last line names the events at which the game came into the log of its site, and
proves that the last of these entries is in a checkpoint. Each entry binds the one
before it, so that all of them can be reckoned from the record alone: had the log told
anything else of this game, the proof would not hold.
"""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from stoneage_core.audit.entries import Entry, Positive, split_record
from stoneage_core.audit.verdict import WHOLE, Logged, Wrong
from stoneage_core.events.base import Event
from stoneage_core.events.staff import StaffActed
from stoneage_core.fields import Digest
from stoneage_core.match.acts import commit_reason
from stoneage_core.transparency.logged_heads import BadLeaf, leaves_of
from stoneage_core.transparency.merkle import ProofFails
from stoneage_core.transparency.notes import BadNote
from stoneage_core.transparency.proofs import read_inclusion


class StaffReason(Struct, frozen=True, forbid_unknown_fields=True):
    """The reason of the act that is the event with this number; ``nonce`` is hex."""

    event: Positive
    reason: Annotated[str, Meta(min_length=1, max_length=500)]
    nonce: Digest


class _ReasonLine(Struct, frozen=True, forbid_unknown_fields=True):
    staff: StaffReason


_reason_lines = msgspec.json.Decoder(_ReasonLine)


def write_reasons(reasons: Sequence[StaffReason]) -> str:
    """Return the lines of reasons, each with its end, in the order of their acts."""
    return "".join(
        msgspec.json.encode(_ReasonLine(each)).decode() + "\n" for each in reasons
    )


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
        return _reason_lines.decode(line).staff
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        english = "reason {number} of the staff cannot be read: {error}"
        raise Wrong(WHOLE, english, number=number, error=error) from error


class LogPlace(Struct, frozen=True, forbid_unknown_fields=True):
    """
    The place of a game in a log, as its line in the record tells it.

    ``sequences`` are the events at which the game came into the log, ``proof`` is the
    ``tlog-proof`` of the last of these entries.
    """

    sequences: tuple[Positive, ...]
    proof: str


class _PlaceLine(Struct, frozen=True, forbid_unknown_fields=True):
    log: LogPlace


_place_lines = msgspec.json.Decoder(_PlaceLine)


def write_place(place: LogPlace) -> str:
    """Return the line of a place, with its end."""
    return msgspec.json.encode(_PlaceLine(place)).decode() + "\n"


def check_place(text: str, game: str, entries: Sequence[Entry]) -> Logged | None:
    """
    Return where a record says that its game stands in a log, None where it does not.

    Raise Wrong where the proof does not hold. Who signed the checkpoint is not asked.
    """
    told = split_record(text).place
    if not told:
        return None
    try:
        place = _place_lines.decode(told).log
        proof = read_inclusion(place.proof)
        leaves = leaves_of(game, [each.hash for each in entries], place.sequences)
        if not leaves or write_place(place) != told:
            raise BadLeaf("it is not as it was written")
        proof.check(leaves[-1].hash)
    except ProofFails as error:
        english = "the log of the site holds something else of this game: {error}"
        raise Wrong(WHOLE, english, error=error) from error
    except (
        msgspec.MsgspecError,
        RecursionError,
        BadLeaf,
        BadNote,
        ValueError,  # of text that is no UTF-8
    ) as error:
        english = "what it tells of the site’s log cannot be read: {error}"
        raise Wrong(WHOLE, english, error=error) from error
    before = leaves[-2].sequence if leaves[1:] else 0
    return Logged(before + 1, leaves[-1].sequence, proof)
