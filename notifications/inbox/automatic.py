"""Mails that no person wrote: they are kept, and neither read nor answered (RFC 3834).

Better one reply of a person too few than two machines that answer each other.
"""

import re
from collections.abc import Iterator
from email.message import Message

from notifications.inbox import headers

_ROBOTS = re.compile(
    r"(mailer-?daemon|postmaster|no-?reply|do-?not-?reply|bounces?|owner-.*|.*-request"
    r"|listserv|majordomo)([+=-].*)?",
    re.IGNORECASE,
)
#: Headers whose mere presence tells.
_MARKS = (
    *("List-Id", "List-Post", "List-Unsubscribe", "List-Help", "Mailing-List"),
    *("X-Autoreply", "X-Autorespond", "X-Autoresponder", "X-Auto-Response-Suppress"),
    *("X-Mailer-Daemon", "X-Failed-Recipients", "X-Loop"),
)
_BULK = frozenset({"bulk", "junk", "list", "auto_reply"})
#: How programs for absences begin their subjects.
_ABSENT = re.compile(
    r"(auto(matic|mated)?[ -]?(reply|response)|out of (the )?office|vacation reply"
    r"|respuesta autom[aá]tica|fuera de (la )?oficina"
    r"|resposta autom[aá]tica|fora do escrit[oó]rio|aus[eê]ncia tempor[aá]ria"
    r"|risposta automatica|fuori (sede|ufficio)"
    r"|자동[ ]?(회신|응답)|부재[ ]?중)",
    re.IGNORECASE,
)


def why_automatic(message: Message) -> str:
    """Return by what a mail is known to be a machine's, or '' if a person wrote it."""
    return next(_signs(message), "")


def is_report(message: Message) -> bool:
    """Return whether it tells of a mail of ours: undelivered, delayed or unwanted."""
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
    if [path.strip() for path in headers.raw(message, "Return-Path")[:1]] == ["<>"]:
        yield "empty return path"
    yield from _names(message)
    if _ABSENT.match(headers.line(message, "Subject")):
        yield "Subject"


def _names(message: Message) -> Iterator[str]:
    for name in ("Return-Path", "From", "Sender"):
        local = headers.only_address(message, name).rpartition("@")[0]
        if _ROBOTS.fullmatch(local):
            yield name
