"""The notes of a first game: four at most, each while it helps, until it is read."""

from collections.abc import Iterator

from django.db import transaction
from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from games import queries
from games.errors import InvalidChoice
from games.models import Seat, User
from games.store.locks import lock_user
from stoneage_core import awaited
from stoneage_core.state import GameState, Question


class FirstNote(TextChoices):
    """A note, in the order in which they come; who dismisses one sends it back."""

    DOCK = "dock", _("Tap a place to see what it would bring.")
    ODDS = "odds", _("Where dice are rolled, bars show what they may bring.")
    UNDO = "undo", _("You can take your last move back for a short while.")
    HISTORY = "history", _("The history keeps every move and roll.")


def first_note(seat: Seat, state: GameState, *, has_undo: bool) -> FirstNote | None:
    """
    Return the note for a player who has never finished a game, if one is due.

    Queries their seats while a note is left.
    """
    user = seat.user
    if user is None or len(user.notes_read) == len(FirstNote):
        return None
    due = (note for note in _due(seat, state, has_undo) if note not in user.notes_read)
    note = next(due, None)
    return None if note is None or queries.has_finished_a_game(user) else note


def _due(seat: Seat, state: GameState, has_undo: bool) -> Iterator[FirstNote]:
    """Yield what there is to be noted in a position: nothing that was done already."""
    player = seat.number
    if state.question is Question.PLACE and player in awaited(state):
        has_placed = sum(state.players[player].placed) or state.round > 1
        yield FirstNote.ODDS if has_placed else FirstNote.DOCK
    if has_undo:
        yield FirstNote.UNDO
    if state.round > 1:
        yield FirstNote.HISTORY


@transaction.atomic
def dismiss_note(*, user: User, kind: str) -> None:
    """Never show a note again. Idempotent. Locks the user."""
    if kind not in FirstNote.values:
        raise InvalidChoice
    locked = lock_user(user.pk)
    if kind not in locked.notes_read:
        locked.notes_read = [*locked.notes_read, kind]
        locked.save(update_fields=["notes_read"])
    user.notes_read = locked.notes_read
