"""Authorship: how sure one can be who made a decision by mail."""

from collections.abc import Sequence

from stoneage_core.audit.entries import Entry, entries_of
from stoneage_core.audit.verdict import MailedDecisions
from stoneage_core.events.base import Event
from stoneage_core.events.service import ReplyReceived
from stoneage_core.match.state import Source


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
