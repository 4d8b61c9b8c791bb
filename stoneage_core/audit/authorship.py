"""Authorship: how sure one can be who made a decision, by passkey and by mail."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import takewhile

from stoneage_core import notation
from stoneage_core.audit.entries import Entry, entries_of
from stoneage_core.audit.moments import parse_moment
from stoneage_core.audit.verdict import MailedDecisions, SignedDecisions, Wrong
from stoneage_core.commands import Build, BuyCard, UsePlace
from stoneage_core.components.places import Place
from stoneage_core.cryptography.passkeys import (
    AssertionCheck,
    challenge_of,
    check_assertion,
    digest_of,
)
from stoneage_core.errors import GameError
from stoneage_core.events.base import Event
from stoneage_core.events.seats import PlayerReplaced, SubstituteSeated
from stoneage_core.events.service import DecisionSigned, PasskeysSet, ReplyReceived
from stoneage_core.events.setup import GameCreated
from stoneage_core.match.recorded_commands import read_command, signed_text
from stoneage_core.match.state import Source
from stoneage_core.serialization import chain
from stoneage_core.use_order import UseOrder


def signed_decisions(
    entries: Sequence[Entry], events: Sequence[Event]
) -> SignedDecisions:
    """
    Return the decisions on the page that a passkey signed, and those without.

    Raise Wrong at a signature that is none, is over something else, or of a passkey
    that was not told of; and where what was signed does not follow.
    """
    found: dict[AssertionCheck, list[int]] = {each: [] for each in AssertionCheck}
    covered: set[int] = set()
    unsigned: list[int] = []
    keys: dict[int, dict[str, str]] = {}
    for at, (entry, event) in enumerate(zip(entries, events, strict=False)):
        match event:
            case PasskeysSet(player, known):
                keys[player] = {digest_of(key): key for key in known}
            case SubstituteSeated(player=player) | PlayerReplaced(player=player):
                keys.pop(player, None)
            case DecisionSigned():
                signed = list(_signed_by(event, entries[at:]))
                known_key = keys.get(event.player, {}).get(event.key, "")
                came = _check(event, known_key, signed, entries, events)
                if came is AssertionCheck.BAD:
                    english = "the signature of the passkey does not fit the decision"
                    raise Wrong(entry.sequence, english)
                sequences = [each.sequence for each in signed]
                found[came] += sequences
                covered.update(sequences)
        has_passkey = entry.decided_by is not None and keys.get(entry.decided_by)
        if has_passkey and entry.sequence not in covered and _is_signable(entry):
            unsigned.append(entry.sequence)
    return SignedDecisions(
        tuple(found[AssertionCheck.GOOD]),
        tuple(found[AssertionCheck.UNCHECKED]),
        tuple(unsigned),
    )


def signature_of(
    entries: Sequence[Entry], events: Sequence[Event], decision: Entry
) -> DecisionSigned | None:
    """Return the signature over a decision of a sound record, if there is one."""
    at = decision.sequence - 1
    while at and entries[at - 1].recorded_at == decision.recorded_at:
        at -= 1
        event = events[at]
        if isinstance(event, DecisionSigned):
            signed = _signed_by(event, entries[at:])
            return event if decision in signed else None
    return None


def _check(
    event: DecisionSigned,
    key: str,
    signed: Sequence[Entry],
    entries: Sequence[Entry],
    events: Sequence[Event],
) -> AssertionCheck:
    """Check a signature over the decisions that it stands for, by a key or ''."""
    created = events[0]
    if not (key and signed and isinstance(created, GameCreated)):
        return AssertionCheck.BAD
    head = entries[event.seen - 1].hash if event.seen <= len(entries) else chain.GENESIS
    decision = UseOrder(event.order).text if event.order else _text_of(signed[0])
    challenge = challenge_of(created.game, head, event.player, decision)
    return check_assertion(key, event.assertion, challenge)


def _signed_by(event: DecisionSigned, entries: Sequence[Entry]) -> Iterator[Entry]:
    """
    Yield the decisions that a signature stands for; its own entry is the first.

    One that follows at once, by the same player at the same moment; or all uses in the
    order that was signed.
    """
    first, *later = entries
    same = takewhile(lambda each: each.recorded_at == first.recorded_at, later)
    decisions = [each for each in same if each.command]
    left = iter(event.order)
    for number, entry in enumerate(decisions):
        if entry.decided_by != event.player or not _is_signable(entry):
            return
        if not event.order:
            yield entry
            return
        if number and entry.request_id is not None:
            return
        place = _place_of(entry)
        if place is None or place not in left:
            return
        yield entry


def _is_signable(entry: Entry) -> bool:
    """Whether it is a decision on the page, of a kind that pages have signed."""
    with suppress(GameError):
        is_page = entry.source == Source.PAGE.value and entry.command
        return bool(is_page) and read_command(entry.command).takes_signature
    return False


def _text_of(entry: Entry) -> str:
    """Return the text that the signature of a decision covers."""
    return signed_text(read_command(entry.command), parse_moment(entry.recorded_at))


def _place_of(entry: Entry) -> Place | None:
    """Return which place a move uses, None if it does something else."""
    try:
        move = notation.from_text(entry.command)
    except GameError:
        return None
    return move.place if isinstance(move, UsePlace | BuyCard | Build) else None


def mailed_decisions(
    entries: Sequence[Entry], events: Sequence[Event]
) -> MailedDecisions:
    """Return which decisions were made by mail, and what is told of their mails."""
    signed: list[int] = []
    told: list[int] = []
    untold: list[int] = []
    for at, entry in enumerate(entries[: len(events)]):
        if entry.source != Source.REPLY.value or not entry.command:
            continue
        mail = mail_ahead(entries, events, at)
        kind = untold if mail is None else signed if mail.is_signed else told
        kind.append(entry.sequence)
    return MailedDecisions(tuple(signed), tuple(told), tuple(untold))


def mail_ahead(
    entries: Sequence[Entry], events: Sequence[Event], at: int
) -> ReplyReceived | None:
    """Return the mail recorded right before a decision, if it is its player's."""
    before, entry = events[at - 1] if at else None, entries[at]
    if not isinstance(before, ReplyReceived) or before.player != entry.decided_by:
        return None
    return before if entries[at - 1].recorded_at == entry.recorded_at else None


def events_after_mail(text: str, digest: str) -> list[int]:
    """Return the events of a sound record that follow a mail with this SHA-256."""
    return [
        entry.sequence + 1
        for entry in entries_of(text)
        if isinstance(event := entry.decoded(), ReplyReceived)
        and event.digest == digest
    ]
