"""Clocks changed by the staff: acts, pauses, freezes, more time, another pace."""

from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from stoneage_core.errors import Irregular
from stoneage_core.events.base import Event
from stoneage_core.events.clocks import TimeControlSet
from stoneage_core.events.staff import (
    GameFrozen,
    GamePaused,
    GameResumed,
    GameUnfrozen,
    StaffActed,
    TimeGranted,
)
from stoneage_core.match import commands as m
from stoneage_core.match.acts import ACTS, open_act
from stoneage_core.match.calendar import Span, length_of, write_moment
from stoneage_core.match.deadlines import deadline_of
from stoneage_core.match.proposals import settle_proposals
from stoneage_core.match.recorder import Recorder
from stoneage_core.match.rule import STAFF, Rule, staff_rule
from stoneage_core.match.state import By, Source, TableState
from stoneage_core.match.steps import Evolver, change_seat, past_of, start_anew
from stoneage_core.state import Phase
from stoneage_core.time_control import LONGEST, PAUSE_DAYS

#: The version of a game that was created, and has no clock yet.
OPENED = 1

#: For so long may a game be paused in all.
PAUSE_BUDGET = timedelta(days=PAUSE_DAYS)


def note_act(recorder: Recorder, command: m.Act) -> None:
    """Note an act of the staff; what it leads to has to follow."""
    if command.act not in ACTS:
        raise Irregular("the staff can do no such thing: {act}", act=command.act)
    if command.seat is not None and command.seat >= recorder.board.player_count:
        raise Irregular("there is no such seat")
    recorder.record(StaffActed(command.act, command.seat, command.reason_commitment))


def pause(recorder: Recorder, command: m.Pause) -> None:
    at, pauses = recorder.by.at, recorder.table.pauses
    span = Span(at, command.until.astimezone(UTC))
    if not span.length:
        raise Irregular("a pause has to end after it begins")
    if recorder.table.is_paused_at(at):
        raise Irregular("the game was paused already")
    if length_of((*pauses, span)) > PAUSE_BUDGET:
        raise Irregular("a game can be paused for {days} days in all", days=PAUSE_DAYS)
    recorder.record(GamePaused(write_moment(span.ends)))


def resume(recorder: Recorder, command: m.Resume) -> None:
    if not recorder.table.is_paused_at(recorder.by.at):
        raise Irregular("the game was not paused")
    recorder.record(GameResumed())


def freeze(recorder: Recorder, command: m.Freeze) -> None:
    if recorder.table.frozen_since is not None:
        raise Irregular("the game was frozen already")
    recorder.record(GameFrozen())


def unfreeze(recorder: Recorder, command: m.Unfreeze) -> None:
    recorder.record(GameUnfrozen())
    settle_proposals(recorder)


def grant_time(recorder: Recorder, command: m.GrantTime) -> None:
    player, seconds = command.player, command.seconds
    if deadline_of(recorder.table, player) is None:
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


# What each event changes


def _open_act(table: TableState, event: StaffActed, by: By) -> TableState:
    return replace(table, open_act=open_act(event, by))


def _add_pause(table: TableState, event: GamePaused, by: By) -> TableState:
    pause = Span(by.at, datetime.fromisoformat(event.until))
    return replace(table, pauses=(*past_of(table.pauses, by.at), pause))


def _end_pauses(table: TableState, event: GameResumed, by: By) -> TableState:
    return replace(table, pauses=past_of(table.pauses, by.at))


def _freeze(table: TableState, event: GameFrozen, by: By) -> TableState:
    return replace(table, frozen_since=by.at)


def _unfreeze(table: TableState, event: GameUnfrozen, by: By) -> TableState:
    """A pause from before goes on, if its end is still to come."""
    if table.frozen_since is None:
        return table
    freezes = (*table.freezes, Span(table.frozen_since, by.at))
    return replace(table, freezes=freezes, frozen_since=None)


def _grant_time(table: TableState, event: TimeGranted, by: By) -> TableState:
    return change_seat(table, event.player, granted=event.seconds)


def _set_control(table: TableState, event: TimeControlSet, by: By) -> TableState:
    old, new = table.control, event.control
    seats = tuple(
        replace(seat, bank=new.bank_after_change(old, seat.bank))
        for seat in table.seats
    )
    table = replace(table, control=new, seats=seats)
    for player in table.pending:
        table = start_anew(table, player, by.at)
    return table


#: How each command is decided.
RULES: dict[type, Rule] = {
    m.Act: Rule(note_act, STAFF, at_any_time=True, needs_act=False),
    m.Pause: staff_rule(pause),
    m.Resume: staff_rule(resume),
    m.Freeze: staff_rule(freeze, frozen=True),
    m.Unfreeze: staff_rule(unfreeze, frozen=True),
    m.GrantTime: staff_rule(grant_time),
    m.SetTimeControl: Rule(
        set_clock,
        (Source.SERVICE, Source.STAFF),
        needs_running=False,
        while_frozen=STAFF,
    ),
}

#: What each event changes.
EVOLVERS: dict[type[Event], Evolver] = {
    TimeControlSet: _set_control,
    StaffActed: _open_act,
    GamePaused: _add_pause,
    GameResumed: _end_pauses,
    GameFrozen: _freeze,
    GameUnfrozen: _unfreeze,
    TimeGranted: _grant_time,
}
