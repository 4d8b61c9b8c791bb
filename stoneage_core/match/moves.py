"""Moves and what stands for them: time-outs, going back, the beginning and the end."""

from datetime import datetime, timedelta

from stoneage_core import engine, notation
from stoneage_core.conduct import (
    DecisionTakenBack,
    GameRolledBack,
    StewardSeated,
    TimeSpent,
)
from stoneage_core.draft import Decision
from stoneage_core.errors import Code, Irregular, Refusal
from stoneage_core.evolve import evolve
from stoneage_core.match import commands as m
from stoneage_core.match.deadlines import charge_of, deadline_of, is_over
from stoneage_core.match.proposals import settle_proposals
from stoneage_core.match.recorder import Recorder
from stoneage_core.match.state import LastMove, MatchState, Source
from stoneage_core.phrases import Seat
from stoneage_core.state import Phase


def create(recorder: Recorder, command: m.Create) -> None:
    if recorder.board.version:
        raise Irregular("the game was created before")
    options = {name: getattr(command, name) for name in command.__struct_fields__}
    recorder.take(engine.create(chance=recorder.chance, **options))


def join(recorder: Recorder, command: m.Join) -> None:
    recorder.take(
        engine.join(
            recorder.board,
            recorder.player,
            command.salt_commitment,
            recorder.chance,
            own_seal=command.own_seal,
        )
    )


def start(recorder: Recorder, command: m.Start) -> None:
    if len(command.salts) != recorder.board.player_count:
        raise Irregular("there is one salt for each player")
    recorder.take(engine.start(recorder.board, command.salts, recorder.chance))


def play_move(recorder: Recorder, command: m.PlayMove) -> None:
    """Decide on the board, and take the time for it out of the bank."""
    _require_own(recorder)
    decision = engine.decide(
        recorder.board, recorder.player, command.command, recorder.chance
    )
    if not decision.state.seed:  # the seed stays the last event
        decision = _charge_bank(recorder, decision)
    recorder.take(decision, notation.to_text(command.command))


def _require_own(recorder: Recorder) -> None:
    """Raise Refusal unless the source is what plays the seat of who decides."""
    seat, source = recorder.around.seats[recorder.player], recorder.by.source
    if source is Source.AUTOMATIC:
        plays = seat.is_automatic
    elif source is Source.STEWARD:
        plays = seat.is_stewarded
    else:
        plays = seat.is_played
    if not plays:
        raise Irregular("it was not for them to decide")


def _charge_bank(recorder: Recorder, decision: Decision) -> Decision:
    """Add what a decision by hand takes; others had their answer ready."""
    player, around = recorder.player, recorder.around
    if not (recorder.by.source.is_by_hand and around.seats[player].bank):
        return decision
    most = charge_of(around, player, recorder.by.at, recorder.circumstances)
    sequence = decision.state.version + 1
    seconds = recorder.circumstances.seconds_taken(most, sequence)
    if not seconds:
        return decision
    spent = TimeSpent(player, seconds)
    return Decision((*decision.events, spent), evolve(decision.state, spent))


def time_out(recorder: Recorder, command: m.TimeOut) -> None:
    """
    Take a step of the ladder: decide for a player whose time is over.

    After as many misses in a row as the clock allows the steward keeps the seat.
    """
    player = recorder.player
    due = deadline_of(recorder.around, player, recorder.circumstances)
    if due is None and player not in recorder.around.pending:
        raise Irregular("nobody waited for {player}", player=Seat(player))
    if due is None or recorder.by.at < due:
        raise Irregular("{player}’s time cannot have run out yet", player=Seat(player))
    recorder.take(
        engine.expire(recorder.board, player, recorder.chance, command.choose)
    )
    misses = recorder.around.seats[player].misses
    if misses and recorder.around.clock.loses_seat(misses) and not recorder.is_over:
        recorder.record(StewardSeated(player, misses))
        settle_proposals(recorder)


# Going back


def take_back(recorder: Recorder, command: m.TakeBack) -> None:
    """Take back one's last move alone: in time, if nobody learned or did anything."""
    player, at = recorder.player, recorder.by.at
    window = recorder.circumstances.takeback_window(recorder.around.clock)
    last = open_move(recorder.around, player, at, window)
    if last is None or last.sequence != command.sequence:
        raise Refusal(Code.TOO_LATE, "It is too late for that.")
    then = recorder.past().match_after(command.sequence - 1).around
    if is_over(then, player, at, recorder.circumstances):
        raise Refusal(Code.TOO_LATE, "It is too late for that.")
    recorder.record(DecisionTakenBack(player, command.sequence - 1, agreed=False))
    settle_proposals(recorder)


def open_move(
    around: MatchState, player: int, at: datetime, window: float
) -> LastMove | None:
    """Return the move that a player can take back within so many seconds, if any."""
    last = around.last_move
    if last is None or last.player != player:
        return None
    return last if at < last.at + timedelta(seconds=window) else None


def roll_back(recorder: Recorder, command: m.RollBack) -> None:
    """Go back to where a decision of the game proper ended, until the seed is known."""
    board, sequence = recorder.board, command.sequence
    if board.phase is Phase.INVITATION:
        raise Irregular("the game has not begun")
    if board.seed:
        raise Irregular("the game is final: the seed of its dice is known")
    if not 0 < sequence < board.version:
        raise Irregular("it goes back to where the game is")
    try:
        then = recorder.past().match_after(sequence)
    except LookupError:
        raise Irregular("it goes back to the middle of a decision") from None
    if then.board.phase is Phase.INVITATION:
        raise Irregular("the game had not begun where it goes back to")
    recorder.record(GameRolledBack(sequence, command.banks))
    settle_proposals(recorder)


# The end


def adjudicate(recorder: Recorder, command: m.Adjudicate) -> None:
    if not command.reason.is_by_staff:
        raise Irregular("a game cannot be ended like that")
    recorder.take(engine.end(recorder.board, recorder.chance, command.reason))


def reveal_seed(recorder: Recorder, command: m.RevealSeed) -> None:
    recorder.take(engine.reveal(recorder.board, recorder.chance))
