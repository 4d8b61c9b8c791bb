"""The verdict of an audit."""

from typing import NamedTuple

from msgspec import Struct

from stoneage_core.events.setup import Origin
from stoneage_core.phrases import Phrase
from stoneage_core.transparency.proofs import InclusionProof

#: The sequence of a finding that is about the whole record.
WHOLE = 0


class Finding(NamedTuple):
    """A fault: the sequence of the event, or ``WHOLE``, and the reason."""

    sequence: int
    reason: Phrase


class Wrong(Exception):
    def __init__(self, sequence: int, english: str, /, **values: object) -> None:
        key = "audit." + english.split(" ")[0].strip("{}").lower()
        self.finding = Finding(sequence, Phrase(key, english, values))
        super().__init__(str(self.finding.reason))


class BeaconRounds(NamedTuple):
    """
    The rounds of a beacon that a game used, by the sequences of their events.

    Each round was named before it was published, if the moments in the record are true.
    The service writes these moments, so the record does not prove them.
    """

    #: The signature is good.
    checked: tuple[int, ...] = ()
    #: The signature was not checked because the library is missing.
    unchecked: tuple[int, ...] = ()
    #: The service recorded that it could not fetch the round.
    missed: tuple[int, ...] = ()


class MailedDecisions(NamedTuple):
    """The decisions that players made by email, by their first events."""

    #: The email is recorded by its SHA-256, and its sender's domain had signed it.
    signed: tuple[int, ...] = ()
    #: The email is recorded by its SHA-256, without a valid signature.
    unsigned: tuple[int, ...] = ()
    #: No email is recorded.
    unrecorded: tuple[int, ...] = ()


class Logged(NamedTuple):
    """
    The last entry of a game in the log of its site.

    It covers the events ``since`` to ``upto``; ``proof`` shows that it is in the log.
    """

    since: int
    upto: int
    proof: InclusionProof


class Verdict(Struct, frozen=True):
    """The result of an audit. A decision is named by its first event's sequence."""

    game: str
    #: How many events there are.
    events: int
    #: The hash of the last event.
    head: str
    is_over: bool
    is_cancelled: bool
    #: How many dice and other draws were checked against a seed; 0 if none is known.
    dice: int
    #: The first fault, or None.
    finding: Finding | None = None
    #: The event with the hash that was asked about, if one was.
    witnessed: int | None = None
    #: Acts of the staff.
    acts: tuple[int, ...] = ()
    #: Acts of the staff whose reasons are not in the record.
    without_reason: tuple[int, ...] = ()
    #: Moves of players after the deadline, before the service timed them out.
    late: tuple[int, ...] = ()
    #: Outages, in which no clock ran. The record does not prove them.
    outages: tuple[int, ...] = ()
    #: Restores from a backup, each with a new seed. The record does not prove them.
    restored: tuple[int, ...] = ()
    #: Decisions by which the game went back over draws, which were drawn again.
    redrawn: tuple[int, ...] = ()
    #: The rounds of a public beacon that were used, or None without a beacon.
    beacon_rounds: BeaconRounds | None = None
    #: Decisions by email.
    mailed: MailedDecisions = MailedDecisions()
    #: When the next event has to come at the latest, or ''.
    due_by: str = ""
    #: The next event had not come a week after ``due_by``.
    is_overdue: bool = False
    #: The position of another game that this one began from.
    origin: Origin | None = None
    #: The place in the log of the site, as the record states it.
    logged: Logged | None = None
