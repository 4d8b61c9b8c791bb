"""Bounce addresses: each mail has one of its own, to which it comes back.

``bounces+<mail>-<code>@host`` is its envelope sender: the mail that could not be
delivered is known by the address alone, whatever the report looks like, and only who
handled that mail knows the address.
"""

from typing import TypeVar

from django.conf import settings
from django.core.mail import EmailMessage

from notifications.models import OutgoingMail
from notifications.verp import Tags, tag_in, tagged_address

LOCAL = "bounces"
#: Under this name a mail provider hands the mail's tag back with whatever it reports.
MAIL = "mail"

Message = TypeVar("Message", bound=EmailMessage)


def _bound(mail: OutgoingMail) -> str:
    """Return the Message-ID, as ids begin anew in another database."""
    return mail.message_id


_TAGS = Tags("bounce address", _bound)


def bounce_address(mail: OutgoingMail) -> str:
    """Return the address to which a mail comes back, or '' if no mail can come in."""
    return tagged_address(home_address(), tag_of(mail)) if settings.REPLY_TO else ""


def mail_at(address: str) -> OutgoingMail | None:
    """Return the mail that comes back to this address, or None for every other one."""
    return mail_of(tag_in(address, home_address())) if settings.REPLY_TO else None


def tag_of(mail: OutgoingMail) -> str:
    """Return a short name for a mail, which nobody can make up."""
    return _TAGS.of(mail)


def mail_of(tag: str) -> OutgoingMail | None:
    """Return the mail of this name, or None if there is none."""
    return _TAGS.find(tag, OutgoingMail.objects.select_related("user"))


def set_bounce_address(message: Message, mail: OutgoingMail) -> Message:
    """Let a mail come back to an address of its own; its readers see who wrote it."""
    if uses_provider():
        message.metadata = {MAIL: tag_of(mail)}  # type: ignore[attr-defined]
        return message
    if address := bounce_address(mail):
        set_envelope_sender(message, address)
    return message


def set_envelope_sender(message: EmailMessage, address: str) -> None:
    """Let a mail come back to an address; its readers still see who wrote it."""
    message.extra_headers.setdefault("From", message.from_email)
    message.from_email = address


def reference_of(message: EmailMessage) -> str:
    """Return what a mail provider calls a message that it took, else ''."""
    status = getattr(message, "anymail_status", None)
    name = getattr(status, "message_id", None)
    return "" if name is None else str(name)


def uses_provider() -> bool:
    """Whether a mail provider sends: it tells by its own ways what comes back."""
    return str(settings.EMAIL_BACKEND).startswith("anymail.")


def home_address() -> str:
    """Return the address of which each mail has a variant to come back to."""
    domain = str(settings.REPLY_TO).lower().rpartition("@")[2]
    return f"{LOCAL}@{domain}"
