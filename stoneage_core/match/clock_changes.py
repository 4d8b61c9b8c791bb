"""Changes to clocks by the staff: pauses, freezes, extra time, another time control."""

from datetime import datetime, timedelta

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
from stoneage_core.match.calendar import Span, cut_spans, length_of, read_moment
from stoneage_core.match.deadlines import deadline_of
from stoneage_core.match.proposals import drop_proposals
from stoneage_core.match.recorder import Recorder, Rule, staff_rule
from stoneage_core.match.state import (
    Authorship,
    Evolver,
    TableState,
    change_seat,
    restart_clock,
)
from stoneage_core.time_control import LONGEST, PAUSE_DAYS

#: How long all pauses of a game may last together.
PAUSE_BUDGET = timedelta(days=PAUSE_DAYS)


def pause(recorder: Recorder, event: GamePaused) -> None:
    """Stop all clocks until ``event.until`` or ``resume``; players may still move."""
    at, pauses = recorder.by.at, recorder.table.pauses
    span = Span(at, read_moment(event.until))
    if not span.length:
        raise Irregular("a pause has to end after it begins")
    if recorder.table.has_pause_after(at):
        raise Irregular("the game is paused already")
    if length_of((*pauses, span)) > PAUSE_BUDGET:
        raise Irregular(
            "all pauses of a game may last {days} days together", days=PAUSE_DAYS
        )
    recorder.record(event)


def resume(recorder: Recorder, event: GameResumed) -> None:
    if not recorder.table.has_pause_after(recorder.by.at):
        raise Irregular("the game is not paused")
    recorder.record(event)


def freeze(recorder: Recorder, event: GameFrozen) -> None:
    """Stop all clocks and forbid all moves until the game is unfrozen."""
    if recorder.table.frozen_since is not None:
        raise Irregular("the game is frozen already")
    recorder.record(event)


def unfreeze(recorder: Recorder, event: GameUnfrozen) -> None:
    """
    Unfreeze a game.

    A game that is not frozen is allowed: the staff also use this for a game whose
    time-outs failed. A pause that has not ended goes on.
    """
    recorder.record(event)
    drop_proposals(recorder)


def grant_time(recorder: Recorder, event: TimeGranted) -> None:
    if deadline_of(recorder.table, event.player) is None:
        raise Irregular("this player has no deadline now")
    if not 0 <= event.seconds <= LONGEST:
        raise Irregular("the extra time has to be between zero and sixty days")
    recorder.record(event)


def set_time_control(recorder: Recorder, event: TimeControlSet) -> None:
    """Give the table another time control; the awaited players' clocks restart."""
    recorder.record(event)


# What each event changes


def _add_pause(table: TableState, event: GamePaused, by: Authorship) -> TableState:
    pause = Span(by.at, datetime.fromisoformat(event.until))
    return replace(table, pauses=(*cut_spans(table.pauses, by.at), pause))


def _end_pauses(table: TableState, event: GameResumed, by: Authorship) -> TableState:
    return replace(table, pauses=cut_spans(table.pauses, by.at))


def _freeze(table: TableState, event: GameFrozen, by: Authorship) -> TableState:
    return replace(table, frozen_since=by.at)


def _unfreeze(table: TableState, event: GameUnfrozen, by: Authorship) -> TableState:
    if table.frozen_since is None:
        return table
    freezes = (*table.freezes, Span(table.frozen_since, by.at))
    return replace(table, freezes=freezes, frozen_since=None)


def _grant_time(table: TableState, event: TimeGranted, by: Authorship) -> TableState:
    return change_seat(table, event.player, granted=event.seconds, wants_time=False)


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
        table = restart_clock(table, player, by.at)
    return table


#: How each fact is recorded.
RULES: dict[type, Rule] = {
    GamePaused: staff_rule(pause),
    GameResumed: staff_rule(resume),
    GameFrozen: staff_rule(freeze, frozen=True),
    GameUnfrozen: staff_rule(unfreeze, frozen=True),
    TimeGranted: staff_rule(grant_time),
    TimeControlSet: staff_rule(set_time_control, frozen=True),
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
