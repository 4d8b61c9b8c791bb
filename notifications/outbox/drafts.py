"""New rows of the outbox, not yet saved: named, addressed, due at once."""

from datetime import datetime
from email.utils import parseaddr
from typing import Any
from uuid import uuid4

from django.conf import settings

from games.models import Seat
from notifications.models import Kind, OutgoingMail


def draft(kind: Kind, about: str, now: datetime, **fields: Any) -> OutgoingMail:
    """Return a mail; ``about`` tells it from all others of its kind."""
    return OutgoingMail(
        kind=kind,
        dedupe_key=key_of(kind, about),
        message_id=_message_id(kind),
        created_at=now,
        due_at=now,
        **fields,
    )


def about_seat(kind: Kind, seat: Seat, now: datetime, about: str = "") -> OutgoingMail:
    """Return a mail to a seat's player about their game."""
    return draft(
        kind,
        f"{seat.pk}:{about}".rstrip(":"),
        now,
        user_id=seat.user_id,
        seat_id=seat.pk,
        game_id=seat.game_id,
    )


def about_event(kind: Kind, seat: Seat, now: datetime, sequence: int) -> OutgoingMail:
    """Return a mail to a seat's player about one event of their game."""
    mail = about_seat(kind, seat, now, f"{sequence}")
    mail.about_version = sequence
    return mail


def about_decision(kind: Kind, seat: Seat, now: datetime) -> OutgoingMail:
    """Return a mail to a seat's player about the decision that they are to make."""
    mail = about_seat(kind, seat, now, f"{seat.awaited_version}")
    mail.about_version = seat.awaited_version
    return mail


def key_of(kind: Kind, about: str) -> str:
    """Return the dedupe key of a mail."""
    return f"{kind}:{about}"


def deadline_key(seat: Seat) -> str:
    """Tell the decision that a seat's player is to make, until when, from others."""
    deadline = int(seat.deadline_at.timestamp()) if seat.deadline_at else 0
    return f"{seat.awaited_version}:{deadline}"


def is_reachable(seat: Seat) -> bool:
    """Automatic players read no mails, guests and who was forgotten have no address."""
    return seat.user is not None and seat.user.email is not None


def _message_id(kind: Kind) -> str:
    """Name the mail once and for all: every attempt to send it carries this name."""
    _, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    domain = address.rpartition("@")[2] or "localhost"
    return f"<{kind}.{uuid4().hex}@{domain}>"
