"""The export of a user's mails, as part of their own data.

Who gets hold of that file must not play with it: links and addresses of seats are cut.
"""

from base64 import b64encode
from typing import Any

from django.conf import settings
from django.db.models import Prefetch

from games.models import User
from notifications.mailbox import backend
from notifications.models import IncomingMail, MailboxMessage, MailStep, OutgoingMail
from notifications.preferences.own_data import preferences_in_words
from notifications.redact_tokens import redact_tokens_in

IN_ORDER = Prefetch("steps", MailStep.objects.order_by("pk"))


def mails_of(user: User) -> dict[str, Any]:
    """Return every mail that was owed to a user, and what became of it."""
    mails = OutgoingMail.objects.filter(user=user).select_related("game", "seat")
    mails = mails.prefetch_related(IN_ORDER)
    data: dict[str, Any] = {"mails": [_mail(mail) for mail in mails.order_by("pk")]}
    data |= preferences_in_words(user) | _incoming_of(user)
    if settings.MAILBOX and user.email:
        found = MailboxMessage.objects.filter(recipient=user.email).order_by("pk")
        data["mailbox"] = [_message(message) for message in found]
    return dict(redact_tokens_in(data))


def _mail(mail: OutgoingMail) -> dict[str, Any]:
    return {
        "kind": mail.kind,
        "game": mail.game and mail.game.slug,
        "seat": mail.seat and mail.seat.number,
        "status": mail.status,
        "reason": mail.reason,
        "next_page": mail.next_page,
        "created_at": mail.created_at,
        "sent_at": mail.sent_at,
        "sent_to": mail.sent_to,
        "steps": [_step(step) for step in mail.steps.all()],
    }


def _step(step: MailStep) -> dict[str, Any]:
    return {"at": step.at, "what": step.what, "words": step.words}


def _message(message: MailboxMessage) -> dict[str, Any]:
    return {
        "subject": message.subject,
        "received_at": message.received_at,
        "text": backend.body_of(message, "plain"),
    }


def _incoming_of(user: User) -> dict[str, Any]:
    """
    Return every mail that a user wrote to us, and what became of it.

    With all its bytes, as long as they are kept: a game's log knows them by a hash.
    """
    rows = IncomingMail.objects.filter(user=user).select_related("seat__game")
    return {"incoming_mails": [_incoming(mail) for mail in rows.order_by("pk")]}


def _incoming(mail: IncomingMail) -> dict[str, Any]:
    return {
        "from": mail.sender,
        "to": mail.recipient,
        "game": mail.seat and mail.seat.game.slug,
        "seat": mail.seat and mail.seat.number,
        "subject": mail.subject,
        "text": mail.parse().text,
        "source_base64": b64encode(bytes(mail.source)).decode(),
        "received_at": mail.received_at,
        "state": mail.reading,
        "fate": mail.fate,
        "why": mail.why,
        "results": mail.results,
        "read_at": mail.read_at,
    }
