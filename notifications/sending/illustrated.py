"""A mail whose HTML shows pictures that come with it, and whose headers fold well.

Django puts attachments beside the bodies of a mail; a picture that the HTML shows has
to be related to it, or clients list it as a file. Mail providers, who take mails apart
before they send them, find it among the attachments as they expect.
"""

import secrets
from base64 import encodebytes
from collections.abc import Mapping, Sequence
from datetime import datetime
from email.header import Header
from email.message import Message
from email.mime.base import MIMEBase
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from email.utils import format_datetime
from types import MappingProxyType
from typing import Any

from django.core.mail import EmailMultiAlternatives

from notifications.sending.calendars import CalendarChanges

#: How long a word of a subject may be to fit behind the name of its header.
LONGEST_WORD = 60
#: In bytes; no line of a mail may be longer (RFC 5322, 2.1.1).
LONGEST_LINE = 998
#: One link, which finds room behind the name of its header only if nothing is folded.
UNFOLDED = "List-Unsubscribe"


class IllustratedMail(EmailMultiAlternatives):
    """
    Text, HTML with its pictures, and files.

    ``shown`` are the versions of the positions that it shows, each by the row of the
    outbox whose answer may name one of its choices: its own, or those it tells of.
    ``listed`` is what the numbers of a digest stand for, ``calendar_changes`` what it
    does to its reader's calendar.
    ``written_at`` is its date, which a mail provider sets by itself.
    """

    shown: Mapping[int, int] = MappingProxyType({})
    listed: Sequence[Mapping[str, Any]] = ()
    calendar_changes = CalendarChanges()

    def __init__(self, *args: Any, written_at: datetime, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.written_at = written_at

    def show(self, png: bytes, *, content_id: str, filename: str) -> None:
        """Bring a picture for the HTML, which refers to it as ``cid:<content_id>``."""
        # MIMEImage would first take the bytes for text, which takes four times as long.
        picture = MIMEBase("image", "png")
        picture.set_payload(encodebytes(png).decode("ascii"))
        picture.add_header("Content-Transfer-Encoding", "base64")
        picture.add_header("Content-ID", f"<{content_id}>")
        picture.add_header("Content-Disposition", "inline", filename=filename)
        self.attach(picture)

    def enclose_calendar(self, calendar: bytes, *, method: str, filename: str) -> None:
        """Attach entries that its reader's calendar is to take, or to drop."""
        part = MIMEText(calendar.decode(), "calendar", "utf-8")
        part.set_param("method", method)
        part.add_header("Content-Disposition", "attachment", filename=filename)
        self.attach(part)

    def message(self, **options: Any) -> Any:
        """Return the mail as it is sent, each picture beside the HTML that shows it."""
        message = super().message(**options)
        message.replace_header("Date", format_datetime(self.written_at))
        subject = str(self.subject)
        if not subject.isascii():
            message.replace_header("Subject", _in_short_words(subject))
        if UNFOLDED in message:
            message.replace_header(
                UNFOLDED, _OneLine(message[UNFOLDED], header_name=UNFOLDED)
            )
        pictures = [part for part in _parts(message) if part["Content-ID"]]
        html = next((p for p in message.walk() if _is_html(p)), None)
        if pictures and html is not None:
            _relate(message, html, pictures)
        _bound(message)
        return message


class _OneLine(Header):
    """A header that is not folded, as some servers take an empty first line amiss."""

    def encode(
        self,
        splitchars: str = ";, \t",
        maxlinelen: int | None = None,
        linesep: str = "\n",
    ) -> str:
        """Return the header in one line, whatever is asked for."""
        return super().encode(splitchars, LONGEST_LINE, linesep)


def _in_short_words(subject: str) -> str:
    """
    Return a subject in words of ASCII (RFC 2047), of which the first is short as well.

    Longer ones would be put below an empty first line, which some servers take amiss.
    """
    return Header(subject, "utf-8", maxlinelen=LONGEST_WORD).encode(linesep="")


def _parts(message: Message) -> list[Message]:
    """Return the parts directly below a message."""
    return list(message.get_payload()) if message.is_multipart() else []  # type: ignore[arg-type]


def _is_html(part: Message) -> bool:
    return part.get_content_type() == "text/html"


def _bound(message: Message) -> None:
    """
    Name the boundary of each part that has parts.

    128 random bits are in no text. Without a name of ours, all of the mail would be
    searched for each that the library makes up.
    """
    for part in message.walk():
        if part.is_multipart():
            part.set_boundary(f"=={secrets.token_hex(16)}==")


def _relate(message: Message, html: Message, pictures: list[Message]) -> None:
    """Move the pictures next to the HTML."""
    related = MIMEMultipart("related", type="text/html")
    for part in (html, *pictures):
        related.attach(part)
    message.set_payload([p for p in _parts(message) if p not in pictures])
    for body in message.walk():
        if html in _parts(body) and body is not related:
            body.set_payload([related if p is html else p for p in _parts(body)])
            return
