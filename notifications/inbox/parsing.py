"""What a mail says, whoever wrote it and however broken it is. Pure; never raises."""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage, Message
from itertools import chain

from notifications.inbox import flowed, headers, markup
from notifications.inbox.automatic import SIGNS, is_report, why_automatic
from notifications.inbox.cutting import Paragraph, own_paragraphs

#: Characters of a body that are read; the rest is quotes of quotes.
LONGEST_TEXT = 100_000
LONGEST_SUBJECT = 300
#: Bytes of all headers together.
LONGEST_HEAD = 64 * 1024
#: What is read of them: who wrote a mail, what it answers, and whether a machine did.
TELLING = (
    *("Return-Path", "From", "Subject", "Date"),
    *("Message-ID", "In-Reply-To", "References", *SIGNS),
)
_END_OF_HEAD = re.compile(rb"\r?\n\r?\n")
#: The alphabets of others that contain the ones named.
_WIDER = {"euc_kr": "cp949", "gb2312": "gb18030", "ascii": "utf_8"}
#: No alphabets of texts, but slow, or noisy about mistakes.
_ODD = frozenset({"punycode", "idna", "unicode_escape", "raw_unicode_escape"})


@dataclass(frozen=True)
class Letter:
    """
    What a mail says.

    ``sender`` is its one From address, or '' if there is not exactly one, and
    ``writer`` the name before it. ``paragraphs`` are what its writer typed: without
    quotes and signature, in the lines that came.
    ``answers`` are the Message-IDs of the mails it answers, the nearest first.
    ``why_automatic`` says by what it is known to be a machine's, ``is_bounce`` that it
    tells of a mail of ours. All texts fit for any database.
    """

    message_id: str = ""
    sender: str = ""
    writer: str = ""
    subject: str = ""
    text: str = ""
    paragraphs: tuple[Paragraph, ...] = ()
    answers: tuple[str, ...] = ()
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


def letter_of(source: bytes) -> Letter:
    """Return what a mail says; of one that cannot be read at all, an empty letter."""
    message = message_of(source)
    text, is_wrapped = _text_of(message)
    return Letter(
        message_id=message_id_of(message),
        sender=headers.only_address(message, "From"),
        writer=headers.display_name(message, "From"),
        subject=headers.line(message, "Subject")[:LONGEST_SUBJECT],
        text=text,
        paragraphs=own_paragraphs(text, is_wrapped=is_wrapped),
        answers=answers_of(message),
        why_automatic=why_automatic(message),
        is_bounce=is_report(message),
    )


def head_of(source: bytes) -> bytes:
    """Return the headers of a mail alone: nothing in them takes a parser down."""
    return _END_OF_HEAD.split(source[:LONGEST_HEAD], maxsplit=1)[0] + b"\r\n\r\n"


def message_of(source: bytes) -> EmailMessage:
    """Return the parsed source; an empty message where the parser gives up."""
    try:
        return message_from_bytes(source, policy=policy.default)
    except Exception:  # parts within parts within parts, and whatever else
        return EmailMessage()


def message_id_of(message: Message) -> str:
    """Return the Message-ID, or '' if there is none worth the name."""
    found = headers.ids(message, "Message-ID")
    return headers.clean(found[0]) if found else ""


def answers_of(message: Message) -> tuple[str, ...]:
    """Return the Message-IDs of the mails it answers, the nearest first."""
    nearest = headers.ids(message, "In-Reply-To")
    thread = headers.ids(message, "References")
    found = dict.fromkeys([*nearest, *reversed(thread)])
    return tuple(headers.clean(name) for name in found)


def _text_of(message: EmailMessage) -> tuple[str, bool]:
    """
    Return the plain text; where there is none, that of the HTML; else ''.

    And whether a program may have broken its lines without telling where.
    """
    for subtype in ("plain", "html"):
        part = _body(message, subtype)
        text = "" if part is None else _decoded(part)[:LONGEST_TEXT]
        if part is not None and text.strip():
            seen, is_wrapped = _as_seen(part, subtype, text)
            return "\n".join(headers.clean(seen).splitlines()), is_wrapped
    return "", False


def _as_seen(part: Message, subtype: str, text: str) -> tuple[str, bool]:
    if subtype == "html":
        return markup.text_of(text), False
    if flowed.is_flowed(part):
        return flowed.text_of(part, text), False
    return text, True


def _body(message: EmailMessage, subtype: str) -> Message | None:
    """Return the first part of that kind which is no attachment."""
    try:
        part = message.get_body(preferencelist=(subtype,))
        if part is not None:
            return part
        return next(_parts(message, f"text/{subtype}"), None)
    except Exception:  # a Content-Type that no parser reads
        return None


def _parts(message: EmailMessage, kind: str) -> Iterator[Message]:
    for part in message.walk():
        is_shown = part.get_content_disposition() != "attachment"
        if part.get_content_type() == kind and is_shown:
            yield part


def _decoded(part: Message) -> str:
    """Return the text of a part, with replacements for what its alphabet lacks."""
    try:
        payload = part.get_payload(decode=True)
        octets = payload if isinstance(payload, bytes) else b""
        return _in_alphabet(octets, str(part.get_content_charset() or ""))
    except Exception:  # an encoding of its own making
        return ""


def _in_alphabet(octets: bytes, name: str) -> str:
    """Decode by the alphabet that is named, by the usual one if there is none."""
    try:
        found = codecs.lookup(name).name.replace("-", "_")
        if found not in _ODD:
            return octets.decode(_WIDER.get(found, found), "replace")
    except (LookupError, ValueError):  # unknown, or no alphabet
        pass
    return octets.decode("utf-8", "replace")
