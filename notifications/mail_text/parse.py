"""Parsing any mail, even a broken one. Pure; never raises."""

from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from itertools import chain

from notifications.mail_text import headers
from notifications.mail_text.automatic import SIGNS, is_report, why_automatic
from notifications.mail_text.body import body_text
from notifications.mail_text.quote_stripping import Paragraph, own_paragraphs

LONGEST_SUBJECT = 300
#: The headers that we read.
TELLING = (
    *("Return-Path", "From", "Subject", "Date"),
    *("Message-ID", "In-Reply-To", "References", *SIGNS),
)


@dataclass(frozen=True)
class ParsedMail:
    """
    The parsed content of a mail.

    ``writer`` is the name in its From header. ``paragraphs`` are what its writer typed,
    line by line, without quotes and signature. ``why_automatic`` is the sign that a
    machine wrote it, ``is_bounce`` means that it reports on a mail of ours. All texts
    can be stored in any database.
    """

    writer: str = ""
    text: str = ""
    paragraphs: tuple[Paragraph, ...] = ()
    why_automatic: str = ""
    is_bounce: bool = False

    @property
    def own_lines(self) -> tuple[str, ...]:
        """The lines its writer typed, without blank ones."""
        return tuple(chain.from_iterable(self.paragraphs))

    @property
    def is_automatic(self) -> bool:
        return bool(self.why_automatic)


def parse_mail(source: bytes) -> ParsedMail:
    """Parse a mail; the result is empty if it cannot be read at all."""
    message = message_of(source)
    text, is_wrapped = body_text(message)
    return ParsedMail(
        writer=headers.display_name(message, "From"),
        text=text,
        paragraphs=own_paragraphs(text, is_wrapped=is_wrapped),
        why_automatic=why_automatic(message),
        is_bounce=is_report(message),
    )


def message_of(source: bytes) -> Message:
    """
    Return the parsed source, or an empty message if the parser fails.

    This uses the parser's old policy, because the new one takes minutes for a header
    with many parameters.
    """
    try:
        return message_from_bytes(source)
    except Exception:  # parts nested too deeply, and other faults
        return Message()


def message_id_of(message: Message) -> str:
    """Return the Message-ID, or '' if there is none or it is malformed."""
    found = headers.ids(message, "Message-ID")
    return headers.storable_text(found[0]) if found else ""


def answers_of(message: Message) -> tuple[str, ...]:
    """Return the Message-IDs of the mails it answers, the nearest first."""
    nearest = headers.ids(message, "In-Reply-To")
    thread = headers.ids(message, "References")
    found = dict.fromkeys([*nearest, *reversed(thread)])
    return tuple(headers.storable_text(name) for name in found)
