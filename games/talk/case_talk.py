"""What the staff and one person say to each other about a case."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.errors import Refused
from games.locks import lock_case
from games.models import User
from games.models.moderation import LONGEST_NOTE, Case, CaseMessage
from games.talk.messages import clean_text


@transaction.atomic
def answer_case(*, case: Case, user: User, text: str, now: datetime) -> CaseMessage:
    """
    Say something to the staff in a case in which they wrote or which one opened. The
    case is then unread again, and no longer waits. Raise Refused: (invalid) without a
    text, (too_late) if the case is closed.
    """
    text = clean_text(text, LONGEST_NOTE)
    case = lock_case(case.pk)
    if not case.is_open:
        raise Refused(
            "too_late",
            _("The moderators have closed this. Report it again if it goes on."),
        )
    case.reported_at, case.waits_until = now, None
    case.save(update_fields=["reported_at", "waits_until"])
    return CaseMessage.objects.create(case=case, user=user, text=text, written_at=now)


def messages_with(case: Case, user: User) -> QuerySet[CaseMessage]:
    return case.messages.filter(user=user).order_by("pk")


def questions_to(user: User) -> list[CaseMessage]:
    """Return the last question of the staff in each open case, if it has no answer."""
    said = CaseMessage.objects.filter(user=user, case__closed_at=None)
    latest = {one.case_id: one for one in said.select_related("case").order_by("pk")}
    return [one for one in latest.values() if one.by_id is not None]


def may_know_outcome(case: Case, user: User) -> bool:
    """Return whether a person reported something in a case, or appealed."""
    return case.reports.filter(reporter=user).exists()
