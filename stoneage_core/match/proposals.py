"""
Proposals and votes.

Only a vote, the proposer's own or a later one, can carry or reject a proposal.
Everything else can only close it without a result.
"""

from collections.abc import Callable
from typing import Annotated, NamedTuple

from msgspec import Meta
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
from stoneage_core.events.seats import SeatTaken
from stoneage_core.fields import Number, ProposalNumber
from stoneage_core.match.commands import JsonCommand
from stoneage_core.match.recorder import SERVICE, Recorder, Rule, player_rule
from stoneage_core.match.state import Authorship, Evolver, OpenProposal, TableState
from stoneage_core.match.votes import UNANIMOUS, count_votes, expires_at, voters_at
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
    for voter in proposal.voters:
        seat = table.seats[voter]
        may_return = made.kind in UNANIMOUS and seat.lost_at is not None
        if not (seat.is_played or may_return):
            return Outcome.LAPSED
    return Outcome.EXPIRED if _is_expired(recorder, proposal) else None


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


# The kinds of proposals: when one can be made, when it is moot, what it does


def _always_allowed(recorder: Recorder, made: ProposalMade) -> None:
    pass


def _never_moot(recorder: Recorder, proposal: OpenProposal) -> bool:
    return False


class ProposalRule(NamedTuple):
    #: The fields of the event that this kind uses.
    fields: tuple[str, ...]
    #: Records the consequences of a proposal that was carried.
    carry_out: Callable[[Recorder, ProposalMade], None]
    #: Raises Refusal if the proposal cannot be made.
    require: Callable[[Recorder, ProposalMade], None] = _always_allowed
    #: Returns whether there is nothing left to vote about.
    is_moot: Callable[[Recorder, OpenProposal], bool] = _never_moot


# Going back to before a decision


def _require_decision(recorder: Recorder, made: ProposalMade) -> None:
    try:
        history, began = recorder.past(), (made.sequence or 0) + 1
        step = history.step_from(began)
    except LookupError:
        step = None
    if step is None or not step.is_answer:
        raise Refusal(Code.INVALID, "No move was made there.")
    if history.is_taken_back(began):
        raise Refusal(Code.TOO_LATE, "That has been undone already.")
    voters = voters_at(recorder.table, made.kind, recorder.by.at)
    if voters == (recorder.player,):
        raise Refusal(
            Code.FORBIDDEN, "There’s no one at this table who could agree to that."
        )


def _is_overtaken(recorder: Recorder, proposal: OpenProposal) -> bool:
    # Otherwise voters could wait and see how the next round goes.
    return proposal.is_overtaken


def _take_back(recorder: Recorder, made: ProposalMade) -> None:
    assert made.sequence is not None
    decided = recorder.past().step_from(made.sequence + 1).by.player
    assert decided is not None
    back = DecisionTakenBack(decided, made.sequence, agreed=True)
    recorder.record_consequence([back])


# Letting somebody play for an absent player


def _require_offer(recorder: Recorder, made: ProposalMade) -> None:
    if not _can_substitute(recorder, made):
        raise Refusal(Code.TOO_LATE, "That offer is no longer open.")


def _is_offer_gone(recorder: Recorder, proposal: OpenProposal) -> bool:
    return not _can_substitute(recorder, proposal.made)


def _can_substitute(recorder: Recorder, made: ProposalMade) -> bool:
    table = recorder.table
    offer = table.offer(made.offer)
    if offer is None or not offer.needs_vote or offer.player != made.seat:
        return False
    return table.seats[offer.player].is_on_autopilot


def _seat_substitute(recorder: Recorder, made: ProposalMade) -> None:
    assert made.seat is not None
    assert made.offer is not None
    recorder.record_consequence([SeatTaken(made.seat, made.offer, for_good=False)])


# Ending the game as it stands


def _end(recorder: Recorder, made: ProposalMade) -> None:
    ended = engine.end(recorder.board, recorder.chance)
    recorder.record_consequence(ended.events)


# Giving the table another time control


def _require_other_control(recorder: Recorder, made: ProposalMade) -> None:
    if made.control is None:
        raise Irregular("the proposal names no time control")
    if made.control == recorder.table.control:
        raise Refusal(Code.INVALID, "That’s the pace of this table already.")


def _set_control(recorder: Recorder, made: ProposalMade) -> None:
    assert made.control is not None
    recorder.record_consequence([TimeControlSet(made.control)])


#: The rule of each kind.
PROPOSAL_RULES = {
    ProposalKind.TAKE_BACK: ProposalRule(
        ("sequence",),
        _take_back,
        require=_require_decision,
        is_moot=_is_overtaken,
    ),
    ProposalKind.SUBSTITUTE: ProposalRule(
        ("seat", "offer"),
        _seat_substitute,
        require=_require_offer,
        is_moot=_is_offer_gone,
    ),
    ProposalKind.END: ProposalRule((), _end),
    ProposalKind.TIME_CONTROL: ProposalRule(
        ("control",), _set_control, require=_require_other_control
    ),
}


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
