"""The steps in the life of a mail, written down."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from games.store.sql import RowWriter, execute_together
from notifications.models import LONGEST_WORDS, MailStep, OutgoingMail, Step

LONGEST_REFERENCE = 255

_TO_STEPS = RowWriter(MailStep)
_OF_A_STEP = ("mail_id", "at", "what", "words", "reference")


def note(
    mail: OutgoingMail,
    what: Step,
    words: str = "",
    *,
    at: datetime,
    reference: str = "",
) -> None:
    """Add a step to a mail's life."""
    _write([(mail.pk, at, what, _bounded(words), _as_reference(reference))])


def note_all(pks: Iterable[int], what: Step, words: str, *, at: datetime) -> None:
    """Add the same step to the lives of several mails."""
    said = _bounded(words)
    _write([(pk, at, what, said, "") for pk in pks])


def note_once(
    mail: OutgoingMail, what: Step, words: str, *, at: datetime, reference: str
) -> bool:
    """Add what somebody reported under a reference; return whether it is news."""
    _step, is_new = MailStep.objects.get_or_create(
        mail=mail,
        what=what,
        reference=_as_reference(reference),
        defaults={"at": at, "words": _bounded(words)},
    )
    return is_new


def _write(rows: Sequence[Sequence[object]]) -> None:
    for statement in _TO_STEPS.insert(_OF_A_STEP, rows):
        execute_together(statement)


def _bounded(words: str) -> str:
    """Return words in one line; PostgreSQL takes no NUL, and a server may say one."""
    return " ".join(words.replace("\0", "").split())[:LONGEST_WORDS]


def _as_reference(reference: str) -> str:
    return reference.replace("\0", "")[:LONGEST_REFERENCE]
