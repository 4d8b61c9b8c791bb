"""Proposals and votes of the players, and what comes of them."""

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from stoneage_core.errors import Code, Irregular, Refusal
from stoneage_core.events.base import Event
from stoneage_core.events.proposals import (
    Outcome,
    ProposalKind,
    ProposalMade,
    ProposalSettled,
    VoteCast,
)
from stoneage_core.events.rounds import RoundStarted
from stoneage_core.fields import Number, ProposalNumber
from stoneage_core.match.commands import JsonCommand
from stoneage_core.match.proposal_kinds import PROPOSAL_RULES
from stoneage_core.match.recorder import Recorder
from stoneage_core.match.rule import Rule, own_rule
from stoneage_core.match.state import Authorship, OpenProposal, TableState
from stoneage_core.match.table_changes import Evolver
from stoneage_core.match.votes import count_votes
from stoneage_core.time_control import TimeControl


class Propose(JsonCommand, frozen=True):
    """Propose something to the others; the fields are those of ``ProposalMade``."""

    kind: ProposalKind
    sequence: Annotated[int, Meta(ge=0)] | None = None
    seat: Number | None = None
    offer: ProposalNumber | None = None
    control: TimeControl | None = None


class CastVote(JsonCommand, frozen=True):
    """Say yes or no to a proposal."""

    proposal: ProposalNumber
    agrees: bool


def propose(recorder: Recorder, command: Propose) -> None:
    """Open a proposal: one of each kind at a time."""
    rule, table = PROPOSAL_RULES[command.kind], recorder.table
    about = {name: getattr(command, name) for name in rule.about}
    if command != Propose(command.kind, **about):
        raise Irregular("it says more than what is proposed")
    number = table.proposal_count + 1
    made = ProposalMade(number, recorder.player, command.kind, **about)
    rule.require(recorder, made)
    if any(each.made.kind is made.kind for each in table.proposals):
        raise Refusal(
            Code.TOO_LATE,
            "There’s such a proposal already: vote on that one first.",
        )
    recorder.record(made)
    settle_proposals(recorder)


def cast_vote(recorder: Recorder, command: CastVote) -> None:
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
            PROPOSAL_RULES[proposal.made.kind].carry_out(recorder, proposal.made)
            # It may have changed what the others are about, and who votes.
            settle_proposals(recorder)
            return


def _outcome(recorder: Recorder, proposal: OpenProposal) -> Outcome | None:
    """Return what becomes of a proposal, which lapses with whoever made it."""
    made, present = proposal.made, recorder.table.present
    is_wanted = made.player in present & proposal.votes.keys()
    if not is_wanted or PROPOSAL_RULES[made.kind].is_moot(recorder, proposal):
        return Outcome.LAPSED
    return count_votes(made.kind, proposal.votes, present)


# What each event changes


def _overtake_proposals(
    table: TableState, event: RoundStarted, by: Authorship
) -> TableState:
    proposals = tuple(replace(each, is_overtaken=True) for each in table.proposals)
    return replace(table, proposals=proposals) if proposals else table


def _add_proposal(table: TableState, event: ProposalMade, by: Authorship) -> TableState:
    proposal = OpenProposal(event, by.at, {event.player: True})
    proposals = (*table.proposals, proposal)
    return replace(table, proposals=proposals, proposal_count=event.proposal)


def _count_vote(table: TableState, event: VoteCast, by: Authorship) -> TableState:
    proposals = tuple(
        replace(each, votes={**each.votes, event.player: event.agrees})
        if each.number == event.proposal
        else each
        for each in table.proposals
    )
    return replace(table, proposals=proposals)


def _close_proposal(
    table: TableState, event: ProposalSettled, by: Authorship
) -> TableState:
    left = tuple(each for each in table.proposals if each.number != event.proposal)
    return replace(table, proposals=left)


#: How each command is decided.
RULES: dict[type, Rule] = {
    Propose: own_rule(propose),
    CastVote: own_rule(cast_vote),
}

#: What each event changes.
EVOLVERS: dict[type[Event], Evolver] = {
    RoundStarted: _overtake_proposals,
    ProposalMade: _add_proposal,
    VoteCast: _count_vote,
    ProposalSettled: _close_proposal,
}
