"""All checks of a record, in one call."""

from collections.abc import Callable, Sequence
from functools import partial
from math import inf

from msgspec import ValidationError, convert

from stoneage_core.audit.appendix import check_place, check_reasons
from stoneage_core.audit.authorship import mailed_decisions
from stoneage_core.audit.decisions import decide_again
from stoneage_core.audit.entries import Entry, entries_of
from stoneage_core.audit.moments import is_overdue, parse_moment
from stoneage_core.audit.seals import Seals, check_seed
from stoneage_core.audit.verdict import (
    WHOLE,
    BeaconRounds,
    Finding,
    Logged,
    Verdict,
    Wrong,
)
from stoneage_core.cryptography.beacon import (
    QUICKNET,
    SignatureCheck,
    check_signature,
)
from stoneage_core.events.base import Event
from stoneage_core.events.chance import BeaconMissed, BeaconRevealed, SeedRevealed
from stoneage_core.events.seats import GameCancelled
from stoneage_core.events.service import GameRestored, OutageRecorded
from stoneage_core.events.setup import GameCreated, PositionSetUp
from stoneage_core.events.staff import StaffActed
from stoneage_core.fields import Digest, GameName
from stoneage_core.match.calendar import write_moment
from stoneage_core.match.deadlines import due_by
from stoneage_core.phrases import Phrase
from stoneage_core.record import chain

_NOT_WITNESSED = "no event of this record has the hash you gave"
#: A restore may be an honest reason for a missing hash.
_MAYBE_LOST = (
    f"{_NOT_WITNESSED}; the service was restored from a backup at event {{event}}, "
    "of {moment}. An email that was sent before this, and after the event before it, "
    "may quote an event that was lost"
)


class _Noted:
    """Facts about a game that are reported even if nothing is wrong."""

    def __init__(self) -> None:
        self.dice = 0
        self.late: list[int] = []
        self.outages: list[int] = []
        self.restored: list[int] = []
        self.acts: list[int] = []
        self.redrawn: list[int] = []
        self.rounds: BeaconRounds | None = None
        self.due_by = ""


def verify(
    text: str,
    head: str | None = None,
    event: int | None = None,
    *,
    seed: bytes | None = None,
    on: str | None = None,
) -> Verdict:
    """
    Check the record of a game, running or finished, and return what was found.

    This checks that the hash chain holds, that every event follows from a legal
    decision, that the seed matches its commitment, and that every die and card follows
    from the seed. While the game runs, recorded dice are accepted unless ``seed`` is
    given. ``head`` is the whole hash from an email: it has to be in the chain, and be
    that of event number ``event`` if that is given. ``on`` is when the record was
    obtained; an unfinished game may be overdue then.
    """
    entries, events, unreadable = _read(text)
    first = events[0] if events else None
    game = first.game if isinstance(first, GameCreated) else ""
    noted = _Noted()
    checks = [partial(_check_chain, game, entries)]
    if unreadable is None:
        checks += [partial(check_seed, events, seed)]
        checks += [partial(check_plain, entries, events)]
        checks += [partial(_check_beacon, events, noted)]
        checks += [partial(_check_play, entries, events, seed, noted)]
    findings = [*map(_finding_of, checks), unreadable]
    found = [each for each in findings if each is not None]
    witnessed = next((each.sequence for each in entries if each.hash == head), None)
    without_reason: Sequence[int] = ()
    logged: Logged | None = None
    try:
        without_reason = check_reasons(text, game, entries, events)
        logged = check_place(text, game, entries)
    except Wrong as wrong:
        found.append(wrong.finding)
    if witnessed is not None and event not in (None, witnessed):
        found.append(_of_another_event(witnessed))
    if head is not None and witnessed is None:
        found.append(_not_witnessed(entries, events))
    return Verdict(
        game=game,
        events=len(entries),
        head=entries[-1].hash if entries else "",
        is_over=any(isinstance(each, SeedRevealed) for each in events),
        is_cancelled=any(isinstance(each, GameCancelled) for each in events),
        dice=noted.dice,
        # A fault at an event says more than one of the whole record.
        finding=min(found, key=lambda each: each.sequence or inf, default=None),
        witnessed=witnessed,
        acts=tuple(noted.acts),
        without_reason=tuple(without_reason),
        late=tuple(noted.late),
        outages=tuple(noted.outages),
        restored=tuple(noted.restored),
        redrawn=tuple(noted.redrawn),
        beacon_rounds=noted.rounds,
        mailed=mailed_decisions(entries, events),
        due_by=noted.due_by,
        is_overdue=bool(on and noted.due_by and is_overdue(noted.due_by, on)),
        logged=logged,
        origin=next((e.origin for e in events if isinstance(e, PositionSetUp)), None),
    )


def _not_witnessed(entries: Sequence[Entry], events: Sequence[Event]) -> Finding:
    """Return the finding for an unknown hash; it names the last restore, if any."""
    for entry, event in reversed(list(zip(entries, events, strict=False))):
        if isinstance(event, GameRestored):
            values = {"event": entry.sequence, "moment": entry.recorded_at}
            return Finding(WHOLE, Phrase("audit.lost", _MAYBE_LOST, values))
    return Finding(WHOLE, Phrase("audit.head", _NOT_WITNESSED))


def _of_another_event(witnessed: int) -> Finding:
    english = "the hash you gave is that of event {event}, not of the one you named"
    return Finding(WHOLE, Phrase("audit.elsewhere", english, {"event": witnessed}))


def _read(text: str) -> tuple[list[Entry], list[Event], Finding | None]:
    """
    Return the readable entries, the decodable events, and the first fault or None.

    Entries end at the first unreadable line, events at the first one that cannot be
    decoded.
    """
    entries: list[Entry] = []
    events: list[Event] = []
    unreadable: Finding | None = None
    try:
        entries.extend(entries_of(text))
    except Wrong as wrong:
        unreadable = wrong.finding
    try:
        events.extend(entry.decoded() for entry in entries)
    except Wrong as wrong:
        unreadable = wrong.finding
    return entries, events, unreadable


def _finding_of(check: Callable[[], None]) -> Finding | None:
    try:
        check()
    except Wrong as wrong:
        return wrong.finding
    return None


def _check_chain(game: str, entries: Sequence[Entry]) -> None:
    previous = chain.GENESIS
    for entry in entries:
        previous = chain.link(previous, game, entry.form())
        if previous != entry.hash:
            raise Wrong(entry.sequence, "the hash does not fit the event")


def _check_play(
    entries: Sequence[Entry], events: Sequence[Event], seed: bytes | None, noted: _Noted
) -> None:
    """Decide everything again; raise Wrong at the first event that differs."""
    seals = Seals(events, seed)
    for decided in decide_again(entries, events, seals.chance_at):
        sequence = decided.entry.sequence
        if decided.is_late:
            noted.late.append(sequence)
        if isinstance(decided.event, OutageRecorded):
            noted.outages.append(sequence)
        if isinstance(decided.event, GameRestored):
            noted.restored.append(sequence)
        if decided.is_redrawn:
            noted.redrawn.append(sequence)
        if isinstance(decided.event, StaffActed):
            noted.acts.append(sequence)
        last = decided
    due = due_by(last.after, parse_moment(last.entry.recorded_at))
    noted.due_by = "" if due is None else write_moment(due)
    noted.dice = seals.drawn


def check_plain(entries: Sequence[Entry], events: Sequence[Event]) -> None:
    """
    Raise Wrong at the first event with a name, hash or seed that is not in its form.

    A field in its form cannot hide personal data. Decoding does not check these forms,
    so that stored events can always be read.
    """
    for entry, event in zip(entries, events, strict=True):
        match event:
            case GameCreated(game=game, commitment=commitment):
                _require(GameName, entry, game, "this is not a valid name of a game")
                _require(Digest, entry, commitment, "the commitment is not a hash")
            case StaffActed(reason_commitment=commitment):
                english = "the commitment to the reason is not a hash"
                _require(Digest, entry, commitment, english)
            case GameRestored(seed=seed, commitment=commitment):
                _require(Digest, entry, seed, "the seed is not 32 bytes in hex")
                _require(Digest, entry, commitment, "the commitment is not a hash")
            case SeedRevealed(seed=seed):
                _require(Digest, entry, seed, "the seed is not 32 bytes in hex")


def _require(field: object, entry: Entry, text: str, english: str) -> None:
    try:
        convert(text, field)
    except ValidationError as error:
        raise Wrong(entry.sequence, english) from error


def _check_beacon(events: Sequence[Event], noted: _Noted) -> None:
    """
    Note the rounds of the public beacon that a game used or missed.

    Raise Wrong if the beacon is unknown or a signature is bad. The rules in ``match``
    check that each round was named before it was published.
    """
    created = next(iter(events), None)
    if not isinstance(created, GameCreated) or created.terms.beacon is None:
        return
    beacon = created.terms.beacon
    if beacon != QUICKNET:
        raise Wrong(1, "its dice use an unknown public beacon")
    found: dict[SignatureCheck, list[int]] = {each: [] for each in SignatureCheck}
    missed = []
    for sequence, event in enumerate(events, start=1):
        if isinstance(event, BeaconRevealed):
            result = check_signature(beacon, event.round, event.signature)
            found[result].append(sequence)
        if isinstance(event, BeaconMissed):
            missed.append(sequence)
    if bad := found[SignatureCheck.BAD]:
        raise Wrong(bad[0], "the beacon’s organizations did not sign this round")
    noted.rounds = BeaconRounds(
        tuple(found[SignatureCheck.GOOD]),
        tuple(found[SignatureCheck.LIBRARY_MISSING]),
        tuple(missed),
    )
