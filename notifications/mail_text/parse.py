"""Parsing of a mail, whoever wrote it and however broken it is. Pure; never raises."""

from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from itertools import chain

from notifications.mail_text import headers
from notifications.mail_text.automatic import SIGNS, is_report, why_automatic
from notifications.mail_text.body import body_text
from notifications.mail_text.quote_stripping import Paragraph, own_paragraphs

LONGEST_SUBJECT = 300
#: What is read of them: who wrote a mail, what it answers, and whether a machine did.
TELLING = (
    *("Return-Path", "From", "Subject", "Date"),
    *("Message-ID", "In-Reply-To", "References", *SIGNS),
)


@dataclass(frozen=True)
class ParsedMail:
    """
    What a mail says.

    ``writer`` is the name before its one From address. ``paragraphs`` are what its
    writer typed: without quotes and signature, in the lines that came.
    ``why_automatic`` says by what it is known to be a machine's, ``is_bounce`` that it
    tells of a mail of ours. All texts fit for any database.
    """

    writer: str = ""
    text: str = ""
    paragraphs: tuple[Paragraph, ...] = ()
    why_automatic: str = ""
    is_bounce: bool = False

    @property
    def own_lines(self) -> tuple[str, ...]:
        """The lines its writer typed, none of them blank."""
        return tuple(chain.from_iterable(self.paragraphs))

    @property
    def is_automatic(self) -> bool:
        """Whether no person wrote it."""
        return bool(self.why_automatic)


def parse_mail(source: bytes) -> ParsedMail:
    """Return what a mail says; of one that cannot be read at all, an empty letter."""
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
    Return the parsed source; an empty message where the parser gives up.

    By the parser's old policy: its new one takes minutes for a header of parameters.
    """
    try:
        return message_from_bytes(source)
    except Exception:  # parts within parts within parts, and whatever else
        return Message()


def message_id_of(message: Message) -> str:
    """Return the Message-ID, or '' if there is none worth the name."""
    found = headers.ids(message, "Message-ID")
    return headers.storable_text(found[0]) if found else ""


def answers_of(message: Message) -> tuple[str, ...]:
    """Return the Message-IDs of the mails it answers, the nearest first."""
    nearest = headers.ids(message, "In-Reply-To")
    thread = headers.ids(message, "References")
    found = dict.fromkeys([*nearest, *reversed(thread)])
    return tuple(headers.storable_text(name) for name in found)
