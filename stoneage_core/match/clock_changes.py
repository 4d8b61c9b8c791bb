"""Clocks changed by the staff: pauses, freezes, more time, another pace."""

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
    TimeGranted,
)
from stoneage_core.fields import Number
from stoneage_core.match.calendar import Span, length_of, write_moment
from stoneage_core.match.commands import JsonCommand, Moment
from stoneage_core.match.deadlines import deadline_of
from stoneage_core.match.proposals import drop_proposals
from stoneage_core.match.recorder import Recorder
from stoneage_core.match.rule import Rule, staff_rule
from stoneage_core.match.state import Authorship, TableState
from stoneage_core.match.table_changes import (
    Evolver,
    change_seat,
    cut_spans,
    start_anew,
)
from stoneage_core.time_control import LONGEST, PAUSE_DAYS, TimeControl


class SetTimeControl(JsonCommand, frozen=True):
    """Give the table a clock; whoever is awaited starts anew with it."""

    control: TimeControl


class Pause(JsonCommand, frozen=True):
    """Stop all clocks until a moment at the latest; who wants to may play on."""

    until: Moment


class Resume(JsonCommand, frozen=True):
    """Let the clocks run again."""


class Freeze(JsonCommand, frozen=True):
    """Freeze a game: nobody decides, autopilot neither; no time runs."""


class Unfreeze(JsonCommand, frozen=True):
    """Unfreeze a game, or free one whose time-outs failed; a pause goes on."""


class GrantTime(JsonCommand, frozen=True):
    """Give a player so many seconds more, in all, for the present decision."""

    player: Number
    seconds: int


#: For so long may a game be paused in all.
PAUSE_BUDGET = timedelta(days=PAUSE_DAYS)


def pause(recorder: Recorder, command: Pause) -> None:
    at, pauses = recorder.by.at, recorder.table.pauses
    span = Span(at, command.until.astimezone(UTC))
    if not span.length:
        raise Irregular("a pause has to end after it begins")
    if recorder.table.has_pause_after(at):
        raise Irregular("the game was paused already")
    if length_of((*pauses, span)) > PAUSE_BUDGET:
        raise Irregular("a game can be paused for {days} days in all", days=PAUSE_DAYS)
    recorder.record(GamePaused(write_moment(span.ends)))


def resume(recorder: Recorder, command: Resume) -> None:
    if not recorder.table.has_pause_after(recorder.by.at):
        raise Irregular("the game was not paused")
    recorder.record(GameResumed())


def freeze(recorder: Recorder, command: Freeze) -> None:
    if recorder.table.frozen_since is not None:
        raise Irregular("the game was frozen already")
    recorder.record(GameFrozen())


def unfreeze(recorder: Recorder, command: Unfreeze) -> None:
    recorder.record(GameUnfrozen())
    drop_proposals(recorder)


def grant_time(recorder: Recorder, command: GrantTime) -> None:
    player, seconds = command.player, command.seconds
    if deadline_of(recorder.table, player) is None:
        raise Irregular("nobody waits for this player now")
    if not 0 <= seconds <= LONGEST:
        raise Irregular("the extra time is from none to sixty days")
    recorder.record(TimeGranted(player, seconds))


def set_time_control(recorder: Recorder, command: SetTimeControl) -> None:
    recorder.record(TimeControlSet(command.control))


# What each event changes


def _add_pause(table: TableState, event: GamePaused, by: Authorship) -> TableState:
    pause = Span(by.at, datetime.fromisoformat(event.until))
    return replace(table, pauses=(*cut_spans(table.pauses, by.at), pause))


def _end_pauses(table: TableState, event: GameResumed, by: Authorship) -> TableState:
    return replace(table, pauses=cut_spans(table.pauses, by.at))


def _freeze(table: TableState, event: GameFrozen, by: Authorship) -> TableState:
    return replace(table, frozen_since=by.at)


def _unfreeze(table: TableState, event: GameUnfrozen, by: Authorship) -> TableState:
    """A pause from before goes on, if its end is still to come."""
    if table.frozen_since is None:
        return table
    freezes = (*table.freezes, Span(table.frozen_since, by.at))
    return replace(table, freezes=freezes, frozen_since=None)


def _grant_time(table: TableState, event: TimeGranted, by: Authorship) -> TableState:
    return change_seat(table, event.player, granted=event.seconds)


def _set_control(
    table: TableState, event: TimeControlSet, by: Authorship
) -> TableState:
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
    Pause: staff_rule(pause),
    Resume: staff_rule(resume),
    Freeze: staff_rule(freeze, frozen=True),
    Unfreeze: staff_rule(unfreeze, frozen=True),
    GrantTime: staff_rule(grant_time),
    SetTimeControl: staff_rule(set_time_control, frozen=True),
}

#: What each event changes.
EVOLVERS: dict[type[Event], Evolver] = {
    TimeControlSet: _set_control,
    GamePaused: _add_pause,
    GameResumed: _end_pauses,
    GameFrozen: _freeze,
    GameUnfrozen: _unfreeze,
    TimeGranted: _grant_time,
}
