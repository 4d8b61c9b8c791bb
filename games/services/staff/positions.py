"""The staff and the game itself: going back, ending it, quarantine, notes."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.errors import InvalidChoice, TooLate
from games.models import Act, DecidedHow, Game, StaffAct, User
from games.services.revealing import date_reveal
from games.services.staff.desk import (
    note_act,
    open_begun,
    open_desk,
    open_running,
)
from stoneage_core.match.commands import Adjudicate, Freeze, RollBack, Unfreeze
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
    table.decide(RollBack(sequence), None, DecidedHow.STAFF)
    date_reveal(table)
    table.play_automatic()
    table.save()
    return note_act(by=by, act=Act.ROLL_BACK, reason=reason, now=now, table=table)


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
    table.decide(Adjudicate(how), None, DecidedHow.STAFF)
    date_reveal(table)
    table.save()
    return note_act(by=by, act=Act.END, reason=reason, now=now, table=table)


@transaction.atomic
def game_hold(*, by: User, game: Game, reason: str, now: datetime) -> StaffAct:
    """Put a game in quarantine: nobody decides, the steward neither; no time runs."""
    table = open_running(by, game, "hold_game", now)
    if table.is_frozen:
        raise TooLate(_("This game is in quarantine already."))
    table.decide(Freeze(), None, DecidedHow.STAFF)
    table.save()
    return note_act(by=by, act=Act.HOLD, reason=reason, now=now, table=table)


@transaction.atomic
def game_release(*, by: User, game: Game, reason: str, now: datetime) -> StaffAct:
    """Release a game from quarantine, whoever or whatever put it there."""
    table = open_running(by, game, "hold_game", now)
    if not (table.is_frozen or table.game.quarantined_at):
        raise TooLate(_("This game is not in quarantine."))
    table.decide(Unfreeze(), None, DecidedHow.STAFF)
    table.play_automatic()
    table.save()
    return note_act(by=by, act=Act.RELEASE, reason=reason, now=now, table=table)


@transaction.atomic
def game_note(*, by: User, game: Game, text: str, now: datetime) -> StaffAct:
    """Leave a note for all who play, or watch."""
    table = open_desk(by, game, "note_game", now)
    return note_act(by=by, act=Act.NOTE, reason=text, now=now, table=table)
