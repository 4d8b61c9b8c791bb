"""Answers of mail servers: permanent or temporary, about a mail or about an address.

Enhanced codes (RFC 3463) distinguish an address that is gone (5.1.x, 5.2.1) from a mail
that is rejected (5.7.x) or too large (5.3.4). Without one, a refusal of the recipient
concerns the address, unless its words describe a policy.
"""

import re
import smtplib

from anymail.exceptions import AnymailAPIError, AnymailError, AnymailRecipientsRefused
from django.core.exceptions import ImproperlyConfigured
from requests import ConnectionError as NoConnection

from notifications.models import Obstacle

#: Bad address, domain or mailbox; 5.1.7 and 5.1.8 concern the sender.
_GONE = re.compile(r"5\.(1\.(0|1|2|3|4|6|10)|2\.1|4\.4)")
#: Too general; the words decide.
_UNSAID = re.compile(r"5\.0\.\d+|5\.1\.0")
ENHANCED = re.compile(r"(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])")
#: No such user, moved away, mailbox name not allowed.
_OF_RECIPIENTS = {550, 551, 553}
_POLICY = re.compile(
    r"sender (address|verif)|spam|block|black ?list|deny ?list|reputation|polic|relay"
    r"|\bspf\b|dkim|dmarc|\bauthenticat|\brbl\b|dnsbl|content|virus|quota|\bfull\b"
    r"|too (large|big|many)|rate limit|access denied"
    r"|not (permitted|allowed|authori[sz]ed)",
    re.IGNORECASE,
)

#: HTTP: our key is unknown or has been used too often.
_REFUSES_US = {401, 429}
#: SMTP: the server is shutting down, whatever the command was.
_GOING_AWAY = 421
#: SMTP: the mail is too large; some servers already say so in answer to MAIL.
_TOO_LARGE = 552


def is_outage(error: Exception) -> bool:
    """
    Return whether the server would take no mail of ours now.

    A provider that rejects one mail (403), or fails on it (5xx), may accept others.
    """
    if isinstance(error, AnymailAPIError) and error.status_code is not None:
        return error.status_code in _REFUSES_US
    # A time-out while waiting for the answer does not count: the mail may have been
    # taken.
    return isinstance(error, (NoConnection, ImproperlyConfigured))


def obstacle_of(error: Exception) -> Obstacle:
    if is_outage(error) or _refuses_us(error):
        return Obstacle.SERVER
    if is_of_server(error) or isinstance(error, AnymailAPIError):
        return Obstacle.ANSWER
    return Obstacle.FAULT


def _refuses_us(error: Exception) -> bool:
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return any(code == _GOING_AWAY for code, _ in error.recipients.values())
    if isinstance(error, smtplib.SMTPSenderRefused):
        return error.smtp_code != _TOO_LARGE
    return (
        isinstance(error, smtplib.SMTPResponseException)
        and error.smtp_code == _GOING_AWAY
    )


def is_permanent(error: Exception) -> bool:
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in error.recipients.values())
    if isinstance(error, AnymailRecipientsRefused):
        return True
    return isinstance(error, smtplib.SMTPDataError) and error.smtp_code >= 500


def is_address_refused(error: Exception) -> bool:
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        answers = error.recipients.values()
        return all(is_nobody(_text(text), code=code) for code, text in answers)
    if isinstance(error, smtplib.SMTPDataError):
        return is_nobody(_text(error.smtp_error))
    return False


def is_nobody(words: str, *, code: int | None = None) -> bool:
    """
    Return whether a server's words say that nobody is at an address. ``code`` is its
    answer to RCPT. It is None for answers to other commands; then only an enhanced code
    shows what they concern.
    """
    enhanced = ENHANCED.search(words)
    if enhanced is not None and not _UNSAID.fullmatch(enhanced[0]):
        return _GONE.fullmatch(enhanced[0]) is not None
    return code in _OF_RECIPIENTS and not _POLICY.search(words)


def is_policy(words: str) -> bool:
    """Return whether words without a code concern the mail, not the address."""
    return _POLICY.search(words) is not None


def is_of_server(error: Exception) -> bool:
    """Return whether an error came from the network; our own I/O errors name a file."""
    return isinstance(error, OSError) and error.filename is None


def describe_error(error: Exception) -> str:
    """Any other exception is a fault of ours; the log has the details."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        answers = [_answer(*answer) for answer in error.recipients.values()]
        return "; ".join(answers)
    if isinstance(error, smtplib.SMTPResponseException):
        return _answer(error.smtp_code, error.smtp_error)
    # its str() would include the underlying exception
    if isinstance(error, AnymailError):
        parts = [*map(str, error.args), error.describe_response() or ""]
        return _text(" ".join(parts))
    if isinstance(error, ImproperlyConfigured):
        return _text(str(error))
    if isinstance(error, OSError) and is_of_server(error):
        return _text(error.strerror or str(error)) or "the server did not answer"
    return "it could not be rendered; see the log"


def _answer(code: int, text: bytes | str) -> str:
    return f"{code} {_text(text)}"


def _text(text: bytes | str) -> str:
    words = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return " ".join(words.replace("\0", "").split())
