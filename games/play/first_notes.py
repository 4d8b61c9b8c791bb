"""The notes of a first game: four at most, each while it helps, until it is read."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games import queries
from games.errors import InvalidChoice
from games.models import Seat, User
from stoneage_core import awaited
from stoneage_core.state import GameState, Question


class NoteKind(StrEnum):
    """What a note is about, in the order in which they come."""

    DOCK = "dock"
    ODDS = "odds"
    UNDO = "undo"
    HISTORY = "history"


@dataclass(frozen=True)
class FirstNote:
    """A note: its ``kind`` is what the button that dismisses it sends."""

    kind: NoteKind
    sentence: str | Promise


#: What each note says.
SENTENCES: dict[NoteKind, Promise] = {
    NoteKind.DOCK: _("Tap a place to see what it would bring."),
    NoteKind.ODDS: _("The bars show what the dice may bring."),
    NoteKind.UNDO: _("You can undo until someone moves after you."),
    NoteKind.HISTORY: _("The history keeps every move and roll."),
}


def first_note(seat: Seat, state: GameState, *, has_undo: bool) -> FirstNote | None:
    """
    Return the note for a player who has never finished a game, if one is due.

    Queries their seats while a note is left.
    """
    user = seat.user
    if user is None or len(user.notes_read) == len(NoteKind):
        return None
    due = (kind for kind in _due(seat, state, has_undo) if kind not in user.notes_read)
    kind = next(due, None)
    if kind is None or queries.has_finished_a_game(user):
        return None
    return FirstNote(kind, SENTENCES[kind])


def _due(seat: Seat, state: GameState, has_undo: bool) -> Iterator[NoteKind]:
    """Yield what there is to be noted in a position: nothing that was done already."""
    player = seat.number
    if state.question is Question.PLACE and player in awaited(state):
        has_placed = sum(state.players[player].placed) or state.round > 1
        yield NoteKind.ODDS if has_placed else NoteKind.DOCK
    if has_undo:
        yield NoteKind.UNDO
    if state.round > 1:
        yield NoteKind.HISTORY


@transaction.atomic
def dismiss_note(*, user: User, kind: str) -> None:
    """Never show a note again. Idempotent. Locks the user."""
    if kind not in list(NoteKind):
        raise InvalidChoice
    locked = User.objects.select_for_update().get(pk=user.pk)
    if kind not in locked.notes_read:
        locked.notes_read = [*locked.notes_read, kind]
        locked.save(update_fields=["notes_read"])
    user.notes_read = locked.notes_read
