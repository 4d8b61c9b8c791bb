"""The email backend of the development mailbox."""

from base64 import b64encode
from collections.abc import Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage as ParsedMessage

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from games.now import database_now
from notifications.models import MailboxMessage


class MailboxBackend(BaseEmailBackend):
    """Stores each message for each recipient, as a mail server receives it."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        now = database_now()
        for message in email_messages:
            source = message.message().as_bytes()
            headers = message_from_bytes(source, policy=policy.default)
            MailboxMessage.objects.bulk_create(
                MailboxMessage(
                    # Not the envelope sender, which is a bounce address.
                    sender=str(headers["From"]),
                    recipient=recipient,
                    subject=str(message.subject),
                    received_at=now,
                    source=source,
                )
                for recipient in message.recipients()
            )
        return len(email_messages)


def parsed(message: MailboxMessage) -> ParsedMessage:
    return message_from_bytes(bytes(message.source), policy=policy.default)


def body_part_of(message: MailboxMessage, subtype: str) -> str:
    part = parsed(message).get_body(preferencelist=(subtype,))
    return "" if part is None else str(part.get_content())


def html_of(message: MailboxMessage) -> str:
    """Return the HTML with its pictures inlined, as a mail program shows it."""
    html = body_part_of(message, "html")
    for part in parsed(message).walk():
        if name := part["Content-ID"]:
            data = b64encode(part.get_content()).decode()
            address = f"data:{part.get_content_type()};base64,{data}"
            html = html.replace(f"cid:{str(name).strip('<> ')}", address)
    return html
