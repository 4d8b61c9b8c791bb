"""Automatic mails are stored, but neither read nor answered (RFC 3834).

Only marks that machines alone write are proof. Relays leave traces in people's mails:
envelope senders like ``bounce+alice=example.org@relay``, a Sender of their own, a list
header. If a mailing list or an empty envelope sender is the only reason for not reading
a mail, a person may have written it, so somebody is notified. If we mistake a machine
for a person, little harm is done: we answer the player, not the machine.
"""

import re
from collections.abc import Iterator
from email.message import Message
from itertools import chain

from notifications.mail_text import headers

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
_ABSENT = re.compile(
    r"(auto(matic|mated)?[ -]?(reply|response)|out of (the )?office|vacation reply"
    r"|respuesta autom[aá]tica|fuera de (la )?oficina"
    r"|resposta autom[aá]tica|fora do escrit[oó]rio|aus[eê]ncia tempor[aá]ria"
    r"|risposta automatica|fuori (sede|ufficio)"
    r"|자동[ ]?(회신|응답)|부재[ ]?중)",
    re.IGNORECASE,
)


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
    """Yield uncertain signs, those that forbid an answer first."""
    if _came_from_nobody(message):
        yield UNSIGNED
    if headers.line(message, "Precedence").lower() == "list":
        yield "Precedence: list"
    yield from (name for name in _LISTS if headers.has(message, name))


def _came_from_nobody(message: Message) -> bool:
    """Return whether its envelope sender is empty, which forbids an answer."""
    paths = headers.raw(message, "Return-Path")[:1]
    return any(_NOBODY.fullmatch(path.strip()) for path in paths)
