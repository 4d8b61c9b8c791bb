"""The staff and the clocks: pausing, going on, more time, another clock."""

from datetime import UTC, datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.errors import InvalidChoice, TooLate
from games.models import Act, DecidedHow, Game, Seat, StaffAct, User
from games.services.staff.desk import note_act, open_playable, open_running
from stoneage_core.clock import LONGEST, PAUSE_DAYS, Clock
from stoneage_core.match.calendar import Span
from stoneage_core.match.commands import GrantTime, Pause, Resume, SetClock

#: For so long may a game be paused in all.
PAUSE_BUDGET = timedelta(days=PAUSE_DAYS)


@transaction.atomic
def game_pause(
    *, by: User, game: Game, until: datetime, reason: str, now: datetime
) -> StaffAct:
    """Stop all clocks until a moment at the latest; who wants to may play on."""
    table = open_playable(by, game, "pause_game", now)
    if until <= table.now:
        raise InvalidChoice(_("A pause has to end after it begins."))
    if any(pause.ends > table.now for pause in table.around.pauses):
        raise TooLate(_("This game is paused already."))
    pause = Span(table.now, until.astimezone(UTC))
    pauses = (*table.around.pauses, pause)
    if sum((pause.length for pause in pauses), timedelta()) > PAUSE_BUDGET:
        raise InvalidChoice(_("A game can be paused for thirty days in all."))
    table.decide(Pause(until), None, DecidedHow.STAFF)
    table.save()
    return note_act(by=by, act=Act.PAUSE, reason=reason, now=now, table=table)


@transaction.atomic
def game_resume(*, by: User, game: Game, reason: str, now: datetime) -> StaffAct:
    """Let the clocks run again."""
    table = open_playable(by, game, "pause_game", now)
    if not any(pause.ends > table.now for pause in table.around.pauses):
        raise TooLate(_("This game is not paused."))
    table.decide(Resume(), None, DecidedHow.STAFF)
    table.save()
    return note_act(by=by, act=Act.RESUME, reason=reason, now=now, table=table)


@transaction.atomic
def time_grant(
    *, by: User, seat: Seat, seconds: int, reason: str, now: datetime
) -> StaffAct:
    """Give a player so much more time, in all, for the present decision; 0 takes it."""
    table = open_playable(by, seat.game, "pause_game", now)
    own = table.seat(seat.number)
    if own.deadline_at is None:
        raise TooLate(_("Nobody waits for this player now."))
    if not 0 <= seconds <= LONGEST:
        raise InvalidChoice(_("The extra time is from none to sixty days."))
    table.decide(GrantTime(own.number, seconds), None, DecidedHow.STAFF)
    table.save()
    return note_act(by=by, act=Act.GRANT, reason=reason, now=now, table=table, seat=own)


@transaction.atomic
def clock_set(
    *, by: User, game: Game, clock: Clock, reason: str, now: datetime
) -> StaffAct:
    """Give the table another clock; whoever is awaited starts anew with it."""
    table = open_running(by, game, "set_clock", now)
    table.decide(SetClock(clock), None, DecidedHow.STAFF)
    table.save()
    return note_act(by=by, act=Act.CLOCK, reason=reason, now=now, table=table)
