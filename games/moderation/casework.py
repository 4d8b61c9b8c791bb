"""Work on a case besides acts: nobody but the staff learns of it.

Take it up, hand it over, let it wait, write notes. Closing one is an act.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from games.errors import Refused
from games.models import Game, User
from games.models.cases import LONGEST_NOTE, Case, StaffNote
from games.moderation import conflicts
from games.store.locks import lock_case
from games.talk.messages import clean_text

NOT_TO_THEM = "This case cannot be handed over to them."

#: What whoever handles a case may do besides.
PERMISSION = "note_game"


@transaction.atomic
def take_case(*, case: Case, by: User, now: datetime) -> Case:
    """
    Take a case into one's own hands; from another's as well.

    Raise Refused (forbidden) to whom it concerns, (too_late) for a closed one.
    """
    case = _lock(case, by)
    return _handle(case, now, assignee=by, waits_until=None)


@transaction.atomic
def hand_over_case(*, case: Case, by: User, to: User, now: datetime) -> Case:
    """
    Put a case into the hands of a colleague, for whom it is unread.

    Raise Refused (forbidden) to whom it concerns, (invalid) where it concerns the
    colleague, (too_late) for a closed one.
    """
    case = _lock(case, by)
    if to not in conflicts.colleagues_for(case, by):
        raise Refused("invalid", NOT_TO_THEM)
    case = _handle(case, now, assignee=to, waits_until=None)
    case.reported_at, case.handled_at = now, None
    case.save(update_fields=["reported_at", "handled_at"])
    return case


@transaction.atomic
def put_off_case(*, case: Case, by: User, until: datetime, now: datetime) -> Case:
    """
    Let a case wait, in one's own hands; a further report ends that.

    Raise Refused (forbidden) to whom it concerns, (invalid) for a moment that has
    passed, (too_late) for a closed one.
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
    Leave a note on a person or a game, or in a case, for the staff alone.

    A note in a case is also one on the person and the game of the case. Raise Refused
    (forbidden) to whom it concerns, (invalid) for a note that is empty or too long.
    """
    conflicts.require_permission(by, PERMISSION)
    conflicts.require_free(by, subject)
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
    """Return the notes on a game, a person or a case, the latest first."""
    notes = StaffNote.objects.filter(**subject).select_related("by", "case")
    return notes.order_by("-pk")


def _lock(case: Case, by: User) -> Case:
    conflicts.require_permission(by, PERMISSION)
    case = lock_case(case.pk)
    conflicts.require_free(by, case)
    if case.closed_at is not None:
        raise Refused("too_late", "This case is closed already.")
    return case


def _handle(case: Case, now: datetime, **columns: object) -> Case:
    for name, value in columns.items():
        setattr(case, name, value)
    case.taken_at, case.handled_at = case.taken_at or now, now
    case.save()
    return case
