"""Answers of mail servers: whether for good, and about a mail or an address.

Enhanced codes (RFC 3463) tell an address that is gone (5.1.x, 5.2.1) from a mail that
is not liked (5.7.x) or too large (5.3.4). Where there is none, a refusal of the
recipient speaks of the address, unless its words are those of a policy.
"""

import re
import smtplib

from anymail.exceptions import (
    AnymailAPIError,
    AnymailError,
    AnymailRecipientsRefused,
)
from django.core.exceptions import ImproperlyConfigured
from requests import ConnectionError as NoConnection

from notifications.models import Obstacle

#: Bad address, domain or mailbox; 5.1.7 and 5.1.8 are about the sender.
_GONE = re.compile(r"5\.(1\.(0|1|2|3|4|6|10)|2\.1|4\.4)")
#: So general that the words have to tell.
_UNSAID = re.compile(r"5\.0\.\d+|5\.1\.0")
ENHANCED = re.compile(r"(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])")
#: No such user, moved away, not allowed as an address.
_OF_RECIPIENTS = {550, 551, 553}
_POLICY = re.compile(
    r"sender (address|verif)|spam|block|black ?list|deny ?list|reputation|polic|relay"
    r"|\bspf\b|dkim|dmarc|\bauthenticat|\brbl\b|dnsbl|content|virus|quota|\bfull\b"
    r"|too (large|big|many)|rate limit|access denied"
    r"|not (permitted|allowed|authori[sz]ed)",
    re.IGNORECASE,
)

#: HTTP: our key is not known, or was used too often.
_REFUSES_US = {401, 429}
#: SMTP: the server is going away, whatever it was asked.
_GOING_AWAY = 421
#: SMTP: the mail is too large, said to MAIL by servers that are told its size.
_TOO_LARGE = 552


def is_outage(error: Exception) -> bool:
    """
    Whether no mail of ours would be taken now: it is no fault of this one.

    A provider that forbids a mail (403), or breaks over it (5xx), may well take others.
    """
    if isinstance(error, AnymailAPIError) and error.status_code is not None:
        return error.status_code in _REFUSES_US
    # Not one that waited in vain for an answer: the mail may have been taken.
    return isinstance(error, (NoConnection, ImproperlyConfigured))


def obstacle_of(error: Exception) -> Obstacle:
    """Return what a failed attempt failed by, if it may be repeated."""
    if is_outage(error) or _refuses_us(error):
        return Obstacle.SERVER
    if is_of_server(error) or isinstance(error, AnymailAPIError):
        return Obstacle.ANSWER
    return Obstacle.FAULT


def _refuses_us(error: Exception) -> bool:
    """Whether an answer of SMTP concerns us, whatever we send and to whom."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return any(code == _GOING_AWAY for code, _ in error.recipients.values())
    if isinstance(error, smtplib.SMTPSenderRefused):
        return error.smtp_code != _TOO_LARGE
    return (
        isinstance(error, smtplib.SMTPResponseException)
        and error.smtp_code == _GOING_AWAY
    )


def is_permanent(error: Exception) -> bool:
    """Whether the server refused this recipient or this mail for good (5xx)."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in error.recipients.values())
    if isinstance(error, AnymailRecipientsRefused):
        return True
    return isinstance(error, smtplib.SMTPDataError) and error.smtp_code >= 500


def is_address_refused(error: Exception) -> bool:
    """Whether the server says that there is nobody at the address."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        answers = error.recipients.values()
        return all(is_nobody(_text(text), code=code) for code, text in answers)
    if isinstance(error, smtplib.SMTPDataError):
        return is_nobody(_text(error.smtp_error))
    return False


def is_nobody(words: str, *, code: int | None = None) -> bool:
    """
    Whether a server's words say that nobody is at an address.

    ``code`` is its answer to RCPT; None where it answered to something else, and only
    an enhanced code tells what it was about.
    """
    enhanced = ENHANCED.search(words)
    if enhanced is not None and not _UNSAID.fullmatch(enhanced[0]):
        return _GONE.fullmatch(enhanced[0]) is not None
    return code in _OF_RECIPIENTS and not _POLICY.search(words)


def is_policy(words: str) -> bool:
    """Whether words without a code speak of the mail, not of the address."""
    return _POLICY.search(words) is not None


def is_of_server(error: Exception) -> bool:
    """Whether an error came from a server, or the way to it: ours may name a file."""
    return isinstance(error, OSError) and error.filename is None


def describe_error(error: Exception) -> str:
    """
    Say what went wrong in one line, for people: as the server put it, if it did.

    Any other exception is a fault of ours, which the log has.
    """
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        answers = [_answer(*answer) for answer in error.recipients.values()]
        return "; ".join(answers)
    if isinstance(error, smtplib.SMTPResponseException):
        return _answer(error.smtp_code, error.smtp_error)
    if isinstance(error, AnymailError):  # whose own text has the exception behind it
        parts = [*map(str, error.args), error.describe_response() or ""]
        return _text(" ".join(parts))
    if isinstance(error, ImproperlyConfigured):
        return _text(str(error))
    if isinstance(error, OSError) and is_of_server(error):
        return _text(error.strerror or str(error)) or "no answer came"
    return "it could not be written, and the log tells why"


def _answer(code: int, text: bytes | str) -> str:
    return f"{code} {_text(text)}"


def _text(text: bytes | str) -> str:
    words = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return " ".join(words.replace("\0", "").split())
