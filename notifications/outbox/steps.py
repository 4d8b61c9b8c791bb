"""Recording the steps of a mail's life."""

from collections.abc import Iterable
from datetime import datetime

from notifications.models import LONGEST_WORDS, MailStep, OutgoingMail, Step

LONGEST_REFERENCE = 255


def note(
    mail: OutgoingMail,
    what: Step,
    words: str = "",
    *,
    at: datetime,
    reference: str = "",
) -> None:
    MailStep.objects.create(
        mail=mail,
        at=at,
        what=what,
        words=_bounded(words),
        reference=_as_reference(reference),
    )


def note_all(pks: Iterable[int], what: Step, words: str, *, at: datetime) -> None:
    bounded = _bounded(words)
    MailStep.objects.bulk_create(
        MailStep(mail_id=pk, at=at, what=what, words=bounded) for pk in pks
    )


def note_once(
    mail: OutgoingMail, what: Step, words: str, *, at: datetime, reference: str
) -> bool:
    """Record a report under its reference; return whether it is new."""
    _step, is_new = MailStep.objects.get_or_create(
        mail=mail,
        what=what,
        reference=_as_reference(reference),
        defaults={"at": at, "words": _bounded(words)},
    )
    return is_new


def _bounded(words: str) -> str:
    """Return the words in one line, without NUL, which PostgreSQL cannot store."""
    return " ".join(words.replace("\0", "").split())[:LONGEST_WORDS]


def _as_reference(reference: str) -> str:
    return reference.replace("\0", "")[:LONGEST_REFERENCE]
