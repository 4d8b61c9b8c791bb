"""The place of a game in the log of its site: the last line of a record, if any.

It names the events at which the game came into the log, and proves that the last of
these entries is in a checkpoint. Each entry binds the one before it, so that all of
them can be reckoned from the record alone: had the log told anything else of this game,
the proof would not hold.
"""

import base64
import binascii
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from stoneage_core.audit.entries import Entry, Positive, split_record
from stoneage_core.audit.verdict import WHOLE, Logged, Wrong
from stoneage_core.transparency.logged_heads import BadLeaf, leaves_of
from stoneage_core.transparency.merkle import ProofFails
from stoneage_core.transparency.notes import BadNote
from stoneage_core.transparency.proofs import read_inclusion


class LogPlace(Struct, frozen=True, forbid_unknown_fields=True):
    """
    The place of a game in a log, as its line in the record tells it.

    ``sequences`` are the events at which the game came into the log, ``proof`` is the
    ``tlog-proof`` of the last of these entries, ``time_stamp`` an authority's answer
    about its checkpoint (RFC 3161), in base64, or ''.
    """

    sequences: tuple[Positive, ...]
    proof: str
    time_stamp: str = ""


class _Line(Struct, frozen=True, forbid_unknown_fields=True):
    log: LogPlace


_lines = msgspec.json.Decoder(_Line)


def write_place(place: LogPlace) -> str:
    """Return the line of a place, with its end."""
    return msgspec.json.encode(_Line(place)).decode() + "\n"


def check_place(text: str, game: str, entries: Sequence[Entry]) -> Logged | None:
    """
    Return where a record says that its game stands in a log, None where it does not.

    Raise Wrong where the proof does not hold. Who signed the checkpoint is not asked.
    """
    told = split_record(text).place
    if not told:
        return None
    try:
        place = _lines.decode(told).log
        proof = read_inclusion(place.proof)
        leaves = leaves_of(game, [each.hash for each in entries], place.sequences)
        stamp = base64.b64decode(place.time_stamp, validate=True)
        if not leaves or write_place(place) != told:
            raise BadLeaf("it is not as it was written")
        proof.check(leaves[-1].hash)
    except ProofFails as error:
        english = "the log of the site holds something else of this game: {error}"
        raise Wrong(WHOLE, english, error=error) from error
    except (
        msgspec.MsgspecError,
        UnicodeError,
        RecursionError,
        BadLeaf,
        BadNote,
        binascii.Error,
    ) as error:
        english = "what it tells of the site’s log cannot be read: {error}"
        raise Wrong(WHOLE, english, error=error) from error
    before = leaves[-2].sequence if leaves[1:] else 0
    return Logged(before + 1, leaves[-1].sequence, proof, stamp)
