"""Bounce addresses: each mail has its own, to which it is returned.

``bounces+<mail>-<code>@host`` is its envelope sender. So the address alone identifies
the bounced mail, whatever the report looks like, and only servers that handled the mail
know it.
"""

from typing import TypeVar

from django.conf import settings
from django.core.mail import EmailMessage

from notifications.models import OutgoingMail
from notifications.verp import Tags, tag_in, tagged_address

LOCAL = "bounces"
#: The metadata key under which a mail provider returns our tag in its reports.
MAIL = "mail"

Message = TypeVar("Message", bound=EmailMessage)


def _bound(mail: OutgoingMail) -> str:
    """Return the Message-ID, because another database reuses primary keys."""
    return mail.message_id


_TAGS = Tags("bounce address", _bound)


def bounce_address(mail: OutgoingMail) -> str:
    """Return the bounce address of a mail, or '' if the service receives no mail."""
    return tagged_address(home_address(), tag_of(mail)) if settings.REPLY_TO else ""


def mail_at(address: str) -> OutgoingMail | None:
    """Return the mail with this bounce address, or None."""
    return mail_of(tag_in(address, home_address())) if settings.REPLY_TO else None


def tag_of(mail: OutgoingMail) -> str:
    """Return a short name for a mail that nobody can forge."""
    return _TAGS.of(mail)


def mail_of(tag: str) -> OutgoingMail | None:
    """Return the mail of this name, or None."""
    return _TAGS.find(tag, OutgoingMail.objects.select_related("user"))


def set_bounce_address(message: Message, mail: OutgoingMail) -> Message:
    """Set a mail's bounce address, or its tag if a provider sends it."""
    if uses_provider():
        message.metadata = {MAIL: tag_of(mail)}  # type: ignore[attr-defined]
        return message
    if address := bounce_address(mail):
        set_envelope_sender(message, address)
    return message


def set_envelope_sender(message: EmailMessage, address: str) -> None:
    """Set the envelope sender of a mail; its From header stays."""
    message.extra_headers.setdefault("From", message.from_email)
    message.from_email = address


def reference_of(message: EmailMessage) -> str:
    """Return the mail provider's name for a sent message, or ''."""
    status = getattr(message, "anymail_status", None)
    name = getattr(status, "message_id", None)
    return "" if name is None else str(name)


def uses_provider() -> bool:
    """Return whether a mail provider sends; it reports bounces by webhook."""
    return str(settings.EMAIL_BACKEND).startswith("anymail.")


def home_address() -> str:
    """Return the address from which all bounce addresses are derived."""
    domain = str(settings.REPLY_TO).lower().rpartition("@")[2]
    return f"{LOCAL}@{domain}"
