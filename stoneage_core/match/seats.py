"""
Who plays a seat: its player, autopilot, or somebody who takes it by an offer.

An offer names a seat and takes two sides. Either the staff ask somebody to take a seat
for good, and that person answers (``TakeSeat``). Or somebody offers to play a seat that
autopilot plays until its player is back, and the table votes (``ProposalKind``). Both
end in ``SeatTaken``. Its player needs no offer to come back (``ReclaimSeat``).
"""

from msgspec.structs import replace

from stoneage_core.errors import Code, Irregular, Refusal
from stoneage_core.events.base import Event
from stoneage_core.events.seats import (
    AutopilotSeated,
    OfferWithdrawn,
    PlayerReturned,
    SeatEntrusted,
    SeatOffered,
    SeatTaken,
)
from stoneage_core.fields import ProposalNumber
from stoneage_core.match.commands import JsonCommand
from stoneage_core.match.proposals import drop_proposals
from stoneage_core.match.recorder import Recorder
from stoneage_core.match.rule import BY_HAND, STAFF, Rule
from stoneage_core.match.state import (
    Authorship,
    OpenOffer,
    SeatStatus,
    Source,
    TableState,
)
from stoneage_core.match.table_changes import Evolver, change_seat, start_anew
from stoneage_core.match.votes import ask_newcomer, drop_votes, wait_for_voter
from stoneage_core.phrases import SeatName
from stoneage_core.state import Phase


class TakeSeat(JsonCommand, frozen=True):
    """Take a seat for good, as the person whom the staff asked."""

    offer: ProposalNumber


class EntrustSeat(JsonCommand, frozen=True):
    """Leave a seat to autopilot."""


class ReclaimSeat(JsonCommand, frozen=True):
    """Take one's own seat back, from autopilot or from a substitute."""


def offer_seat(recorder: Recorder, event: SeatOffered) -> None:
    """Record that somebody may play a seat: any, or one that autopilot plays."""
    seat = _seat_of_a_person(recorder, event.player)
    if event.offer != recorder.table.next_offer:
        raise Irregular("offers are counted in order")
    if event.for_good != (recorder.by.source is Source.STAFF):
        raise Irregular("the staff alone offer a seat for good")
    if not event.for_good and not seat.is_on_autopilot:
        raise Irregular("this seat needs nobody")
    recorder.record(event)


def withdraw_offer(recorder: Recorder, event: OfferWithdrawn) -> None:
    """Record that an offer is closed; a proposal about it lapses."""
    if recorder.table.offer(event.offer) is None:
        raise Irregular("that offer is not open")
    recorder.record(event)
    drop_proposals(recorder)


def take_seat(recorder: Recorder, command: TakeSeat) -> None:
    """Let the person whom the staff asked play the seat for good."""
    _seat_of_a_person(recorder, recorder.player)
    offer = recorder.table.offer(command.offer)
    if offer is None or not offer.for_good or offer.player != recorder.player:
        raise Irregular("the staff asked nobody to take this seat")
    recorder.record(SeatTaken(recorder.player, command.offer, for_good=True))
    drop_proposals(recorder)


def entrust_seat(recorder: Recorder, command: EntrustSeat) -> None:
    """Leave a seat to autopilot; a game that has not begun begins all the same."""
    if recorder.board.phase is Phase.ENDED:
        raise Refusal(Code.GAME_OVER)
    recorder.record(SeatEntrusted(recorder.player))
    drop_proposals(recorder)


def reclaim_seat(recorder: Recorder, command: ReclaimSeat) -> None:
    """Give a seat back to its player."""
    seat = recorder.table.seats[recorder.player]
    if not (seat.is_on_autopilot or seat.is_substituted):
        raise Irregular("{player} was there", player=SeatName(recorder.player))
    recorder.record(PlayerReturned(recorder.player))
    drop_proposals(recorder)


def _seat_of_a_person(recorder: Recorder, player: int) -> SeatStatus:
    recorder.require_seat(player)
    seat = recorder.table.seats[player]
    if seat.is_automatic:
        raise Irregular("nobody can take the seat of a bot")
    return seat


# What each event changes


def _seat_autopilot(
    table: TableState, event: AutopilotSeated | SeatEntrusted, by: Authorship
) -> TableState:
    """A player who lost the seat by the clock has time to come back and vote."""
    player = event.player
    is_lost = isinstance(event, AutopilotSeated)
    table = change_seat(
        table,
        player,
        is_on_autopilot=True,
        misses=0,
        granted=0,
        lost_at=by.at if is_lost else None,
    )
    if is_lost:
        table = wait_for_voter(table, player, by.at)
    return start_anew(table, player, by.at)


def _return_player(
    table: TableState, event: PlayerReturned, by: Authorship
) -> TableState:
    """A substitute's votes do not bind the player, who needs no substitute now."""
    seat = table.seats[event.player]
    if seat.is_substituted:
        table = drop_votes(table, event.player)
    table = change_seat(
        table,
        event.player,
        is_on_autopilot=False,
        lost_at=None,
        # Where autopilot had it from a substitute either of the two may have come.
        is_substituted=seat.is_substituted and seat.is_on_autopilot,
        misses=0,
        bank=table.control.bank_after_return(seat.bank),
    )
    offers = tuple(
        each for each in table.offers if each.for_good or each.player != event.player
    )
    table = ask_newcomer(replace(table, offers=offers), event.player)
    return start_anew(table, event.player, by.at)


def _seat_person(table: TableState, event: SeatTaken, by: Authorship) -> TableState:
    """Somebody else plays, and the votes of the one before do not bind them."""
    player = event.player
    seats = list(table.seats)
    seats[player] = SeatStatus(
        bank=table.control.opening,
        is_substituted=not event.for_good,
        seen_version=seats[player].seen_version,
    )
    table = replace(
        table,
        seats=tuple(seats),
        # Nobody else is wanted for the seat.
        offers=tuple(each for each in table.offers if each.player != player),
    )
    return ask_newcomer(drop_votes(table, player), player)


def _add_offer(table: TableState, event: SeatOffered, by: Authorship) -> TableState:
    offer = OpenOffer(event.offer, event.player, event.for_good)
    return replace(table, offers=(*table.offers, offer), offer_count=event.offer)


def _drop_offer(table: TableState, event: OfferWithdrawn, by: Authorship) -> TableState:
    left = tuple(each for each in table.offers if each.number != event.offer)
    return replace(table, offers=left)


#: How each command is decided and each fact recorded.
RULES: dict[type, Rule] = {
    SeatOffered: Rule(offer_seat, (Source.SERVICE, Source.STAFF), while_frozen=STAFF),
    OfferWithdrawn: Rule(
        withdraw_offer,
        (Source.SERVICE, Source.STAFF),
        needs_running=False,
        while_frozen=(Source.SERVICE, Source.STAFF),
    ),
    TakeSeat: Rule(take_seat, STAFF, is_own=True, needs_act=False),
    EntrustSeat: Rule(
        entrust_seat,
        (Source.PAGE, Source.STAFF),
        is_own=True,
        is_seated=True,
        needs_running=False,
        while_frozen=(Source.PAGE, Source.STAFF),
    ),
    ReclaimSeat: Rule(
        reclaim_seat, (*BY_HAND, Source.STAFF), is_own=True, while_frozen=STAFF
    ),
}

#: What each event changes.
EVOLVERS: dict[type[Event], Evolver] = {
    AutopilotSeated: _seat_autopilot,
    SeatEntrusted: _seat_autopilot,
    PlayerReturned: _return_player,
    SeatOffered: _add_offer,
    OfferWithdrawn: _drop_offer,
    SeatTaken: _seat_person,
}
