"""Automatic mails: they are kept, and neither read nor answered (RFC 3834).

Only what machines alone write tells. Relays leave traces in people's mails: envelope
senders like ``bounce+alice=example.org@relay``, a Sender of their own, a header of
lists. A mailing list, or an empty envelope sender, may be all that keeps a person's
mail from being read: then somebody is told.
A machine that is taken for a person does little harm: we answer the player, not it.
"""

import re
from collections.abc import Iterator
from email.message import Message
from itertools import chain

from notifications.mail_text import headers

#: How Gmail sends a smiley that was put to a mail: with a part of this type.
REACTION = "text/vnd.google.email-reaction+json"
#: Under these names nobody writes.
_ROBOTS = re.compile(
    r"(mailer-?daemon|no-?reply|do-?not-?reply|listserv|majordomo)(\+.*)?"
    r"|bounces?([+=-].*)?",
    re.IGNORECASE,
)
#: Headers whose mere presence tells.
_MARKS = (
    *("X-Autoreply", "X-Autorespond", "X-Autoresponder"),
    *("X-Mailer-Daemon", "X-Failed-Recipients"),
)
#: Those that Exchange, gateways and forwarders put into people's mails as well: they
#: only confirm what a subject says.
_HINTS = ("X-Auto-Response-Suppress", "List-Unsubscribe", "List-Help", "X-Loop")
_LISTS = ("List-Id", "List-Post", "Mailing-List")
#: All by which a machine may be known, but for what kind of mail it is and its sender.
SIGNS = ("Auto-Submitted", "Precedence", *_MARKS, *_LISTS, *_HINTS)
#: Signs of a list, and of nobody to be told: behind both may be a person.
LISTED = frozenset({"Precedence: list", *_LISTS})
UNSIGNED = "Return-Path"
#: Some servers write the empty sender out.
_NOBODY = re.compile(r"<>|<?mailer-daemon(@[^<>\s]*)?>?", re.IGNORECASE)
_BULK = frozenset({"bulk", "junk", "auto_reply"})
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
    return next(chain(_signs(message), _doubts(message)), "")


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
    if any(part.get_content_type() == REACTION for part in message.walk()):
        yield REACTION
    if _ROBOTS.fullmatch(headers.only_address(message, "From").rpartition("@")[0]):
        yield "From"
    if _ABSENT.match(headers.line(message, "Subject")):
        yield from (f"Subject, {name}" for name in _HINTS if headers.has(message, name))


def _doubts(message: Message) -> Iterator[str]:
    """Yield what people's mails may have as well; first what must not be answered."""
    if _came_from_nobody(message):
        yield UNSIGNED
    if headers.line(message, "Precedence").lower() == "list":
        yield "Precedence: list"
    yield from (name for name in _LISTS if headers.has(message, name))


def _came_from_nobody(message: Message) -> bool:
    """Return whether its envelope says that nobody is to be told what became of it."""
    paths = headers.raw(message, "Return-Path")[:1]
    return any(_NOBODY.fullmatch(path.strip()) for path in paths)
