"""What is put on a mail so that its fate can be told later."""

from typing import TypeVar

from django.conf import settings
from django.core.mail import EmailMessage

from notifications.delivery_status.bounce_address import bounce_address, tag_of
from notifications.models import OutgoingMail

#: Under this name a mail provider hands the mail's tag back with whatever it reports.
MAIL = "mail"

Message = TypeVar("Message", bound=EmailMessage)


def addressed(message: Message, mail: OutgoingMail) -> Message:
    """Let a mail come back to an address of its own; its readers see who wrote it."""
    if uses_provider():
        message.metadata = {MAIL: tag_of(mail)}  # type: ignore[attr-defined]
        return message
    if address := bounce_address(mail):
        message.extra_headers.setdefault("From", message.from_email)
        message.from_email = address
    return message


def reference_of(message: EmailMessage) -> str:
    """Return what a mail provider calls a message that it took, else ''."""
    status = getattr(message, "anymail_status", None)
    name = getattr(status, "message_id", None)
    return "" if name is None else str(name)


def uses_provider() -> bool:
    """Whether a mail provider sends: it tells by its own ways what comes back."""
    return str(settings.EMAIL_BACKEND).startswith("anymail.")
