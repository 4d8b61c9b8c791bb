"""What single events change of what is known around the board."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from stoneage_core.events.clocks import AbsenceDeclared, AbsenceEnded, TimeControlSet
from stoneage_core.events.proposals import ProposalMade, ProposalSettled, VoteCast
from stoneage_core.events.rounds import RoundStarted
from stoneage_core.events.seats import (
    AutopilotSeated,
    GameCancelled,
    OfferWithdrawn,
    PlayerReplaced,
    PlayerReturned,
    SeatClaimed,
    SeatEntrusted,
    SubstituteOffered,
    SubstituteSeated,
)
from stoneage_core.events.service import (
    GameRestored,
    HoursSet,
    OutageRecorded,
    PasskeysSet,
)
from stoneage_core.events.setup import GameCreated, PlayerJoined
from stoneage_core.match.calendar import Span
from stoneage_core.match.state import (
    By,
    MatchState,
    OpenProposal,
    PendingDecision,
    SeatStatus,
    StandingOffer,
)
from stoneage_core.match.zones import Offset
from stoneage_core.passkeys import digest_of


def change_seat(around: MatchState, player: int, **changes: Any) -> MatchState:
    """Return a state with other values in the status of a seat."""
    seats = list(around.seats)
    seats[player] = replace(seats[player], **changes)
    return replace(around, seats=tuple(seats))


def start_anew(
    around: MatchState, player: int, at: datetime, version: int | None = None
) -> MatchState:
    """Start the clock of a player anew, if they are awaited."""
    asked = around.pending.get(player)
    if asked is None:
        return around
    anew = PendingDecision(version or asked.version, at)
    return replace(around, pending={**around.pending, player: anew})


def _create_seats(around: MatchState, event: GameCreated, by: By) -> MatchState:
    return replace(around, seats=(SeatStatus(),) * event.player_count)


def _take_seat(around: MatchState, event: PlayerJoined, by: By) -> MatchState:
    name = event.bot.name if event.bot else ""
    return change_seat(around, event.player, bot=name, is_untimed=event.untimed)


def _overtake_proposals(around: MatchState, event: RoundStarted, by: By) -> MatchState:
    proposals = tuple(replace(each, is_overtaken=True) for each in around.proposals)
    return replace(around, proposals=proposals) if proposals else around


def _set_control(around: MatchState, event: TimeControlSet, by: By) -> MatchState:
    old, new = around.control, event.control
    seats = tuple(
        replace(seat, bank=new.bank_after_change(old, seat.bank))
        for seat in around.seats
    )
    around = replace(around, control=new, seats=seats)
    for player in around.pending:
        around = start_anew(around, player, by.at)
    return around


def _seat_autopilot(
    around: MatchState, event: AutopilotSeated | SeatEntrusted, by: By
) -> MatchState:
    around = change_seat(
        around, event.player, is_on_autopilot=True, misses=0, granted=0
    )
    return start_anew(around, event.player, by.at)


def _return_player(around: MatchState, event: PlayerReturned, by: By) -> MatchState:
    seat = around.seats[event.player]
    around = change_seat(
        around,
        event.player,
        is_on_autopilot=False,
        # Where autopilot had it from a substitute either of the two may have come.
        is_substituted=seat.is_substituted and seat.is_on_autopilot,
        misses=0,
        bank=around.control.bank_after_return(seat.bank),
    )
    return start_anew(around, event.player, by.at)


def _replace_player(
    around: MatchState, event: SubstituteSeated | PlayerReplaced, by: By
) -> MatchState:
    """Somebody else plays, whom the votes of the one before do not bind."""
    player = event.player
    seats = list(around.seats)
    seats[player] = SeatStatus(
        bank=around.control.opening,
        is_substituted=isinstance(event, SubstituteSeated),
        seen_version=seats[player].seen_version,
    )
    return replace(
        around,
        seats=tuple(seats),
        proposals=tuple(_drop_vote(each, player) for each in around.proposals),
        # Nobody else is wanted for the seat.
        offers=tuple(each for each in around.offers if each.player != player),
    )


def _drop_vote(proposal: OpenProposal, player: int) -> OpenProposal:
    votes = {each: yes for each, yes in proposal.votes.items() if each != player}
    return replace(proposal, votes=votes)


def _add_offer(around: MatchState, event: SubstituteOffered, by: By) -> MatchState:
    offer = StandingOffer(event.offer, event.player, event.by_staff)
    return replace(around, offers=(*around.offers, offer), offer_count=event.offer)


def _drop_offer(around: MatchState, event: OfferWithdrawn, by: By) -> MatchState:
    left = tuple(each for each in around.offers if each.number != event.offer)
    return replace(around, offers=left)


def _claim_seat(around: MatchState, event: SeatClaimed, by: By) -> MatchState:
    around = change_seat(around, event.player, is_untimed=False)
    return start_anew(around, event.player, by.at)


def _set_hours(around: MatchState, event: HoursSet, by: By) -> MatchState:
    """Other hours count from now on: what ran before ran by those of before."""
    new = [
        Offset(datetime.fromisoformat(since), ahead) for since, ahead in event.offsets
    ]
    before = around.seats[event.player].offsets
    asked = around.pending.get(event.player)
    if before and asked is not None:
        new[0] = Offset(by.at, new[0].minutes)
        ran = [each for each in before if each.since < by.at]
        # What counted before the present question is of no use any more.
        while len(ran) > 1 and ran[1].since <= asked.since:
            del ran[0]
        new = [*ran, *new]
    return change_seat(around, event.player, offsets=tuple(new))


def _set_passkeys(around: MatchState, event: PasskeysSet, by: By) -> MatchState:
    keys = tuple(map(digest_of, event.keys))
    return change_seat(around, event.player, passkeys=keys)


def _add_outage(around: MatchState, event: OutageRecorded, by: By) -> MatchState:
    span = Span(
        datetime.fromisoformat(event.begins), datetime.fromisoformat(event.ends)
    )
    return replace(around, outages=(*around.outages, span))


def _note_restore(around: MatchState, event: GameRestored, by: By) -> MatchState:
    return replace(around, restored_at=by.at)


def _cancel(around: MatchState, event: GameCancelled, by: By) -> MatchState:
    return replace(around, cancelled_at=by.at)


def _add_absence(around: MatchState, event: AbsenceDeclared, by: By) -> MatchState:
    span = Span(
        datetime.fromisoformat(event.begins), datetime.fromisoformat(event.ends)
    )
    away = (*around.seats[event.player].away, span)
    return change_seat(around, event.player, away=away)


def _end_absences(around: MatchState, event: AbsenceEnded, by: By) -> MatchState:
    away = past_of(around.seats[event.player].away, by.at)
    return change_seat(around, event.player, away=away)


def past_of(spans: tuple[Span, ...], at: datetime) -> tuple[Span, ...]:
    """Return what has passed of spans that end now: nothing, where none had begun."""
    kept = (span if span.ends <= at else Span(span.begins, at) for span in spans)
    return tuple(span for span in kept if span.begins < span.ends)


def _add_proposal(around: MatchState, event: ProposalMade, by: By) -> MatchState:
    proposal = OpenProposal(event, by.at, {event.player: True})
    proposals = (*around.proposals, proposal)
    return replace(around, proposals=proposals, proposal_count=event.proposal)


def _count_vote(around: MatchState, event: VoteCast, by: By) -> MatchState:
    proposals = tuple(
        replace(each, votes={**each.votes, event.player: event.agrees})
        if each.number == event.proposal
        else each
        for each in around.proposals
    )
    return replace(around, proposals=proposals)


def _close_proposal(around: MatchState, event: ProposalSettled, by: By) -> MatchState:
    left = tuple(each for each in around.proposals if each.number != event.proposal)
    return replace(around, proposals=left)


#: By types of events; those of the staff are in ``staff_evolvers``.
EVOLVERS: dict[type, Callable[[MatchState, Any, By], MatchState]] = {
    GameCreated: _create_seats,
    PlayerJoined: _take_seat,
    RoundStarted: _overtake_proposals,
    TimeControlSet: _set_control,
    AutopilotSeated: _seat_autopilot,
    SeatEntrusted: _seat_autopilot,
    PlayerReturned: _return_player,
    SubstituteSeated: _replace_player,
    PlayerReplaced: _replace_player,
    AbsenceDeclared: _add_absence,
    AbsenceEnded: _end_absences,
    ProposalMade: _add_proposal,
    VoteCast: _count_vote,
    ProposalSettled: _close_proposal,
    SubstituteOffered: _add_offer,
    OfferWithdrawn: _drop_offer,
    SeatClaimed: _claim_seat,
    HoursSet: _set_hours,
    PasskeysSet: _set_passkeys,
    OutageRecorded: _add_outage,
    GameRestored: _note_restore,
    GameCancelled: _cancel,
}
