"""All checks of a record, in one call."""

from collections.abc import Callable, Sequence
from copy import copy
from functools import partial
from math import inf

from msgspec import ValidationError, convert

from stoneage_core import autopilot, notation
from stoneage_core.audit.appendix import check_place, check_reasons
from stoneage_core.audit.authorship import mailed_decisions
from stoneage_core.audit.decisions import CheckedDecision, decide_again
from stoneage_core.audit.entries import Entry, entries_of
from stoneage_core.audit.moments import is_overdue, parse_moment
from stoneage_core.audit.seals import CountingChance, Seals, check_seed
from stoneage_core.audit.verdict import (
    WHOLE,
    BeaconRounds,
    Finding,
    Logged,
    ProvenRound,
    Verdict,
    Wrong,
)
from stoneage_core.chance import Chance
from stoneage_core.cryptography.beacon import (
    QUICKNET,
    WITNESSED,
    Beacon,
    SignatureCheck,
    check_signature,
)
from stoneage_core.events.base import Event
from stoneage_core.events.chance import (
    BeaconMissed,
    BeaconRevealed,
    BeaconRoundNamed,
    SeedRevealed,
)
from stoneage_core.events.seats import GameCancelled
from stoneage_core.events.service import GameRestored, OutageRecorded
from stoneage_core.events.setup import GameCreated, PositionSetUp
from stoneage_core.events.staff import StaffActed
from stoneage_core.fields import Digest, GameName
from stoneage_core.match.calendar import write_moment
from stoneage_core.match.commands import PlayMove
from stoneage_core.match.deadlines import due_by
from stoneage_core.match.state import Source
from stoneage_core.match.timeouts import TimeOut, choose_moves
from stoneage_core.phrases import Phrase
from stoneage_core.record import chain
from stoneage_core.transparency.checkpoints import who_signed
from stoneage_core.transparency.notes import NoteKey

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
        self.odd_autopilot: list[int] = []
        self.other_autopilot: list[int] = []
        self.rounds: BeaconRounds | None = None
        self.due_by = ""


def verify(
    text: str,
    head: str | None = None,
    event: int | None = None,
    *,
    seed: bytes | None = None,
    on: str | None = None,
    witnesses: Sequence[NoteKey] = (),
) -> Verdict:
    """
    Check the record of a game, running or finished, and return what was found.

    This checks that the hash chain holds, that every event follows from a legal
    decision, that the seed matches its commitment, and that every die and card follows
    from the seed. While the game runs, recorded dice are accepted unless ``seed`` is
    given. ``head`` is the whole hash from an email: it has to be in the chain, and be
    that of event number ``event`` if that is given. ``on`` is when the record was
    obtained; an unfinished game may be overdue then. ``witnesses`` are the keys of
    known witnesses: their signatures prove when rounds of a beacon were named.
    """
    entries, events, unreadable = _read(text)
    first = events[0] if events else None
    game = first.game if isinstance(first, GameCreated) else ""
    noted = _Noted()
    checks = [partial(check_chain, entries)]
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
        noted.rounds = _check_rounds(events, noted.rounds, logged, witnesses)
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
        odd_autopilot=tuple(noted.odd_autopilot),
        other_autopilot=tuple(noted.other_autopilot),
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


def check_chain(entries: Sequence[Entry]) -> None:
    """Raise Wrong at the first event whose hash does not fit."""
    game = ""
    if entries:
        first = entries[0].decoded()
        game = first.game if isinstance(first, GameCreated) else ""
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
        if _is_by_autopilot(decided):
            if not autopilot.is_repeatable(decided.before.board):
                noted.other_autopilot.append(sequence)
            elif not _is_autopilots_choice(decided, seals.chance_at(sequence)):
                noted.odd_autopilot.append(sequence)
        last = decided
    due = due_by(last.after, parse_moment(last.entry.recorded_at))
    noted.due_by = "" if due is None else write_moment(due)
    noted.dice = seals.drawn


def _is_by_autopilot(decided: CheckedDecision) -> bool:
    """Return whether autopilot alone decided, without orders of the player."""
    source, command = decided.entry.source, decided.command
    is_held = source == Source.AUTOPILOT.value and isinstance(command, PlayMove)
    return is_held or (source == Source.TIMEOUT.value and isinstance(command, TimeOut))


def _is_autopilots_choice(decided: CheckedDecision, chance: Chance) -> bool:
    """
    Return whether autopilot decides as recorded.

    Of a time-out only the first move is compared while the dice are not known.
    """
    board, command, player = (
        decided.before.board,
        decided.command,
        decided.entry.decided_by,
    )
    assert player is not None
    if isinstance(command, PlayMove):
        return autopilot.choose(board, player) == command.command
    assert isinstance(command, TimeOut)
    cautious = partial(autopilot.choose, cautious=True)
    if isinstance(chance, CountingChance):
        # A copy, so that these draws are not counted.
        return choose_moves(board, player, copy(chance), cautious) == command.moves
    return notation.to_text(cautious(board, player)) == command.moves[0]


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
    beacon = _beacon_of(events)
    if beacon is None:
        return
    if beacon not in (QUICKNET, WITNESSED):
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


def _beacon_of(events: Sequence[Event]) -> Beacon | None:
    created = next(iter(events), None)
    return created.terms.beacon if isinstance(created, GameCreated) else None


def _check_rounds(
    events: Sequence[Event],
    rounds: BeaconRounds | None,
    logged: Logged | None,
    witnesses: Sequence[NoteKey],
) -> BeaconRounds | None:
    """
    Return the rounds with what their proofs say by the keys of witnesses.

    A round counts as proven if a witness cosigned a checkpoint with its naming before
    it was published. Raise Wrong if a proof is for no naming, or if the signature of a
    witness is bad.
    """
    beacon, proofs = _beacon_of(events), logged.rounds if logged else ()
    checkpoints = {each.event: each.checkpoint for each in proofs}
    namings = [
        sequence
        for sequence, event in enumerate(events, start=1)
        if isinstance(event, BeaconRoundNamed)
    ]
    if not checkpoints.keys() <= set(namings) or len(checkpoints) < len(proofs):
        raise Wrong(WHOLE, "the log has proofs for events that name no round")
    if beacon is None or rounds is None:
        return rounds
    proven, late, cosigned = list[ProvenRound](), list[int](), list[int]()
    for sequence in rounds.used:
        naming = max(each for each in namings if each < sequence)
        event = events[naming - 1]
        if naming not in checkpoints or not isinstance(event, BeaconRoundNamed):
            continue
        note = checkpoints[naming]
        known = [key for key in witnesses if note.signature_of(key) is not None]
        checked = who_signed(note, known)
        if any(each.check is SignatureCheck.BAD for each in checked):
            raise Wrong(naming, "the signature of a witness for this round is bad")
        seconds = {
            each.name: each.seconds
            for each in checked
            if each.check is SignatureCheck.GOOD and each.seconds is not None
        }
        published = beacon.published_at(event.round)
        names = tuple(name for name, at in seconds.items() if at < published)
        if names:
            proven.append(ProvenRound(sequence, names))
        elif seconds:
            late.append(sequence)
        else:
            cosigned.append(sequence)
    return rounds._replace(
        proven=tuple(proven), proven_late=tuple(late), cosigned=tuple(cosigned)
    )
