"""What a mail says, whoever wrote it and however broken it is. Pure; never raises."""

import codecs
import re
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
class _Piece:
    """A part that is text, with the text as it came."""

    part: Message
    text: str

    @property
    def is_html(self) -> bool:
        return self.part.get_content_subtype() == "html"

    @property
    def is_wrapped(self) -> bool:
        return not self.is_html and not flowed.is_flowed(self.part)

    def as_seen(self, most: int) -> str:
        """Return its first characters as its reader sees them."""
        text = self.text[:most]
        if self.is_html:
            return markup.text_of(text)
        return flowed.text_of(self.part, text) if flowed.is_flowed(self.part) else text


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
    try:
        pieces = _pieces(message)
    except Exception:  # parts within parts within parts
        return "", False
    seen, left = [], LONGEST_TEXT
    for piece in pieces:
        seen.append(piece.as_seen(left))
        left -= min(left, len(piece.text))
    text = headers.clean("\n\n".join(seen))
    return "\n".join(text.splitlines()), any(piece.is_wrapped for piece in pieces)


def _pieces(part: Message) -> list[_Piece]:
    """Return the texts of a part, of one kind; none of a file or of a mail in it."""
    if _is_file(part):
        return []
    if part.get_content_type() in ("text/plain", "text/html"):
        text = _decoded(part)
        return [_Piece(part, text)] if text.strip() else []
    if part.get_content_maintype() != "multipart" or not part.is_multipart():
        return []
    within = [_pieces(each) for each in part.get_payload() if isinstance(each, Message)]
    found = [pieces for pieces in within if pieces]
    return _chosen(part.get_content_subtype(), found) if found else []


def _chosen(subtype: str, found: list[list[_Piece]]) -> list[_Piece]:
    """Return what of several parts is to be read; nothing is to be read twice."""
    if subtype == "alternative":
        return min(found, key=lambda pieces: pieces[0].is_html)
    if subtype == "related":  # what belongs to the first
        return found[0]
    # Around a picture, say. In another kind stands the same once more, or a footer.
    kind = found[0][0].is_html
    return [piece for piece in chain(*found) if piece.is_html is kind]


def _is_file(part: Message) -> bool:
    try:
        name = part.get_filename()
        return name is not None or part.get_content_disposition() == "attachment"
    except Exception:  # a Content-Type that no parser reads
        return True


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
