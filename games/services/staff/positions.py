"""The staff and the game itself: going back, ending it, quarantine, notes."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games import event_store, projections
from games.errors import InvalidChoice, TooLate
from games.models import Act, DecidedHow, Game, StaffAct, User
from games.services import motions
from games.services.revealing import date_reveal
from games.services.staff.desk import (
    note_act,
    open_begun,
    open_desk,
    open_running,
)
from games.services.table import Table
from stoneage_core import Phase, end
from stoneage_core.conduct import (
    GameHeld,
    GameReleased,
    GameResumed,
    GameRolledBack,
)
from stoneage_core.state import EndReason

#: How the staff can end a game.
ENDS = tuple(reason for reason in EndReason if reason.is_by_staff)


@transaction.atomic
def game_roll_back(
    *, by: User, game: Game, sequence: int, reason: str, now: datetime
) -> StaffAct:
    """
    Take a game back to where it was after an event, which has to end a decision.

    What happened since stays in the log; dice after it are new ones. To undo it, take
    the game back to the event before the one that says so. An end by the staff is
    undone like that, too, until the seed is revealed.
    """
    table = open_begun(by, game, "roll_back_game", now)
    if not 0 < sequence < table.game.version:
        raise InvalidChoice(_("There is nothing to go back to there."))
    _require_playable(table, sequence)
    table.take([GameRolledBack(sequence, banks=True)], None, DecidedHow.STAFF)
    date_reveal(table)
    motions.settle(table)
    table.play_automatic()
    table.save()
    return note_act(by=by, act=Act.ROLL_BACK, reason=reason, now=now, table=table)


def _require_playable(table: Table, sequence: int) -> None:
    """Raise InvalidChoice unless the event ended a decision, in the game proper."""
    records = event_store.load_records(table.game, after=sequence - 1, limit=2)
    (last, _hash), (following, _hash) = records
    if not projections.begins(following, last):
        raise InvalidChoice(_("That is in the middle of a decision."))
    if table.earlier(sequence).state.phase is Phase.INVITATION:
        raise InvalidChoice(_("The game had not begun then."))


@transaction.atomic
def game_end(
    *, by: User, game: Game, how: EndReason, reason: str, now: datetime
) -> StaffAct:
    """
    End a game: with the result as it stands, as a draw, or without any.

    The seed stays sealed for a while, so that the staff can go back on it.
    """
    table = open_running(by, game, "end_game", now)
    if how not in ENDS:
        raise InvalidChoice(_("A game cannot be ended like that."))
    events, state = end(table.state, table.chance, how)
    table.take(events, None, DecidedHow.STAFF, state=state)
    date_reveal(table)
    table.save()
    return note_act(by=by, act=Act.END, reason=reason, now=now, table=table)


@transaction.atomic
def game_hold(*, by: User, game: Game, reason: str, now: datetime) -> StaffAct:
    """Put a game in quarantine: nobody decides, the steward neither; no time runs."""
    table = open_running(by, game, "freeze_game", now)
    if table.is_frozen:
        raise TooLate(_("This game is in quarantine already."))
    _set_held(table, now)
    table.take([GameHeld()], None, DecidedHow.STAFF)
    table.save()
    return note_act(by=by, act=Act.HOLD, reason=reason, now=now, table=table)


@transaction.atomic
def game_release(*, by: User, game: Game, reason: str, now: datetime) -> StaffAct:
    """Release a game from quarantine, whoever or whatever put it there."""
    table = open_running(by, game, "freeze_game", now)
    if not (table.is_frozen or table.game.timeout_failed_at):
        raise TooLate(_("This game is not in quarantine."))
    event = _released(table)
    _set_held(table, None)
    table.take([event], None, DecidedHow.STAFF)
    motions.settle(table)
    table.play_automatic()
    table.save()
    return note_act(by=by, act=Act.RELEASE, reason=reason, now=now, table=table)


def _released(table: Table) -> GameReleased | GameResumed:
    """Once quarantine was a long pause in the log, which has to end as one."""
    was_paused = table.is_frozen and table.conduct.held_since is None
    return GameResumed() if was_paused else GameReleased()


def _set_held(table: Table, frozen_at: datetime | None) -> None:
    table.game.frozen_at = frozen_at
    table.game.save(update_fields=["frozen_at"])


@transaction.atomic
def game_note(*, by: User, game: Game, text: str, now: datetime) -> StaffAct:
    """Leave a note for all who play, or watch."""
    table = open_desk(by, game, "note_game", now)
    return note_act(by=by, act=Act.NOTE, reason=text, now=now, table=table)
