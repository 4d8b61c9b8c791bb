"""Proposals and votes of the players, and what comes of them."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from stoneage_core import engine
from stoneage_core.errors import Code, Irregular, Refusal
from stoneage_core.events.base import Event
from stoneage_core.events.clocks import TimeControlSet
from stoneage_core.events.proposals import (
    DecisionTakenBack,
    Outcome,
    ProposalKind,
    ProposalMade,
    ProposalSettled,
    VoteCast,
)
from stoneage_core.events.rounds import RoundStarted
from stoneage_core.events.seats import SubstituteSeated
from stoneage_core.match import commands as m
from stoneage_core.match.recorder import Recorder
from stoneage_core.match.rule import Rule, own_rule
from stoneage_core.match.state import By, OpenProposal, TableState
from stoneage_core.match.steps import Evolver
from stoneage_core.match.votes import count_votes


def propose(recorder: Recorder, command: m.Propose) -> None:
    """Open a proposal: one of each kind at a time."""
    _REQUIRED[command.kind](recorder, command)
    table, kind = recorder.table, command.kind
    if any(each.made.kind is kind for each in table.proposals):
        raise Refusal(
            Code.TOO_LATE,
            "There’s such a proposal already: vote on that one first.",
        )
    number = table.proposal_count + 1
    about = _subject_of(command)
    recorder.record(ProposalMade(number, recorder.player, kind, **about))
    settle_proposals(recorder)


def _subject_of(command: m.Propose) -> dict[str, Any]:
    """Return what a proposal is about; raise Irregular where it says more than that."""
    about = {name: getattr(command, name) for name in _SUBJECTS[command.kind]}
    if command != m.Propose(command.kind, **about):
        raise Irregular("it says more than what is proposed")
    return about


def vote(recorder: Recorder, command: m.CastVote) -> None:
    """Vote on an open proposal."""
    if recorder.table.proposal(command.proposal) is None:
        raise Refusal(Code.TOO_LATE, "That proposal is already settled.")
    recorder.record(VoteCast(recorder.player, command.proposal, command.agrees))
    settle_proposals(recorder)


def settle_proposals(recorder: Recorder) -> None:
    """
    Carry out, reject or drop what is decided by the votes as they are now.

    While the game is frozen that waits.
    """
    if recorder.table.frozen_since is not None or recorder.is_over:
        return
    for proposal in recorder.table.proposals:
        outcome = _outcome(recorder, proposal)
        if outcome is None:
            continue
        recorder.record_consequence([ProposalSettled(proposal.number, outcome)])
        if outcome is Outcome.CARRIED:
            _CARRY_OUT[proposal.made.kind](recorder, proposal.made)
            # It may have changed what the others are about, and who votes.
            settle_proposals(recorder)
            return


def _outcome(recorder: Recorder, proposal: OpenProposal) -> Outcome | None:
    if _is_moot(recorder, proposal):
        return Outcome.LAPSED
    present = recorder.table.present
    return count_votes(proposal.made.kind, proposal.votes, present)


def _is_moot(recorder: Recorder, proposal: OpenProposal) -> bool:
    """Whether there is nothing left to vote about, or nobody who still wants it."""
    made, table = proposal.made, recorder.table
    if made.player not in table.present & proposal.votes.keys():
        return True
    if made.kind is ProposalKind.SUBSTITUTE:
        return not _can_substitute(recorder, made.seat, made.offer)
    # Nobody waits to see how the next round goes.
    return made.kind is ProposalKind.TAKE_BACK and proposal.is_overtaken


def _can_substitute(recorder: Recorder, seat: int | None, offer: int | None) -> bool:
    """Whether an offer stands for a seat that autopilot plays for somebody."""
    table = recorder.table
    standing = table.offer(offer)
    if standing is None or standing.by_staff or standing.player != seat:
        return False
    return table.seats[standing.player].is_on_autopilot


# What can be proposed


def _require_decision(recorder: Recorder, command: m.Propose) -> None:
    try:
        history, began = recorder.past(), (command.sequence or 0) + 1
        step = history.step_from(began)
    except LookupError:
        step = None
    if step is None or not step.is_answer:
        raise Refusal(Code.IMPOSSIBLE, "No move was made there.")
    if history.is_taken_back(began):
        raise Refusal(Code.TOO_LATE, "That has been undone already.")
    if not recorder.table.present - {recorder.player}:
        raise Refusal(
            Code.NOT_YOURS, "There’s no one at this table who could agree to that."
        )


def _require_offer(recorder: Recorder, command: m.Propose) -> None:
    if not _can_substitute(recorder, command.seat, command.offer):
        raise Refusal(Code.TOO_LATE, "That offer is no longer open.")


def _require_other_control(recorder: Recorder, command: m.Propose) -> None:
    if command.control is None:
        raise Irregular("it does not say what is proposed")
    if command.control == recorder.table.control:
        raise Refusal(Code.IMPOSSIBLE, "That’s the pace of this table already.")


_REQUIRED: dict[ProposalKind, Callable[[Recorder, m.Propose], None]] = {
    ProposalKind.TAKE_BACK: _require_decision,
    ProposalKind.SUBSTITUTE: _require_offer,
    ProposalKind.END: lambda recorder, command: None,
    ProposalKind.TIME_CONTROL: _require_other_control,
}
#: What a proposal of each kind is about.
_SUBJECTS: dict[ProposalKind, tuple[str, ...]] = {
    ProposalKind.TAKE_BACK: ("sequence",),
    ProposalKind.SUBSTITUTE: ("seat", "offer"),
    ProposalKind.END: (),
    ProposalKind.TIME_CONTROL: ("control",),
}


# What comes of it


def _take_back(recorder: Recorder, made: ProposalMade) -> None:
    assert made.sequence is not None
    decided = recorder.past().step_from(made.sequence + 1).by.player
    assert decided is not None
    back = DecisionTakenBack(decided, made.sequence, agreed=True)
    recorder.record_consequence([back])


def _seat_substitute(recorder: Recorder, made: ProposalMade) -> None:
    assert made.seat is not None
    assert made.offer is not None
    recorder.record_consequence([SubstituteSeated(made.seat, made.offer)])


def _end(recorder: Recorder, made: ProposalMade) -> None:
    ended = engine.end(recorder.board, recorder.chance)
    recorder.record_consequence(ended.events)


def _set_control(recorder: Recorder, made: ProposalMade) -> None:
    assert made.control is not None
    recorder.record_consequence([TimeControlSet(made.control)])


_CARRY_OUT: dict[ProposalKind, Callable[[Recorder, ProposalMade], None]] = {
    ProposalKind.TAKE_BACK: _take_back,
    ProposalKind.SUBSTITUTE: _seat_substitute,
    ProposalKind.END: _end,
    ProposalKind.TIME_CONTROL: _set_control,
}


# What each event changes


def _overtake_proposals(table: TableState, event: RoundStarted, by: By) -> TableState:
    proposals = tuple(replace(each, is_overtaken=True) for each in table.proposals)
    return replace(table, proposals=proposals) if proposals else table


def _add_proposal(table: TableState, event: ProposalMade, by: By) -> TableState:
    proposal = OpenProposal(event, by.at, {event.player: True})
    proposals = (*table.proposals, proposal)
    return replace(table, proposals=proposals, proposal_count=event.proposal)


def _count_vote(table: TableState, event: VoteCast, by: By) -> TableState:
    proposals = tuple(
        replace(each, votes={**each.votes, event.player: event.agrees})
        if each.number == event.proposal
        else each
        for each in table.proposals
    )
    return replace(table, proposals=proposals)


def _close_proposal(table: TableState, event: ProposalSettled, by: By) -> TableState:
    left = tuple(each for each in table.proposals if each.number != event.proposal)
    return replace(table, proposals=left)


#: How each command is decided.
RULES: dict[type, Rule] = {
    m.Propose: own_rule(propose),
    m.CastVote: own_rule(vote),
}

#: What each event changes.
EVOLVERS: dict[type[Event], Evolver] = {
    RoundStarted: _overtake_proposals,
    ProposalMade: _add_proposal,
    VoteCast: _count_vote,
    ProposalSettled: _close_proposal,
}
