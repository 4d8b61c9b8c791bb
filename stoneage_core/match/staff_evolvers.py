"""What acts of the staff change of what is known around the board."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from stoneage_core.events.staff import (
    GameAdjudicated,
    GameFrozen,
    GamePaused,
    GameResumed,
    GameUnfrozen,
    StaffActed,
    TimeGranted,
)
from stoneage_core.match.acts import open_act
from stoneage_core.match.calendar import Span
from stoneage_core.match.evolvers import change_seat, past_of
from stoneage_core.match.state import By, MatchState


def _open_act(around: MatchState, event: StaffActed, by: By) -> MatchState:
    return replace(around, open_act=open_act(event, by))


def _date_final(around: MatchState, event: GameAdjudicated, by: By) -> MatchState:
    return replace(around, final_from=datetime.fromisoformat(event.final_from))


def _add_pause(around: MatchState, event: GamePaused, by: By) -> MatchState:
    pause = Span(by.at, datetime.fromisoformat(event.until))
    return replace(around, pauses=(*past_of(around.pauses, by.at), pause))


def _end_pauses(around: MatchState, event: GameResumed, by: By) -> MatchState:
    return replace(around, pauses=past_of(around.pauses, by.at))


def _freeze(around: MatchState, event: GameFrozen, by: By) -> MatchState:
    return replace(around, frozen_since=by.at)


def _unfreeze(around: MatchState, event: GameUnfrozen, by: By) -> MatchState:
    """A pause from before goes on, if its end is still to come."""
    if around.frozen_since is None:
        return around
    freezes = (*around.freezes, Span(around.frozen_since, by.at))
    return replace(around, freezes=freezes, frozen_since=None)


def _grant_time(around: MatchState, event: TimeGranted, by: By) -> MatchState:
    return change_seat(around, event.player, granted=event.seconds)


STAFF_EVOLVERS: dict[type, Callable[[MatchState, Any, By], MatchState]] = {
    StaffActed: _open_act,
    GamePaused: _add_pause,
    GameResumed: _end_pauses,
    GameFrozen: _freeze,
    GameUnfrozen: _unfreeze,
    TimeGranted: _grant_time,
    GameAdjudicated: _date_final,
}
