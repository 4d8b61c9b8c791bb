"""Moves on the board, take-backs, and roll-backs by the staff."""

from datetime import datetime, timedelta

from msgspec.structs import replace

from stoneage_core import engine
from stoneage_core.errors import Code, Irregular, Refusal
from stoneage_core.events.clocks import TimeSpent
from stoneage_core.events.proposals import DecisionTakenBack
from stoneage_core.events.staff import GameRolledBack
from stoneage_core.evolve import evolve
from stoneage_core.fields import Sequence
from stoneage_core.match.commands import JsonCommand, PlayMove
from stoneage_core.match.deadlines import charge_of, has_run_out
from stoneage_core.match.proposals import drop_proposals
from stoneage_core.match.recorder import (
    BY_HAND,
    NOT_THEIR_DECISION,
    STAFF,
    Recorder,
    Rule,
)
from stoneage_core.match.state import LastMove, Source, TableState
from stoneage_core.rules.draft import Decision
from stoneage_core.state import Phase


class TakeBack(JsonCommand, frozen=True):
    """Take back one's last move without a vote; it began with event ``sequence``."""

    sequence: Sequence


def play_move(recorder: Recorder, command: PlayMove) -> None:
    """Decide a move on the board, and charge the player's time bank for it."""
    _require_plays_seat(recorder)
    decision = engine.decide(
        recorder.board, recorder.player, command.command, recorder.chance
    )
    player, table = recorder.player, recorder.table
    is_charged = recorder.by.source.is_by_hand and table.seats[player].bank
    # The event with the seed has to be the last one.
    if is_charged and not decision.state.seed:
        seconds = charge_of(table, player, recorder.by.at)
        if seconds:
            spent = TimeSpent(player, seconds)
            state = evolve(decision.state, spent)
            decision = Decision((*decision.events, spent), state)
    recorder.record_decision(decision)


def _require_plays_seat(recorder: Recorder) -> None:
    seat, source = recorder.table.seats[recorder.player], recorder.by.source
    if source is Source.AUTOMATIC:
        plays = seat.is_automatic
    elif source is Source.AUTOPILOT:
        # Autopilot also replaces a bot that fails to decide.
        plays = seat.is_on_autopilot or seat.is_automatic
    else:
        plays = seat.is_played
    if not plays:
        raise Irregular(NOT_THEIR_DECISION)


def take_back(recorder: Recorder, command: TakeBack) -> None:
    """
    Take back the player's last move without a vote.

    Raise Refusal if the take-back window has closed, if the game went on or chance
    revealed something since, or if the player's time would have run out.
    """
    player, at = recorder.player, recorder.by.at
    last = open_move(recorder.table, player, at, source=recorder.by.source)
    if last is None or last.sequence != command.sequence:
        raise Refusal(Code.TOO_LATE)
    then = recorder.past().match_after(command.sequence - 1).table
    then = replace(then, outages=recorder.table.outages)
    if has_run_out(then, player, at):
        raise Refusal(Code.TOO_LATE)
    recorder.record(DecisionTakenBack(player, command.sequence - 1, agreed=False))
    drop_proposals(recorder)


def open_move(
    table: TableState, player: int, at: datetime, *, source: Source
) -> LastMove | None:
    """
    Return the move that a player can take back without a vote, or None.

    Replies to emails have more time than the page (``source``).
    """
    last, control = table.last_move, table.control
    if last is None or last.player != player:
        return None
    seconds = control.takeback_window
    if source is Source.REPLY:
        seconds = control.takeback_window_by_reply
    return last if at < last.at + timedelta(seconds=seconds) else None


def roll_back(recorder: Recorder, event: GameRolledBack) -> None:
    """
    Go back to the end of an earlier decision and restore the banks of that time.

    This is possible after the start and until the seed is revealed.
    """
    board, sequence = recorder.board, event.sequence
    if board.phase is Phase.INVITATION:
        raise Refusal(Code.NOT_STARTED)
    recorder.require_sealed()
    if not 0 < sequence < board.version:
        raise Irregular("a game can only go back to an earlier event")
    try:
        then = recorder.past().match_after(sequence)
    except LookupError:
        raise Irregular("a game cannot go back to the middle of a decision") from None
    if then.board.phase is Phase.INVITATION:
        raise Irregular("a game cannot go back to before its start")
    recorder.record(event)
    drop_proposals(recorder)


#: How each command is decided and each fact recorded.
RULES: dict[type, Rule] = {
    PlayMove: Rule(
        play_move,
        (*BY_HAND, Source.ORDERS, Source.AUTOMATIC, Source.AUTOPILOT, Source.STAFF),
        by_player=True,
    ),
    TakeBack: Rule(take_back, BY_HAND, by_player=True),
    GameRolledBack: Rule(roll_back, STAFF, needs_running=False, while_frozen=STAFF),
}
