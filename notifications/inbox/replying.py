"""Answering a mail of the development mailbox, as a mail program would.

The answer is a real one: with a quote beneath and all headers, and it comes in the same
way as any other. So what works here works with a mail server.
"""

import re
from collections.abc import Iterable
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid

from django.utils.translation import gettext as _

from games.errors import InvalidChoice
from games.selectors import seats_of
from games.titles import title_of
from notifications import mailbox
from notifications.inbox import headers
from notifications.inbox.receiving import NobodyThere, receive
from notifications.models import IncomingMail, MailboxMessage, Way
from notifications.replies.addresses import seat_at

#: Characters of an answer.
LONGEST = 4000
_WRITTEN = re.compile(r"^ *(\S+@\S+)$", re.MULTILINE)


def addresses_for(message: MailboxMessage) -> dict[str, str]:
    """
    Return where answers to a message go, each with the name of its game.

    That is the address that its headers name, or, where an answer to the mail itself
    reaches nobody, those that stand in its text: a digest has one for each game.
    """
    named = headers.only_address(mailbox.parsed(message), "Reply-To")
    written = _WRITTEN.findall(mailbox.body_of(message, "plain"))
    return _played_at([named]) or _played_at(dict.fromkeys(written))


def _played_at(addresses: Iterable[str]) -> dict[str, str]:
    found = {address: seat_at(address) for address in addresses}
    return {
        address: title_of(seats_of(seat.game), seat)
        for address, seat in found.items()
        if seat is not None
    }


def reply(
    message: MailboxMessage, text: str, *, to: str, now: datetime
) -> list[IncomingMail]:
    """
    Send an answer in the recipient's name; raise Refused.

    ``to`` is one of the addresses for it; it may be '' where there is but one.
    """
    addresses = addresses_for(message)
    if not addresses:
        raise NobodyThere
    address = to or ("" if len(addresses) > 1 else next(iter(addresses)))
    if address not in addresses:
        raise InvalidChoice(_("Choose the game that your answer is for."))
    if not text:
        raise InvalidChoice(_("Write something first: a command on each line."))
    answer = composed(message, text, address, now)
    return receive(
        answer.as_bytes(policy=SMTP),
        way=Way.MAILBOX,
        recipients=[address],
        sender=message.recipient,
        vouched=True,  # the page shows everybody's mails anyway
        now=now,
    )


def composed(
    message: MailboxMessage, text: str, address: str, now: datetime
) -> EmailMessage:
    """Return the answer with the mail that it answers beneath."""
    original = mailbox.parsed(message)
    answer = EmailMessage(policy=SMTP)
    answer["From"] = message.recipient
    answer["To"] = address
    answer["Subject"] = _reply_subject(headers.line(original, "Subject"))
    answer["Date"] = format_datetime(now)
    answer["Message-ID"] = make_msgid(domain=address.rpartition("@")[2])
    named = headers.ids(original, "Message-ID")
    if named:
        thread = dict.fromkeys([*headers.ids(original, "References"), *named])
        answer["In-Reply-To"] = named[0]
        answer["References"] = " ".join(thread)
    answer.set_content(f"{headers.clean(text)}\n\n{_quoted(message)}\n")
    return answer


def _reply_subject(subject: str) -> str:
    return subject if subject.lower().startswith("re:") else f"Re: {subject}"


def _quoted(message: MailboxMessage) -> str:
    lines = mailbox.body_of(message, "plain").splitlines()
    date = f"{message.received_at:%a, %d %b %Y at %H:%M}"
    introduction = f"On {date}, {message.sender} wrote:"
    return "\n".join([introduction, *(f"> {line}".rstrip() for line in lines)])
