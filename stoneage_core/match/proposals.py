"""
Proposals and votes.

Only a vote, the proposer's own or a later one, can carry or reject a proposal.
Everything else can only close it without a result.
"""

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
from stoneage_core.match.rule import SERVICE, Rule, player_rule
from stoneage_core.match.state import Authorship, OpenProposal, TableState
from stoneage_core.match.table_changes import Evolver
from stoneage_core.match.votes import (
    UNANIMOUS,
    count_votes,
    expires_at,
    voters_at,
)
from stoneage_core.time_control import TimeControl


class Propose(JsonCommand, frozen=True):
    """Make a proposal; the fields are those of ``ProposalMade``."""

    kind: ProposalKind
    sequence: Annotated[int, Meta(ge=0)] | None = None
    seat: Number | None = None
    offer: ProposalNumber | None = None
    control: TimeControl | None = None


class CastVote(JsonCommand, frozen=True):
    proposal: ProposalNumber
    agrees: bool


class ExpireProposals(JsonCommand, frozen=True):
    """Close the proposals whose voting time is over."""


def propose(recorder: Recorder, command: Propose) -> None:
    """Open a proposal; only one of each kind can be open at a time."""
    rule, table = PROPOSAL_RULES[command.kind], recorder.table
    values = {name: getattr(command, name) for name in rule.fields}
    if command != Propose(command.kind, **values):
        raise Irregular("the proposal has fields that its kind does not use")
    number = table.proposal_count + 1
    made = ProposalMade(number, recorder.player, command.kind, **values)
    rule.require(recorder, made)
    if any(
        each.made.kind is made.kind and not _is_expired(recorder, each)
        for each in table.proposals
    ):
        raise Refusal(
            Code.TOO_LATE,
            "There’s such a proposal already: vote on that one first.",
        )
    recorder.record(made)
    drop_proposals(recorder)
    _count(recorder, number)


def cast_vote(recorder: Recorder, command: CastVote) -> None:
    """Vote on an open proposal, and settle it if that decides it."""
    proposal = recorder.table.proposal(command.proposal)
    if proposal is None:
        raise Refusal(Code.TOO_LATE, "That proposal is already settled.")
    if _is_expired(recorder, proposal):
        raise Refusal(Code.TOO_LATE, "The time to vote on that proposal is over.")
    recorder.record(VoteCast(recorder.player, command.proposal, command.agrees))
    drop_proposals(recorder)
    _count(recorder, command.proposal)


def expire_proposals(recorder: Recorder, command: ExpireProposals) -> None:
    if not any(_is_expired(recorder, each) for each in recorder.table.proposals):
        raise Irregular("no proposal has expired")
    drop_proposals(recorder)


def drop_proposals(recorder: Recorder) -> None:
    """
    Close the proposals that are moot, lapsed or expired, without counting votes.

    Everything that changes who plays calls this. It does nothing while the game is
    frozen and after its end.
    """
    if recorder.table.frozen_since is not None or recorder.is_over:
        return
    for proposal in recorder.table.proposals:
        outcome = _why_closed(recorder, proposal)
        if outcome is not None:
            _settle(recorder, proposal, outcome)


def _why_closed(recorder: Recorder, proposal: OpenProposal) -> Outcome | None:
    made, table = proposal.made, recorder.table
    is_supported = made.player in table.present & proposal.votes.keys()
    if not is_supported or PROPOSAL_RULES[made.kind].is_moot(recorder, proposal):
        return Outcome.LAPSED
    if not all(_can_vote(table, proposal, voter) for voter in proposal.voters):
        return Outcome.LAPSED
    return Outcome.EXPIRED if _is_expired(recorder, proposal) else None


def _can_vote(table: TableState, proposal: OpenProposal, voter: int) -> bool:
    seat = table.seats[voter]
    may_return = proposal.made.kind in UNANIMOUS and seat.lost_at is not None
    return seat.is_played or may_return


def _is_expired(recorder: Recorder, proposal: OpenProposal) -> bool:
    return expires_at(recorder.table, proposal) <= recorder.by.at


def _count(recorder: Recorder, number: int) -> None:
    proposal = recorder.table.proposal(number)
    if proposal is None:
        return
    kind = proposal.made.kind
    asked = voters_at(recorder.table, kind, recorder.by.at)
    voters = [voter for voter in proposal.voters if voter in asked]
    outcome = count_votes(kind, proposal.votes, voters)
    if outcome is None:
        return
    _settle(recorder, proposal, outcome)
    if outcome is Outcome.CARRIED:
        PROPOSAL_RULES[kind].carry_out(recorder, proposal.made)
        drop_proposals(recorder)  # the change may have made other proposals moot


def _settle(recorder: Recorder, proposal: OpenProposal, outcome: Outcome) -> None:
    by_vote: dict[bool | None, list[int]] = {True: [], False: [], None: []}
    for player, seat in enumerate(recorder.table.seats):
        if not seat.is_automatic:
            by_vote[proposal.votes.get(player)].append(player)
    settled = ProposalSettled(
        proposal.number,
        outcome,
        agreed=tuple(by_vote[True]),
        opposed=tuple(by_vote[False]),
        silent=tuple(by_vote[None]),
    )
    recorder.record_consequence([settled])


# What each event changes


def _overtake_proposals(
    table: TableState, event: RoundStarted, by: Authorship
) -> TableState:
    proposals = tuple(replace(each, is_overtaken=True) for each in table.proposals)
    return replace(table, proposals=proposals) if proposals else table


def _add_proposal(table: TableState, event: ProposalMade, by: Authorship) -> TableState:
    proposal = OpenProposal(
        made=event,
        put_at=by.at,
        term=table.control.voting_term,
        voters=voters_at(table, event.kind, by.at),
        votes={event.player: True},
    )
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
    Propose: player_rule(propose),
    CastVote: player_rule(cast_vote),
    ExpireProposals: Rule(expire_proposals, SERVICE),
}

#: What each event changes.
EVOLVERS: dict[type[Event], Evolver] = {
    RoundStarted: _overtake_proposals,
    ProposalMade: _add_proposal,
    VoteCast: _count_vote,
    ProposalSettled: _close_proposal,
}
