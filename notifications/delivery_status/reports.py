"""Parsing reports about our mails. Pure; never raises.

Standard delivery reports (RFC 3464) and complaints (RFC 5965) are read field by field.
A library parses the various delivery reports of older servers.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from email import message_from_bytes, message_from_string
from email.message import Message

from flufl.bounce import all_failures

from notifications.delivery_status.smtp_answers import ENHANCED, is_nobody, is_policy

#: In bytes. A report comes first; what follows is our own mail.
LONGEST = 256 * 1024
MOST_PARTS = 50
LONGEST_WORDS = 300

_MESSAGE_ID = re.compile(r"^Message-ID:\s*(<[^<>\s]{1,250}>)", re.IGNORECASE | re.M)
_IDS = re.compile(r"<[^<>\s]{1,250}>")
_GAVE_UP = ("fail", "error")
_REPORT = ("multipart/report", "delivery-status")
_STATUS = {"message/delivery-status", "message/global-delivery-status"}
_COMPLAINT = "message/feedback-report"
#: Feedback types that mean that a person wants no such mail. Others come from programs
#: or say the opposite: virus, auth-failure, not-spam.
_UNWANTED = frozenset({"abuse", "fraud", "opt-out", "opt-out-list"})
#: Fields of a complaint and of its copy of our mail that name the recipient.
_COMPLAINANTS = (
    *("Original-Rcpt-To", "Removal-Recipient"),
    *("To", "Delivered-To", "X-HmXmrOriginalRecipient"),
)
_ADDRESS = re.compile(r"[^\s<>,;:\"()]{1,250}@[^\s<>,;:\"()]{1,250}")
#: The line above the copy of our own mail.
_COPY = re.compile(
    r"^(-{2,}.*(copy of the message|original message|returned message).*"
    r"|.*below this line is a copy of the message.*)$",
    re.IGNORECASE | re.M,
)


@dataclass(frozen=True)
class DeliveryReport:
    """
    What a report says. ``is_hard`` means that nobody is at the address, ``is_delay``
    that the server is still trying, ``is_complaint`` that the recipient marked a mail
    as unwanted. ``recipients`` are those named, in lower case; ``message_ids`` the
    mails named, the likeliest first; ``senders`` the envelope senders that a complaint
    names. ``words`` are the server's reason.
    """

    is_hard: bool
    is_delay: bool
    recipients: frozenset[str]
    message_ids: tuple[str, ...]
    words: str
    is_complaint: bool = False
    senders: tuple[str, ...] = ()


def report_of(source: bytes) -> DeliveryReport | None:
    try:
        message = message_from_bytes(source[:LONGEST])
        if complaint := _complaint_in(message):
            return _read_complaint(message, complaint)
        if _is_reply(message):
            return None
        return _read_standard(message) or _read_unusual(message)
    except Exception:  # broken mails make the parsers fail in many ways
        return None


def _is_reply(message: Message) -> bool:
    """
    Return whether a mail is an automatic reply, which means that ours arrived. Some
    reports are also marked as replies, but they have the content type of reports or,
    from older servers, name the failed recipients.
    """
    submitted = str(message.get("Auto-Submitted", "")).partition(";")[0]
    if not submitted.strip().lower().startswith("auto-replied"):
        return False
    kind = (message.get_content_type(), str(message.get_param("report-type")).lower())
    return kind != _REPORT and "X-Failed-Recipients" not in message


def _read_standard(message: Message) -> DeliveryReport | None:
    """Read the fields about each recipient; the worst outcome counts."""
    failed, delayed = [], []
    for block in _blocks(message):
        action = str(block.get("Action", "")).strip().lower()
        if action.startswith(_GAVE_UP):
            failed.append(block)
        elif action.startswith("delay"):
            delayed.append(block)
    about = failed or delayed
    if not about:
        return None
    return DeliveryReport(
        is_hard=any(_is_hard(block) for block in failed),
        is_delay=not failed,
        recipients=frozenset(name for block in about for name in _recipients(block)),
        message_ids=tuple(dict.fromkeys(_message_ids(message))),
        words=_shortened(_diagnosis(about[0]) or _status(about[0])),
    )


def _complaint_in(message: Message) -> Message | None:
    """Return the fields of a complaint, or None if a mail is none."""
    for part in _parts(message):
        if part.get_content_type() == _COMPLAINT and part.is_multipart():
            fields: Message = part.get_payload()[0]  # type: ignore[assignment,index]
            return fields
    return None


def _read_complaint(message: Message, fields: Message) -> DeliveryReport | None:
    what = str(fields.get("Feedback-Type", "")).strip().lower()
    if what not in _UNWANTED:
        return None
    copies = list(_copies(message))
    named = [each for name in _COMPLAINANTS for each in _all(name, fields, *copies)]
    senders = _all("Original-Mail-From", fields) + _all("Return-Path", *copies)
    ids = [each for copy in copies for each in _IDS.findall(str(copy["Message-ID"]))]
    return DeliveryReport(
        is_hard=False,
        is_delay=False,
        recipients=frozenset(_addresses(named)),
        message_ids=tuple(dict.fromkeys(ids)),
        words=_shortened(f"{what} {fields.get('User-Agent', '')}"),
        is_complaint=True,
        senders=tuple(dict.fromkeys(_addresses(senders))),
    )


def _copies(message: Message) -> Iterator[Message]:
    """Yield the mails of which a complaint has a copy, or only the headers."""
    for part in _parts(message):
        if part.get_content_type() == "message/rfc822" and part.is_multipart():
            yield part.get_payload()[0]  # type: ignore[misc,index]
        elif part.get_content_type() == "text/rfc822-headers":
            yield message_from_string(_content(part))


def _all(name: str, *messages: Message) -> list[str]:
    return [str(each) for one in messages for each in one.get_all(name, [])]


def _addresses(values: Iterable[str]) -> Iterator[str]:
    return (each.lower() for value in values for each in _ADDRESS.findall(value))


def _read_unusual(message: Message) -> DeliveryReport | None:
    temporary, permanent = all_failures(message)
    named = permanent or temporary
    if not named:
        return None
    texts = (p for p in _parts(message) if p.get_content_type() == "text/plain")
    words = "\n".join(_content(part) for part in texts)
    # What follows is our own mail, whose words are not the server's.
    if copy := _COPY.search(words):
        words = words[: copy.start()]
    code = ENHANCED.search(words)
    is_known = code is not None and code[0].startswith(("4", "5"))
    hard = is_nobody(words) if is_known else not is_policy(words)
    return DeliveryReport(
        is_hard=bool(permanent) and hard,
        is_delay=not permanent,
        recipients=frozenset(name.decode("ascii").lower() for name in named),
        message_ids=tuple(dict.fromkeys(_message_ids(message))),
        words=_shortened(words),
    )


def _blocks(message: Message) -> Iterator[Message]:
    for part in _parts(message):
        if part.get_content_type() in _STATUS and part.is_multipart():
            yield from part.get_payload()  # type: ignore[misc]


def _parts(message: Message) -> Iterator[Message]:
    for number, part in enumerate(message.walk()):
        if number >= MOST_PARTS:
            return
        yield part


def _status(block: Message) -> str:
    found = ENHANCED.search(str(block.get("Status", "")))
    return found[0] if found else ""


def _diagnosis(block: Message) -> str:
    words = " ".join(str(block.get("Diagnostic-Code", "")).split())
    return words.partition(";")[2].strip() or words


def _is_hard(block: Message) -> bool:
    """Return whether nobody is at the address; the server's words take precedence."""
    words, status = _diagnosis(block), _status(block)
    if status.startswith("4"):
        return False
    answer = re.match(r"(\d{3})\b", words)
    code = int(answer[1]) if answer else None
    if ENHANCED.search(words) or status == "5.0.0":
        return is_nobody(words, code=code)
    return is_nobody(status)


def _recipients(block: Message) -> Iterator[str]:
    for field in ("Original-Recipient", "Final-Recipient"):
        words = str(block.get(field, ""))
        address = words.rpartition(";")[2].strip().strip("<>").lower()
        if "@" in address:
            yield address


def _message_ids(message: Message) -> Iterator[str]:
    """Yield the Message-IDs of enclosed mails, then those in texts and headers."""
    for part in _parts(message):
        if part is not message and "Message-ID" in part:
            yield from _IDS.findall(str(part["Message-ID"]))
        elif part.get_content_maintype() == "text":
            yield from _MESSAGE_ID.findall(_content(part))
    for field in ("In-Reply-To", "References", "X-Original-Message-ID"):
        yield from _IDS.findall(str(message.get(field, "")))


def _content(part: Message) -> str:
    payload = part.get_payload(decode=True)
    return payload.decode("utf-8", "replace") if isinstance(payload, bytes) else ""


def _shortened(words: str) -> str:
    return " ".join(words.split())[:LONGEST_WORDS]
