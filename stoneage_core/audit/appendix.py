"""The lines after the events of a record: reasons of the staff, place in a log.

An act of the staff is an event with a commitment to its reason. A line holds the reason
and the nonce, so that anybody can check the commitment. A reason that was erased or is
confidential has no line; the verdict lists its act.

The last line names the events at which the game was added to the log of its site, and
proves that the last of these entries is in a checkpoint. Each entry includes the hash
of the game's previous entry, so the proof only holds if all of them match this record.
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
    """The reason of an act; ``event`` is its sequence, ``nonce`` is in hex."""

    event: Positive
    reason: Annotated[str, Meta(min_length=1, max_length=500)]
    nonce: Digest


class _ReasonLine(Struct, frozen=True, forbid_unknown_fields=True):
    staff: StaffReason


_reason_lines = msgspec.json.Decoder(_ReasonLine)


def write_reasons(reasons: Sequence[StaffReason]) -> str:
    return "".join(
        msgspec.json.encode(_ReasonLine(each)).decode() + "\n" for each in reasons
    )


def check_reasons(
    text: str, game: str, entries: Sequence[Entry], events: Sequence[Event]
) -> tuple[int, ...]:
    """
    Return the sequences of the acts whose reasons are not in the record.

    Raise Wrong if a reason does not match its commitment, belongs to no act, occurs
    twice, or if the lines are not in canonical form and order.
    """
    acts = {
        entry.sequence: event
        for entry, event in zip(entries, events, strict=False)
        if isinstance(event, StaffActed)
    }
    lines = split_record(text).reasons
    reasons = read_reasons(text)
    if write_reasons(sorted(reasons, key=lambda each: each.event)) != lines:
        english = "the reasons of the staff are not in their original form or order"
        raise Wrong(WHOLE, english)
    for each in reasons:
        act = acts.pop(each.event, None)
        if act is None:
            english = (
                "event {event} is not an act of the staff that still needs a reason"
            )
            raise Wrong(WHOLE, english, event=each.event)
        commitment = commit_reason(bytes.fromhex(each.nonce), game, each.reason)
        if commitment != act.reason_commitment:
            raise Wrong(each.event, "the reason is not the one that the staff gave")
    return tuple(acts)


def read_reasons(text: str) -> list[StaffReason]:
    """Return the reasons in a record; raise Wrong if a line cannot be read."""
    reasons = []
    lines = split_record(text).reasons.split("\n")[:-1]
    for number, line in enumerate(lines, start=1):
        try:
            reasons.append(_reason_lines.decode(line).staff)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            english = "reason {number} of the staff cannot be read: {error}"
            raise Wrong(WHOLE, english, number=number, error=error) from error
    return reasons


class LogPlace(Struct, frozen=True, forbid_unknown_fields=True):
    """
    The place of a game in the site's log, as its line in the record states it.

    ``sequences`` are the events at which the game was added to the log. ``proof`` is
    the ``tlog-proof`` of the last of these entries.
    """

    sequences: tuple[Positive, ...]
    proof: str


class _PlaceLine(Struct, frozen=True, forbid_unknown_fields=True):
    log: LogPlace


_place_lines = msgspec.json.Decoder(_PlaceLine)


def write_place(place: LogPlace) -> str:
    return msgspec.json.encode(_PlaceLine(place)).decode() + "\n"


def check_place(text: str, game: str, entries: Sequence[Entry]) -> Logged | None:
    """
    Return the place of a game in its site's log, or None if the record has none.

    Raise Wrong if the proof does not hold. The signatures of the checkpoint are not
    checked.
    """
    line = split_record(text).place
    if not line:
        return None
    try:
        place = _place_lines.decode(line).log
        proof = read_inclusion(place.proof)
        leaves = leaves_of(game, [each.hash for each in entries], place.sequences)
        if not leaves or write_place(place) != line:
            raise BadLeaf("it is not in its original form")
        proof.check(leaves[-1].hash)
    except ProofFails as error:
        english = "the log of the site has other entries for this game: {error}"
        raise Wrong(WHOLE, english, error=error) from error
    except (
        msgspec.MsgspecError,
        RecursionError,
        BadLeaf,
        BadNote,
        ValueError,  # if the text is not UTF-8
    ) as error:
        english = "the line about the site’s log cannot be read: {error}"
        raise Wrong(WHOLE, english, error=error) from error
    before = leaves[-2].sequence if leaves[1:] else 0
    return Logged(before + 1, leaves[-1].sequence, proof)
