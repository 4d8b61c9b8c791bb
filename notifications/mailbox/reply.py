"""Replies to mails in the development mailbox, as from a mail program.

A reply is a real mail, with a quote and all headers, and comes in like any other. So
what works here works with a mail server.
"""

from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid

from django.utils.translation import gettext as _

from games.errors import Refused
from notifications.inbox.recipients import UnknownRecipient
from notifications.inbox.store import receive_mail
from notifications.mail_text import headers
from notifications.mailbox import backend
from notifications.models import Channel, IncomingMail, MailboxMessage
from notifications.replies.reply_address import digest_at, seat_at

#: In characters.
LONGEST = 4000


def address_for(message: MailboxMessage) -> str:
    """Return the reply address of a message, or '' if it has become invalid."""
    named = headers.only_address(backend.parsed(message), "Reply-To")
    return named if seat_at(named) or digest_at(named) else ""


def reply(message: MailboxMessage, text: str, *, now: datetime) -> list[IncomingMail]:
    """Send a reply as the recipient; raise Refused."""
    address = address_for(message)
    if not address:
        raise UnknownRecipient
    if not text:
        raise Refused("invalid", _("Write something first: one thing per line."))
    answer = compose_answer(message, text, address, now)
    return receive_mail(
        answer.as_bytes(policy=SMTP),
        channel=Channel.MAILBOX,
        recipients=[address],
        sender=message.recipient,
        is_trusted=True,  # the page shows everybody's mails anyway
        now=now,
    )


def compose_answer(
    message: MailboxMessage, text: str, address: str, now: datetime
) -> EmailMessage:
    """Return a reply that quotes the original below it."""
    original = backend.parsed(message)
    answer = EmailMessage(policy=SMTP)
    answer["From"] = message.recipient
    answer["To"] = address
    subject = headers.line(original, "Subject")
    is_reply = subject.lower().startswith("re:")
    answer["Subject"] = subject if is_reply else f"Re: {subject}"
    answer["Date"] = format_datetime(now)
    answer["Message-ID"] = make_msgid(domain=address.rpartition("@")[2])
    named = headers.ids(original, "Message-ID")
    if named:
        thread = dict.fromkeys([*headers.ids(original, "References"), *named])
        answer["In-Reply-To"] = named[0]
        answer["References"] = " ".join(thread)
    date = f"{message.received_at:%a, %d %b %Y at %H:%M}"
    quote = [f"On {date}, {message.sender} wrote:"]
    for line in backend.body_part_of(message, "plain").splitlines():
        quote.append(f"> {line}".rstrip())
    quoted = "\n".join(quote)
    answer.set_content(f"{headers.storable_text(text)}\n\n{quoted}\n")
    return answer
