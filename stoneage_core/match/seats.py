"""Who plays a seat: its player, the steward, a substitute, somebody else for good."""

from stoneage_core.conduct import (
    ClockSet,
    PlayerReplaced,
    PlayerReturned,
    SeatEntrusted,
)
from stoneage_core.errors import Irregular
from stoneage_core.match import commands as m
from stoneage_core.match.proposals import settle_proposals
from stoneage_core.match.recorder import Recorder
from stoneage_core.phrases import Seat
from stoneage_core.state import Phase


def resign(recorder: Recorder, command: m.Resign) -> None:
    """Leave a seat to the steward; a game that has not begun begins all the same."""
    if recorder.board.phase is Phase.ENDED:
        raise Irregular("the game is over")
    recorder.record(SeatEntrusted(recorder.player))
    settle_proposals(recorder)


def reclaim(recorder: Recorder, command: m.ReclaimSeat) -> None:
    """Give a seat back to its player."""
    seat = recorder.around.seats[recorder.player]
    if not (seat.is_stewarded or seat.is_substituted):
        raise Irregular("{player} was there", player=Seat(recorder.player))
    recorder.record(PlayerReturned(recorder.player))
    settle_proposals(recorder)


def replace_player(recorder: Recorder, command: m.Replace) -> None:
    """Let somebody sit down for good where a person is, or was."""
    if recorder.around.seats[recorder.player].is_automatic:
        raise Irregular("nobody can be replaced there")
    recorder.record(PlayerReplaced(recorder.player, command.offer))
    settle_proposals(recorder)


def restart_clock(recorder: Recorder, command: m.RestartClock) -> None:
    """
    Let the time of a guest run, who had all of it among automatic players.

    The clock is set anew, as it is: whoever is awaited begins with all of their time.
    """
    around = recorder.around
    people = [seat for seat in around.seats if not seat.is_automatic]
    if len(people) != 1 or around.is_claimed:
        raise Irregular("nobody had agreed to this")
    recorder.record(ClockSet(around.clock))
