"""Evidence for decisions by email: which email led to which decision."""

from collections.abc import Sequence

from stoneage_core.audit.entries import Entry, entries_of
from stoneage_core.audit.verdict import MailedDecisions
from stoneage_core.events.base import Event
from stoneage_core.events.service import ReplyReceived
from stoneage_core.match.state import Source


def mailed_decisions(
    entries: Sequence[Entry], events: Sequence[Event]
) -> MailedDecisions:
    signed: list[int] = []
    unsigned: list[int] = []
    unrecorded: list[int] = []
    for at, entry in enumerate(entries[: len(events)]):
        if entry.source != Source.REPLY.value or not entry.command:
            continue
        mail = mail_before(entries, events, at)
        kind = unrecorded if mail is None else signed if mail.is_signed else unsigned
        kind.append(entry.sequence)
    return MailedDecisions(tuple(signed), tuple(unsigned), tuple(unrecorded))


def mail_before(
    entries: Sequence[Entry], events: Sequence[Event], at: int
) -> ReplyReceived | None:
    """Return the player's email recorded just before a decision, or None."""
    before, entry = events[at - 1] if at else None, entries[at]
    if not isinstance(before, ReplyReceived) or before.player != entry.decided_by:
        return None
    return before if entries[at - 1].recorded_at == entry.recorded_at else None


def events_after_mail(text: str, digest: str) -> list[int]:
    """Return the sequences after each email with this SHA-256 in a valid record."""
    return [
        entry.sequence + 1
        for entry in entries_of(text)
        if isinstance(event := entry.decoded(), ReplyReceived)
        and event.digest == digest
    ]
