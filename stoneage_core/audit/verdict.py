"""The verdict of an audit, and its report in words."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from stoneage_core.events.setup import Origin
from stoneage_core.phrases import Phrase
from stoneage_core.transparency.checkpoints import read_tree_head
from stoneage_core.transparency.notes import SignedNote
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


class ProvenRound(NamedTuple):
    """A round by the sequence of its event, and the names of the witnesses."""

    event: int
    witnesses: tuple[str, ...]


class LoggedNaming(NamedTuple):
    """An event that names a round, and a checkpoint of a log that has it."""

    event: int
    checkpoint: SignedNote


class BeaconRounds(NamedTuple):
    """
    The rounds of a beacon that a game used, by the sequences of their events.

    Each round was named before it was published, if the moments in the record are true.
    The service writes these moments, so only the cosignature of a witness proves them.
    """

    #: The signature is good.
    checked: tuple[int, ...] = ()
    #: The signature was not checked because the library is missing.
    unchecked: tuple[int, ...] = ()
    #: The service recorded that it could not fetch the round.
    missed: tuple[int, ...] = ()
    #: A known witness had cosigned the naming before the round was published.
    proven: tuple[ProvenRound, ...] = ()
    #: A known witness cosigned the naming only after the round was published.
    proven_late: tuple[int, ...] = ()
    #: There is a cosignature, and no key to check it with.
    cosigned: tuple[int, ...] = ()

    @property
    def used(self) -> tuple[int, ...]:
        return tuple(sorted((*self.checked, *self.unchecked)))

    @property
    def claimed(self) -> tuple[int, ...]:
        """The rounds that were named in time by the service's own clock alone."""
        others = {*(each.event for each in self.proven), *self.proven_late}
        return tuple(each for each in self.used if each not in others)


class MailedDecisions(NamedTuple):
    """The decisions that players made by email, by their first events."""

    #: The email is recorded by its SHA-256, and its sender's domain had signed it.
    signed: tuple[int, ...] = ()
    #: The email is recorded by its SHA-256, without a valid signature.
    unsigned: tuple[int, ...] = ()
    #: No email is recorded.
    unrecorded: tuple[int, ...] = ()


class Logged(NamedTuple):
    """The last entry of a game in its site's log; ``proof`` shows that it is there."""

    since: int
    upto: int
    proof: InclusionProof
    rounds: tuple[LoggedNaming, ...] = ()


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
    #: Decisions of autopilot that autopilot does not choose.
    odd_autopilot: tuple[int, ...] = ()
    #: Decisions of autopilot by a model that this program does not have any more.
    other_autopilot: tuple[int, ...] = ()
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


#: How many events a list names; the rest are counted.
MOST_LISTED = 20


def in_words(verdict: Verdict) -> str:
    # A hostile record may contain control characters.
    return "\n".join(
        "".join(each if each.isprintable() else "�" for each in line)
        for line in _lines(verdict)
    )


def _lines(verdict: Verdict) -> Iterator[str]:
    if verdict.finding is not None:
        sequence, reason = verdict.finding
        wrong = f"Event {sequence}" if sequence else "The record"
        yield f"{wrong} is wrong: {reason}"
        return
    yield f"Game {verdict.game}: {verdict.events} events, all in order."
    yield f"The chain of hashes holds; it ends in {verdict.head}."
    yield "Every event follows from a legal decision, and none is missing."
    yield from _dice(verdict)
    yield from _strength(verdict)
    if verdict.origin is not None:
        game, event = verdict.origin.game, verdict.origin.sequence
        yield f"It claims to go on from game {game} after event {event}. Check that"
        yield "with the record of that game: --origin FILE."
    yield from _mailed(verdict.mailed)
    if verdict.redrawn:
        yield f"Went back over dice, which were drawn again: {_list(verdict.redrawn)}."
    if verdict.late:
        yield f"Decided after their time was over: {_list(verdict.late)}."
        yield "The service noticed the deadline later, or did somebody a favour."
    if verdict.odd_autopilot:
        yield f"Autopilot would decide otherwise: {_list(verdict.odd_autopilot)}."
        yield "Somebody else decided for an absent player."
    if verdict.other_autopilot:
        yield f"Autopilot’s, but not repeated: {_list(verdict.other_autopilot)}."
        yield "It estimated differently then than it does in this program. A program of"
        yield "that time can repeat these decisions."
    if verdict.outages:
        yield f"Outages, in which no clock ran: {_list(verdict.outages)}."
        yield "Only the service says so; compare other records of the same days."
    if verdict.restored:
        events = _list(verdict.restored)
        yield f"Restored from a backup, with a new seed each time: {events}."
        yield "Only the service says so, and what was lost by that."
    if verdict.acts:
        yield _acts(verdict.acts, verdict.without_reason)
    yield from _places_of_hashes(verdict)


def _dice(verdict: Verdict) -> Iterator[str]:
    if verdict.is_over:
        yield "The seed is the one that was sealed before the first move."
        yield f"All {verdict.dice} dice and draws follow from it; so do the scores."
    elif verdict.is_cancelled:
        yield "It was cancelled before it began, so nothing was ever drawn."
    elif verdict.is_overdue:
        yield f"It is overdue: it had to go on by {verdict.due_by}, and did not."
        yield "Its operator withholds the end, and with it the proof of the dice."
    else:
        yield "The game may go on: its dice can be checked once the seed is revealed."
        if verdict.due_by:
            yield f"It has to go on by {verdict.due_by}; a week later it is overdue."


def _strength(verdict: Verdict) -> Iterator[str]:
    """Yield who could have known or chosen the dice."""
    rounds = verdict.beacon_rounds
    if verdict.is_cancelled:
        return
    if rounds is None:
        yield "No public beacon is used: the service knows all dice from the beginning,"
        yield "and may have tried many seeds before it sealed this one."
    elif any(rounds):
        yield from _beacon(rounds)


def _beacon(rounds: BeaconRounds) -> Iterator[str]:
    yield f"Its dice took rounds of a public beacon, {len(rounds.used)} in all."
    if rounds.unchecked:
        yield "Their signatures were not checked: the library pyblst is missing here."
    elif rounds.used:
        yield "Every one was signed by the beacon’s organizations."
    names = sorted({name for each in rounds.proven for name in each.witnesses})
    for name in names:
        proven = [each.event for each in rounds.proven if name in each.witnesses]
        yield f"Proven by the witness {name}: {_list(proven)}. It had signed what was"
        yield "placed before the round existed, so nobody can have known or chosen it."
    if rounds.proven_late:
        yield f"Signed by a witness too late: {_list(rounds.proven_late)}."
        yield "The service may have known these rounds when it named them."
    if rounds.claimed:
        events = _list(rounds.claimed)
        yield f"Named in time by the service’s own clock alone: {events}."
        yield "The service writes these moments and may have waited to choose a round."
    if rounds.cosigned:
        events = _list(rounds.cosigned)
        yield f"A witness signed for {events}: check that with its key, --key."
    if rounds.missed:
        yield f"The service says it could not get the beacon: {_list(rounds.missed)}."
        yield "Those draws follow from the sealed seed alone, which the service knew."


def _mailed(mailed: MailedDecisions) -> Iterator[str]:
    if mailed.signed:
        events = _list(mailed.signed)
        yield f"Decided by email, signed by the sender’s domain: {events}."
    if mailed.unsigned:
        yield f"Decided by email, without such a signature: {_list(mailed.unsigned)}."
    if mailed.unrecorded:
        events = _list(mailed.unrecorded)
        yield f"Decided by emails that are not in the record: {events}."


def _places_of_hashes(verdict: Verdict) -> Iterator[str]:
    if verdict.logged is not None:
        logged = verdict.logged
        head = read_tree_head(logged.proof.checkpoint)
        number = logged.proof.leaf_index + 1
        yield f"Up to event {logged.upto} it is entry {number} of {head.size} in the"
        yield f"log {head.origin}, and all its entries there match this record."
    if verdict.witnessed is not None:
        yield f"The hash you gave is that of event {verdict.witnessed}."


def _acts(acts: Sequence[int], without_reason: Sequence[int]) -> str:
    done = "once" if len(acts) == 1 else f"{len(acts)} times"
    if not without_reason:
        return f"The staff acted {done}, for the reasons that the record gives."
    missing = "the record does not give the reason of"
    return f"The staff acted {done}; {missing} {_list(without_reason)}."


def _list(events: Sequence[int]) -> str:
    listed = ", ".join(map(str, events[:MOST_LISTED]))
    more = f" and others, {len(events)} in all" if len(events) > MOST_LISTED else ""
    return f"events {listed}{more}"
