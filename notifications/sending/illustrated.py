"""A mail with inline pictures and with headers that all mail servers can read.

Django attaches files beside the bodies of a mail. A picture that the HTML shows has to
be in a multipart/related with it, or clients list it as a file. Mail providers, which
take mails apart before sending, find pictures among the attachments as they expect.
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

#: Longest encoded word that fits into the first line of a Subject header.
LONGEST_WORD = 60
#: In bytes: no line of a mail may be longer (RFC 5322, 2.1.1).
LONGEST_LINE = 998
#: Its single link fits into the header's first line only if it is not folded.
UNFOLDED = "List-Unsubscribe"


class IllustratedMail(EmailMultiAlternatives):
    """
    Text, HTML with its pictures, and files.

    ``shown`` maps outbox rows to the game version whose choices the mail shows: its own
    row, or a digest's parts. ``listed`` says what a digest's numbers stand for,
    ``calendar_changes`` what the mail does to its reader's calendar. ``written_at`` is
    its date; a mail provider sets its own.
    """

    shown: Mapping[int, int] = MappingProxyType({})
    listed: Sequence[Mapping[str, Any]] = ()
    calendar_changes = CalendarChanges()

    def __init__(self, *args: Any, written_at: datetime, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.written_at = written_at

    def show(self, png: bytes, *, content_id: str, filename: str) -> None:
        """Attach a picture that the HTML shows as ``cid:<content_id>``."""
        # MIMEImage would first treat the bytes as text, which takes four times as long.
        picture = MIMEBase("image", "png")
        picture.set_payload(encodebytes(png).decode("ascii"))
        picture.add_header("Content-Transfer-Encoding", "base64")
        picture.add_header("Content-ID", f"<{content_id}>")
        picture.add_header("Content-Disposition", "inline", filename=filename)
        self.attach(picture)

    def enclose_calendar(self, calendar: bytes, *, method: str, filename: str) -> None:
        """Attach entries that the reader's calendar adds or withdraws."""
        part = MIMEText(calendar.decode(), "calendar", "utf-8")
        part.set_param("method", method)
        part.add_header("Content-Disposition", "attachment", filename=filename)
        self.attach(part)

    def message(self, **options: Any) -> Any:
        """Return the MIME message, with pictures related to the HTML."""
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
    """A header that is never folded: some servers reject an empty first line."""

    def encode(
        self,
        splitchars: str = ";, \t",
        maxlinelen: int | None = None,
        linesep: str = "\n",
    ) -> str:
        """Return the header in one line, whatever the arguments."""
        return super().encode(splitchars, LONGEST_LINE, linesep)


def _in_short_words(subject: str) -> str:
    """
    Return a subject as encoded words (RFC 2047) that fit below no empty first line.

    The library would put a longer word below an empty first line, which some servers
    reject.
    """
    return Header(subject, "utf-8", maxlinelen=LONGEST_WORD).encode(linesep="")


def _parts(message: Message) -> list[Message]:
    return list(message.get_payload()) if message.is_multipart() else []  # type: ignore[arg-type]


def _is_html(part: Message) -> bool:
    return part.get_content_type() == "text/html"


def _bound(message: Message) -> None:
    """
    Set the boundary of each multipart.

    No text contains 128 random bits. Without a boundary of ours, the library would
    search the whole mail for each one that it makes up.
    """
    for part in message.walk():
        if part.is_multipart():
            part.set_boundary(f"=={secrets.token_hex(16)}==")


def _relate(message: Message, html: Message, pictures: list[Message]) -> None:
    related = MIMEMultipart("related", type="text/html")
    for part in (html, *pictures):
        related.attach(part)
    message.set_payload([p for p in _parts(message) if p not in pictures])
    for body in message.walk():
        if html in _parts(body) and body is not related:
            body.set_payload([related if p is html else p for p in _parts(body)])
            return
