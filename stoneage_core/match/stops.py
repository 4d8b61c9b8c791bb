"""When clocks stand still, or change: vacations, pauses, freezes, more time."""

from datetime import UTC, timedelta

from stoneage_core.errors import Code, Irregular, Refusal
from stoneage_core.events.clocks import AbsenceDeclared, AbsenceEnded, TimeControlSet
from stoneage_core.events.staff import (
    GameFrozen,
    GamePaused,
    GameResumed,
    GameUnfrozen,
    StaffActed,
    TimeGranted,
)
from stoneage_core.match import commands as m
from stoneage_core.match.acts import ACTS
from stoneage_core.match.calendar import Span, length_of, write_moment
from stoneage_core.match.deadlines import deadline_of, is_over
from stoneage_core.match.proposals import settle_proposals
from stoneage_core.match.recorder import Recorder
from stoneage_core.match.state import Source
from stoneage_core.match.vacations import days_left, latest_end
from stoneage_core.phrases import ngettext_noop
from stoneage_core.state import Phase
from stoneage_core.time_control import LONGEST, PAUSE_DAYS

#: The version of a game that was created, and has no clock yet.
OPENED = 1

#: For so long may a game be paused in all.
PAUSE_BUDGET = timedelta(days=PAUSE_DAYS)


# A player's own


def declare_absence(recorder: Recorder, command: m.DeclareAbsence) -> None:
    """
    Stop a seat's clock for a while, within the vacation of the table's clock.

    A vacation saves no move that is lost.
    """
    player, at = recorder.player, recorder.by.at
    if is_over(recorder.around, player, at):
        raise Refusal(Code.TOO_LATE, "Your time had run out before.")
    span = Span(command.begins.astimezone(UTC), command.ends.astimezone(UTC))
    _require_vacation(recorder, span)
    recorder.record(
        AbsenceDeclared(player, write_moment(span.begins), write_moment(span.ends))
    )


def _require_vacation(recorder: Recorder, span: Span) -> None:
    control, at = recorder.around.control, recorder.by.at
    away = recorder.around.seats[recorder.player].away
    if span.begins < at:
        raise Irregular("it was declared after it had begun")
    if not control.vacation:
        raise Refusal(Code.IMPOSSIBLE, "There’s no vacation at the pace of this table.")
    if not span.length:
        raise Refusal(Code.IMPOSSIBLE, "A vacation has to end after it begins.")
    if any(span.within(other).length for other in away):
        raise Refusal(Code.IMPOSSIBLE, "You’re away at that time already.")
    latest = latest_end(control, away, span.begins, at)
    if latest is None:
        raise Refusal(Code.IMPOSSIBLE, "You have no vacation days left this year.")
    if span.ends > latest:
        raise Refusal(
            Code.IMPOSSIBLE,
            ngettext_noop(
                "You have only {count} vacation day left this year.",
                "You have only {count} vacation days left this year.",
            ),
            count=days_left(control, away, at),
        )


def end_absence(recorder: Recorder, command: m.EndAbsence) -> None:
    recorder.record(AbsenceEnded(recorder.player))


# The staff's


def note_act(recorder: Recorder, command: m.Act) -> None:
    """Note an act of the staff; what it leads to has to follow."""
    if command.act not in ACTS:
        raise Irregular("the staff can do no such thing: {act}", act=command.act)
    if command.seat is not None and command.seat >= recorder.board.player_count:
        raise Irregular("there is no such seat")
    recorder.record(StaffActed(command.act, command.seat, command.reason_commitment))


def pause(recorder: Recorder, command: m.Pause) -> None:
    at, pauses = recorder.by.at, recorder.around.pauses
    span = Span(at, command.until.astimezone(UTC))
    if not span.length:
        raise Irregular("a pause has to end after it begins")
    if recorder.around.is_paused_at(at):
        raise Irregular("the game was paused already")
    if length_of((*pauses, span)) > PAUSE_BUDGET:
        raise Irregular("a game can be paused for {days} days in all", days=PAUSE_DAYS)
    recorder.record(GamePaused(write_moment(span.ends)))


def resume(recorder: Recorder, command: m.Resume) -> None:
    if not recorder.around.is_paused_at(recorder.by.at):
        raise Irregular("the game was not paused")
    recorder.record(GameResumed())


def freeze(recorder: Recorder, command: m.Freeze) -> None:
    if recorder.around.frozen_since is not None:
        raise Irregular("the game was frozen already")
    recorder.record(GameFrozen())


def unfreeze(recorder: Recorder, command: m.Unfreeze) -> None:
    recorder.record(GameUnfrozen())
    settle_proposals(recorder)


def grant_time(recorder: Recorder, command: m.GrantTime) -> None:
    player, seconds = command.player, command.seconds
    if deadline_of(recorder.around, player) is None:
        raise Irregular("nobody waits for this player now")
    if not 0 <= seconds <= LONGEST:
        raise Irregular("the extra time is from none to sixty days")
    recorder.record(TimeGranted(player, seconds))


def set_clock(recorder: Recorder, command: m.SetTimeControl) -> None:
    """Set the clock: right after the game was made, and from then on by the staff."""
    if recorder.by.source is not Source.STAFF:
        if recorder.board.version != OPENED:
            raise Irregular("nobody had agreed to this")
    elif recorder.board.phase in (Phase.INVITATION, Phase.ENDED):
        raise Irregular("this game is not being played")
    recorder.record(TimeControlSet(command.control))
