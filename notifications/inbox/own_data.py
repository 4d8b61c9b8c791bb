"""What came in from a user, for them to take home."""

from typing import Any

from games.models import User
from notifications.inbox.kept import letter_in
from notifications.models import IncomingMail


def incoming_of(user: User) -> dict[str, Any]:
    """Return every mail that a user wrote to us, and what became of it."""
    rows = IncomingMail.objects.filter(user=user).select_related("seat__game")
    return {"incoming_mails": [_mail(mail) for mail in rows.order_by("pk")]}


def _mail(mail: IncomingMail) -> dict[str, Any]:
    return {
        "from": mail.sender,
        "to": mail.recipient,
        "game": mail.seat and mail.seat.game.slug,
        "seat": mail.seat and mail.seat.number,
        "subject": mail.subject,
        "text": letter_in(mail).text,
        "received_at": mail.received_at,
        "state": mail.reading,
        "why": mail.why,
        "steps": mail.steps,
        "read_at": mail.read_at,
    }
