"""The kinds of proposals: when one can be made, when it is moot, what it does."""

from collections.abc import Callable
from typing import NamedTuple

from stoneage_core import engine
from stoneage_core.errors import Code, Irregular, Refusal
from stoneage_core.events.clocks import TimeControlSet
from stoneage_core.events.proposals import DecisionTakenBack, ProposalKind, ProposalMade
from stoneage_core.events.seats import SeatTaken
from stoneage_core.match.recorder import Recorder
from stoneage_core.match.state import OpenProposal
from stoneage_core.match.votes import voters_at


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
    if offer is None or offer.for_good or offer.player != made.seat:
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
