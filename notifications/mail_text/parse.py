"""Parsing a mail: its headers, its own lines, and whether a person wrote it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from itertools import chain

from games.command_language.vocabulary import mail_patterns
from notifications.mail_text import headers
from notifications.mail_text.body import body_text
from notifications.mail_text.quote_stripping import Paragraph, own_paragraphs

#: The content type of Gmail's emoji reactions.
REACTION = "text/vnd.google.email-reaction+json"
#: Local parts that no person uses.
_ROBOTS = re.compile(
    r"(mailer-?daemon|no-?reply|do-?not-?reply|listserv|majordomo)(\+.*)?"
    r"|bounces?([+=-].*)?",
    re.IGNORECASE,
)
#: Headers whose mere presence is proof.
_MARKS = (
    *("X-Autoreply", "X-Autorespond", "X-Autoresponder"),
    *("X-Mailer-Daemon", "X-Failed-Recipients"),
)
#: Exchange, gateways and forwarders also add these to people's mails, so they only
#: confirm what a subject says.
_HINTS = ("X-Auto-Response-Suppress", "List-Unsubscribe", "List-Help", "X-Loop")
_LISTS = ("List-Id", "List-Post", "Mailing-List")
#: All headers that reveal a machine, besides content type and sender.
SIGNS = ("Auto-Submitted", "Precedence", *_MARKS, *_LISTS, *_HINTS)
#: Signs of a list and of an empty envelope sender; a person may be behind both.
LISTED = frozenset({"Precedence: list", *_LISTS})
UNSIGNED = "Return-Path"
#: Some servers write the empty sender in words.
_NOBODY = re.compile(r"<>|<?mailer-daemon(@[^<>\s]*)?>?", re.IGNORECASE)
_BULK = frozenset({"bulk", "junk", "auto_reply"})
#: Beginnings of subjects that out-of-office programs use.
_ABSENT = re.compile(f"(?:{mail_patterns('absent')})", re.IGNORECASE)


def why_automatic(message: Message) -> str:
    """Return the sign by which a mail is automatic, or '' if a person wrote it."""
    return next(chain(_signs(message), _doubts(message)), "")


def is_report(message: Message) -> bool:
    """Return whether it reports on a mail of ours: undelivered, delayed or unwanted."""
    return message.get_content_type() == "multipart/report" or headers.has(
        message, "X-Failed-Recipients"
    )


def _signs(message: Message) -> Iterator[str]:
    submitted = headers.line(message, "Auto-Submitted").lower()
    if submitted and submitted.partition(";")[0].strip() != "no":
        yield "Auto-Submitted"
    if headers.line(message, "Precedence").lower() in _BULK:
        yield "Precedence"
    yield from (name for name in _MARKS if headers.has(message, name))
    if is_report(message):
        yield "multipart/report"
    if any(part.get_content_type() == REACTION for part in message.walk()):
        yield REACTION
    if _ROBOTS.fullmatch(headers.only_address(message, "From").rpartition("@")[0]):
        yield "From"
    if _ABSENT.match(headers.line(message, "Subject")):
        yield from (f"Subject, {name}" for name in _HINTS if headers.has(message, name))


def _doubts(message: Message) -> Iterator[str]:
    if _came_from_nobody(message):
        yield UNSIGNED
    if headers.line(message, "Precedence").lower() == "list":
        yield "Precedence: list"
    yield from (name for name in _LISTS if headers.has(message, name))


def _came_from_nobody(message: Message) -> bool:
    """Return whether its envelope sender is empty, which forbids an answer."""
    paths = headers.raw(message, "Return-Path")[:1]
    return any(_NOBODY.fullmatch(path.strip()) for path in paths)


LONGEST_SUBJECT = 300
#: The headers that we read.
TELLING = (
    *("Return-Path", "From", "Subject", "Date"),
    *("Message-ID", "In-Reply-To", "References", *SIGNS),
)


@dataclass(frozen=True)
class ParsedMail:
    """
    The parsed content of a mail. ``writer`` is the name in its From header.
    ``paragraphs`` are what its writer typed, line by line, without quotes and
    signature. ``why_automatic`` is the sign that a machine wrote it, ``is_bounce``
    means that it reports on a mail of ours. ``utc_offset`` is by how many minutes
    the clock of its writer is ahead of UTC, if its Date says so. All texts can be
    stored in any database.
    """

    writer: str = ""
    text: str = ""
    paragraphs: tuple[Paragraph, ...] = ()
    why_automatic: str = ""
    is_bounce: bool = False
    utc_offset: int | None = None

    @property
    def own_lines(self) -> tuple[str, ...]:
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
        utc_offset=headers.utc_offset(message),
    )


def message_of(source: bytes) -> Message:
    """
    Return the parsed source, or an empty message. Uses the parser's old policy, because
    the new one takes minutes for a header with many parameters.
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
