"""The steps in the life of a mail, written down."""

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
    """Add a step to a mail's life."""
    row = _row(mail.pk, what, words, reference)
    row.at = at
    row.save(force_insert=True)


def note_all(pks: Iterable[int], what: Step, words: str, *, at: datetime) -> None:
    """Add the same step to the lives of several mails."""
    rows = [_row(pk, what, words) for pk in pks]
    for row in rows:
        row.at = at
    MailStep.objects.bulk_create(rows)


def note_once(
    mail: OutgoingMail, what: Step, words: str, *, at: datetime, reference: str
) -> bool:
    """Add what somebody reported under a reference; return whether it is news."""
    row = _row(mail.pk, what, words, reference)
    _step, is_new = MailStep.objects.get_or_create(
        mail=mail,
        what=what,
        reference=row.reference,
        defaults={"at": at, "words": row.words},
    )
    return is_new


def _row(pk: int, what: Step, words: str, reference: str = "") -> MailStep:
    # PostgreSQL takes no NUL, and servers may say anything.
    clean = " ".join(words.replace("\0", "").split())
    return MailStep(
        mail_id=pk,
        what=what,
        words=clean[:LONGEST_WORDS],
        reference=reference.replace("\0", "")[:LONGEST_REFERENCE],
    )
