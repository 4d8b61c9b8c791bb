"""What players decide among themselves: proposals, votes, and what comes of them."""

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet

from stoneage_core import engine
from stoneage_core.conduct import (
    ClockSet,
    DecisionTakenBack,
    MotionKind,
    MotionMade,
    MotionSettled,
    Outcome,
    SubstituteSeated,
    TurnTimedOut,
    VoteCast,
)
from stoneage_core.errors import Code, Irregular, Refusal
from stoneage_core.match import commands as m
from stoneage_core.match.recorder import Recorder
from stoneage_core.match.state import OpenProposal

#: What changes the game for everybody needs everybody.
UNANIMOUS = frozenset({MotionKind.TAKE_BACK, MotionKind.END, MotionKind.CLOCK})


def propose(recorder: Recorder, command: m.Propose) -> None:
    """Open a proposal: one of each kind at a time."""
    _REQUIRED[command.kind](recorder, command)
    around, kind = recorder.around, command.kind
    if any(each.made.kind is kind for each in around.proposals):
        raise Refusal(
            Code.TOO_LATE,
            "There is such a proposal already: vote on that one first.",
        )
    number = around.proposal_count + 1
    about = {name: getattr(command, name) for name in _SUBJECTS[kind]}
    recorder.record(MotionMade(number, recorder.player, kind, **about))
    settle_proposals(recorder)


def vote(recorder: Recorder, command: m.CastVote) -> None:
    """Vote on an open proposal."""
    if recorder.around.proposal(command.proposal) is None:
        raise Refusal(Code.TOO_LATE, "That proposal is settled already.")
    recorder.record(VoteCast(recorder.player, command.proposal, command.agrees))
    settle_proposals(recorder)


def settle_orphans(recorder: Recorder, command: m.SettleProposals) -> None:
    settle_proposals(recorder)


def settle_proposals(recorder: Recorder) -> None:
    """
    Carry out, reject or drop what is decided by the votes as they are now.

    In quarantine that waits for the release.
    """
    if recorder.around.frozen_since is not None or recorder.is_over:
        return
    for proposal in recorder.around.proposals:
        outcome = _outcome(recorder, proposal)
        if outcome is None:
            continue
        recorder.record_consequence([MotionSettled(proposal.number, outcome)])
        if outcome is Outcome.CARRIED:
            _CARRY_OUT[proposal.made.kind](recorder, proposal.made)
            # It may have changed what the others are about, and who votes.
            settle_proposals(recorder)
            return


def outcome_of(
    kind: MotionKind, votes: Mapping[int, bool], voters: AbstractSet[int]
) -> Outcome | None:
    """
    Return what becomes of a proposal, or None while votes can still decide it.

    ``votes`` are by player, ``voters`` those who play themselves at this moment.
    """
    cast = [votes.get(player) for player in voters]
    required = votes_needed(kind, len(cast))
    if cast.count(True) >= required:
        return Outcome.CARRIED
    return Outcome.REJECTED if len(cast) - cast.count(False) < required else None


def votes_needed(kind: MotionKind, voters: int) -> int:
    """
    Return how many of so many voters have to say yes.

    What changes the game for all needs all; a substitute needs more than half of them.
    """
    return voters if kind in UNANIMOUS else voters // 2 + 1


def _outcome(recorder: Recorder, proposal: OpenProposal) -> Outcome | None:
    if _is_moot(recorder, proposal):
        return Outcome.LAPSED
    present = recorder.around.present
    return outcome_of(proposal.made.kind, proposal.votes, present)


def _is_moot(recorder: Recorder, proposal: OpenProposal) -> bool:
    """Whether there is nothing left to vote about, or nobody who still wants it."""
    made, around = proposal.made, recorder.around
    if made.player not in around.present & proposal.votes.keys():
        return True
    if made.kind is MotionKind.SUBSTITUTE:
        return not _can_substitute(recorder, made.seat, made.offer, made.motion)
    # Nobody waits to see how the next round goes.
    return made.kind is MotionKind.TAKE_BACK and proposal.is_overtaken


def _can_substitute(
    recorder: Recorder, seat: int | None, offer: int | None, motion: int
) -> bool:
    """Whether an offer stands for a seat that the steward plays for somebody."""
    seats, sequence = recorder.around.seats, recorder.board.version + 1
    if seat is None or offer is None or seat >= len(seats):
        return False
    return seats[seat].is_stewarded and recorder.circumstances.stands(
        offer, motion=motion, sequence=sequence
    )


# What can be proposed


def _require_decision(recorder: Recorder, command: m.Propose) -> None:
    try:
        history, began = recorder.past(), (command.sequence or 0) + 1
        step = history.step_from(began)
    except LookupError:
        step = None
    if step is None or not (step.command or isinstance(step.events[0], TurnTimedOut)):
        raise Refusal(Code.IMPOSSIBLE, "No decision was made there.")
    if history.is_taken_back(began):
        raise Refusal(Code.TOO_LATE, "That was taken back already.")
    if not recorder.around.present - {recorder.player}:
        raise Refusal(
            Code.NOT_YOURS, "There is nobody at this table who could agree to that."
        )


def _require_offer(recorder: Recorder, command: m.Propose) -> None:
    motion = recorder.around.proposal_count + 1
    if not _can_substitute(recorder, command.seat, command.offer, motion):
        raise Refusal(Code.TOO_LATE, "That offer does not stand any more.")


def _require_other_clock(recorder: Recorder, command: m.Propose) -> None:
    if command.clock is None:
        raise Irregular("it does not say what is proposed")
    if command.clock == recorder.around.clock:
        raise Refusal(Code.IMPOSSIBLE, "That is the clock of this table already.")


_REQUIRED: dict[MotionKind, Callable[[Recorder, m.Propose], None]] = {
    MotionKind.TAKE_BACK: _require_decision,
    MotionKind.SUBSTITUTE: _require_offer,
    MotionKind.END: lambda recorder, command: None,
    MotionKind.CLOCK: _require_other_clock,
}
#: What a proposal of each kind is about.
_SUBJECTS: dict[MotionKind, tuple[str, ...]] = {
    MotionKind.TAKE_BACK: ("sequence",),
    MotionKind.SUBSTITUTE: ("seat", "offer"),
    MotionKind.END: (),
    MotionKind.CLOCK: ("clock",),
}


# What comes of it


def _take_back(recorder: Recorder, made: MotionMade) -> None:
    assert made.sequence is not None
    decided = recorder.past().step_from(made.sequence + 1).by.player
    assert decided is not None
    back = DecisionTakenBack(decided, made.sequence, agreed=True)
    recorder.record_consequence([back])


def _seat_substitute(recorder: Recorder, made: MotionMade) -> None:
    assert made.seat is not None
    assert made.offer is not None
    recorder.record_consequence([SubstituteSeated(made.seat, made.offer)])


def _end(recorder: Recorder, made: MotionMade) -> None:
    ended = engine.end(recorder.board, recorder.chance)
    recorder.record_consequence(ended.events)


def _set_clock(recorder: Recorder, made: MotionMade) -> None:
    assert made.clock is not None
    recorder.record_consequence([ClockSet(made.clock)])


_CARRY_OUT: dict[MotionKind, Callable[[Recorder, MotionMade], None]] = {
    MotionKind.TAKE_BACK: _take_back,
    MotionKind.SUBSTITUTE: _seat_substitute,
    MotionKind.END: _end,
    MotionKind.CLOCK: _set_clock,
}
