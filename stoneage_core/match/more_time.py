"""
More time for the current decision, asked for by its player and given by the others.

A player gives the time for one decision: that of a fixed clock, or the increment of a
bank. Each other player can give it once for a decision, so that a table of four waits
at most four times as long as its clock says. Nobody gives time to themselves, to a bot
or to autopilot, and nobody after the time has run out.
"""

from stoneage_core.errors import Code, Irregular, Refusal
from stoneage_core.events.base import Event
from stoneage_core.events.clocks import TimeAsked, TimeGiven
from stoneage_core.match.commands import JsonCommand
from stoneage_core.match.deadlines import deadline_of, has_run_out
from stoneage_core.match.recorder import Recorder, Rule, player_rule
from stoneage_core.match.state import Authorship, Evolver, TableState, change_seat
from stoneage_core.time_control import LONGEST


class AskForTime(JsonCommand, frozen=True):
    """Ask the others for more time for one's current decision."""


class GiveTime(JsonCommand, frozen=True):
    """Give the player of a ``seat`` more time for their current decision."""

    seat: int


def may_ask(table: TableState, player: int) -> bool:
    """Return whether a player is on the clock and has not asked for more time yet."""
    is_played = table.seats[player].is_played
    is_on_clock = is_played and deadline_of(table, player) is not None
    others = table.present - {player}
    return is_on_clock and bool(others) and not table.seats[player].has_asked_for_time


def may_give(table: TableState, giver: int, receiver: int) -> bool:
    """Return whether one player can give another one more time now."""
    giving, receiving = table.seats[giver], table.seats[receiver]
    return (
        giver != receiver
        and giving.is_played
        and receiving.is_played
        and deadline_of(table, receiver) is not None
        and giver not in receiving.givers
        and receiving.granted + table.control.portion <= LONGEST
    )


def ask_for_time(recorder: Recorder, command: AskForTime) -> None:
    """Raise Refusal if the player is not on the clock, or has asked already."""
    player = recorder.player
    if not may_ask(recorder.table, player):
        raise Refusal(
            Code.INVALID,
            "You can ask for more time once in a turn, while your clock is running.",
        )
    _require_time_left(recorder, player)
    recorder.record(TimeAsked(player))


def give_time(recorder: Recorder, command: GiveTime) -> None:
    """Raise Refusal if the seat is not on the clock, or got time from this player."""
    recorder.require_seat(command.seat)
    if command.seat == recorder.player:
        raise Irregular("nobody can give themselves time")
    if not may_give(recorder.table, recorder.player, command.seat):
        raise Refusal(
            Code.INVALID,
            "You can give more time once in a turn, while that player’s clock is "
            "running.",
        )
    _require_time_left(recorder, command.seat)
    seconds = recorder.table.control.portion
    recorder.record(TimeGiven(recorder.player, command.seat, seconds))


def _require_time_left(recorder: Recorder, player: int) -> None:
    if has_run_out(recorder.table, player, recorder.by.at):
        raise Refusal(Code.TOO_LATE, "That time had run out before.")


def _note_wish(table: TableState, event: TimeAsked, by: Authorship) -> TableState:
    return change_seat(table, event.player, has_asked_for_time=True, wants_time=True)


def _add_time(table: TableState, event: TimeGiven, by: Authorship) -> TableState:
    seat = table.seats[event.seat]
    return change_seat(
        table,
        event.seat,
        granted=seat.granted + event.seconds,
        givers=(*seat.givers, event.player),
        wants_time=False,
    )


#: How each command is decided.
RULES: dict[type, Rule] = {
    AskForTime: player_rule(ask_for_time),
    GiveTime: player_rule(give_time),
}

#: What each event changes.
EVOLVERS: dict[type[Event], Evolver] = {
    TimeAsked: _note_wish,
    TimeGiven: _add_time,
}
