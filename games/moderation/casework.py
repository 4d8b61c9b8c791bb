"""Work on a case besides acts, which only the staff learn of.

Take a case, hand it over, postpone it, write notes. Closing a case is an act.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from games.errors import Refused
from games.locks import lock_case
from games.models import Game, User
from games.models.cases import LONGEST_NOTE, Case, StaffNote
from games.moderation import conflicts
from games.talk.messages import clean_text

NOT_TO_THEM = "This case cannot be handed over to them."

#: The permission for everything here.
PERMISSION = "note_game"


@transaction.atomic
def take_case(*, case: Case, by: User, now: datetime) -> Case:
    """
    Assign a case to oneself, even if it was assigned to somebody else.

    Raise Refused: (forbidden) if there is a conflict of interest, (too_late) if the
    case is closed.
    """
    case = _lock(case, by)
    return _handle(case, now, assignee=by, waits_until=None)


@transaction.atomic
def hand_over_case(*, case: Case, by: User, to: User, now: datetime) -> Case:
    """
    Assign a case to a colleague, for whom it is then unread.

    Raise Refused: (forbidden) if there is a conflict of interest, (invalid) if the
    colleague has one, (too_late) if the case is closed.
    """
    case = _lock(case, by)
    if to not in conflicts.colleagues_for(case, by):
        raise Refused("invalid", NOT_TO_THEM)
    case = _handle(case, now, assignee=to, waits_until=None)
    case.reported_at, case.handled_at = now, None
    case.save(update_fields=["reported_at", "handled_at"])
    return case


@transaction.atomic
def postpone_case(*, case: Case, by: User, until: datetime, now: datetime) -> Case:
    """
    Postpone a case and assign it to oneself. A further report ends the wait.

    Raise Refused: (forbidden) if there is a conflict of interest, (invalid) if
    ``until`` has passed, (too_late) if the case is closed.
    """
    case = _lock(case, by)
    if until <= now:
        raise Refused("invalid", "That moment has passed.")
    return _handle(case, now, assignee=by, waits_until=until)


@transaction.atomic
def write_note(
    *, by: User, text: str, subject: User | Game | Case, now: datetime
) -> StaffNote:
    """
    Write a note on a person, a game or a case, for the staff alone.

    A note on a case also appears with the person and the game of the case. Raise
    Refused: (forbidden) if there is a conflict of interest, (invalid) if the text is
    empty or too long.
    """
    conflicts.require_permission(by, PERMISSION)
    conflicts.require_no_conflict(by, subject)
    note = StaffNote(by=by, written_at=now)
    match subject:
        case Case():
            note.case, note.person, note.game = subject, subject.person, subject.game
        case User():
            note.person = subject
        case Game():
            note.game = subject
    note.text = clean_text(text, LONGEST_NOTE)
    note.save()
    return note


def notes_on(**subject: Game | User | Case) -> "QuerySet[StaffNote]":
    """Return the notes on a game, a person or a case, latest first."""
    notes = StaffNote.objects.filter(**subject).select_related("by", "case")
    return notes.order_by("-pk")


def _lock(case: Case, by: User) -> Case:
    conflicts.require_permission(by, PERMISSION)
    case = lock_case(case.pk)
    conflicts.require_no_conflict(by, case)
    if case.closed_at is not None:
        raise Refused("too_late", "This case is closed already.")
    return case


def _handle(case: Case, now: datetime, **columns: object) -> Case:
    for name, value in columns.items():
        setattr(case, name, value)
    case.taken_at, case.handled_at = case.taken_at or now, now
    case.save()
    return case
