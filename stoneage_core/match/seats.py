"""
Who plays a seat: its player, autopilot, or a person who took it by an offer.

There are three kinds of offers, and all end in ``SeatTaken``. The staff ask a person to
take a seat for good, or the seat's player asks a person (``OfferSeat``); that person
accepts (``TakeSeat``). Or a person offers to play a seat that autopilot holds until its
player is back, and the table votes on that (``ProposalKind.SUBSTITUTE``). The player of
a seat needs no offer to come back (``ReclaimSeat``).
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
from stoneage_core.match.recorder import (
    BY_HAND,
    NOT_THEIR_DECISION,
    STAFF,
    Recorder,
    Rule,
    player_rule,
)
from stoneage_core.match.state import (
    Authorship,
    Evolver,
    OpenOffer,
    SeatStatus,
    Source,
    TableState,
    change_seat,
    restart_clock,
)
from stoneage_core.match.votes import add_voter, drop_votes, restart_term_for
from stoneage_core.phrases import SeatName
from stoneage_core.state import Phase


class OfferSeat(JsonCommand, frozen=True):
    """
    Ask a person to take one's own seat: for good, or until one is back.

    In a rated game it is not for good, because its result counts for the player.
    """

    for_good: bool


class TakeSeat(JsonCommand, frozen=True):
    """Accept an offer by the staff or by the seat's player."""

    offer: ProposalNumber


class EntrustSeat(JsonCommand, frozen=True):
    """Leave a seat to autopilot."""


class ReclaimSeat(JsonCommand, frozen=True):
    """Take one's own seat back, from autopilot or from a substitute."""


def offer_seat(recorder: Recorder, event: SeatOffered) -> None:
    """Open an offer: for good by the staff, or for a seat that autopilot plays."""
    seat = _seat_of_a_person(recorder, event.player)
    if event.offer != recorder.table.next_offer:
        raise Irregular("offers have to be numbered in order")
    if event.by_player:
        raise Irregular("only the player of a seat asks someone by name")
    if event.for_good != (recorder.by.source is Source.STAFF):
        raise Irregular("only the staff offer a seat for good")
    if not event.for_good and not seat.is_on_autopilot:
        raise Irregular("autopilot does not play this seat")
    recorder.record(event)


def offer_own_seat(recorder: Recorder, command: OfferSeat) -> None:
    """Ask a person to take one's own seat; raise Refusal if one has asked already."""
    player, table = recorder.player, recorder.table
    if any(each.by_player and each.player == player for each in table.offers):
        raise Refusal(Code.TOO_LATE, "You’ve asked someone already.")
    if command.for_good and table.terms.rated:
        raise Irregular("in a rated game nobody gives a seat away for good")
    recorder.record(
        SeatOffered(table.next_offer, player, command.for_good, by_player=True)
    )


def withdraw_offer(recorder: Recorder, event: OfferWithdrawn) -> None:
    if recorder.table.offer(event.offer) is None:
        raise Irregular("that offer is not open")
    recorder.record(event)
    drop_proposals(recorder)


def take_seat(recorder: Recorder, command: TakeSeat) -> None:
    _seat_of_a_person(recorder, recorder.player)
    offer = recorder.table.offer(command.offer)
    if offer is None or offer.needs_vote or offer.player != recorder.player:
        raise Irregular("there is no open offer for this seat that can be accepted")
    if offer.by_player == (recorder.by.source is Source.STAFF):
        raise Irregular(NOT_THEIR_DECISION)
    recorder.record(SeatTaken(recorder.player, command.offer, offer.for_good))
    drop_proposals(recorder)


def entrust_seat(recorder: Recorder, command: EntrustSeat) -> None:
    """Leave a seat to autopilot; before the start this does not delay the start."""
    if recorder.board.phase is Phase.ENDED:
        raise Refusal(Code.GAME_OVER)
    recorder.record(SeatEntrusted(recorder.player))
    drop_proposals(recorder)


def reclaim_seat(recorder: Recorder, command: ReclaimSeat) -> None:
    seat = recorder.table.seats[recorder.player]
    if not (seat.is_on_autopilot or seat.is_substituted):
        raise Irregular(
            "{player} had not left the seat", player=SeatName(recorder.player)
        )
    recorder.record(PlayerReturned(recorder.player))
    drop_proposals(recorder)


def _seat_of_a_person(recorder: Recorder, player: int) -> SeatStatus:
    recorder.require_seat(player)
    seat = recorder.table.seats[player]
    if seat.is_automatic:
        raise Irregular("the seat of a bot cannot be taken")
    return seat


# What each event changes


def _seat_autopilot(
    table: TableState, event: AutopilotSeated | SeatEntrusted, by: Authorship
) -> TableState:
    """A player who lost the seat by the clock keeps time to come back and vote."""
    player = event.player
    is_lost = isinstance(event, AutopilotSeated)
    table = change_seat(
        table,
        player,
        is_on_autopilot=True,
        misses=0,
        granted=0,
        givers=(),
        has_asked_for_time=False,
        wants_time=False,
        lost_at=by.at if is_lost else None,
    )
    if is_lost:
        table = restart_term_for(table, player, by.at)
    return restart_clock(table, player, by.at)


def _return_player(
    table: TableState, event: PlayerReturned, by: Authorship
) -> TableState:
    """Drop the votes of a substitute and the offers to play for the player."""
    seat = table.seats[event.player]
    if seat.is_substituted:
        table = drop_votes(table, event.player)
    table = change_seat(
        table,
        event.player,
        is_on_autopilot=False,
        lost_at=None,
        # If autopilot took over from a substitute, this is the player or the
        # substitute; the seat counts as substituted until the player proves to be back.
        is_substituted=seat.is_substituted and seat.is_on_autopilot,
        misses=0,
        bank=table.control.bank_after_return(seat.bank),
    )
    offers = tuple(
        each
        for each in table.offers
        if each.player != event.player or (each.for_good and not each.by_player)
    )
    table = add_voter(replace(table, offers=offers), event.player)
    return restart_clock(table, event.player, by.at)


def _seat_person(table: TableState, event: SeatTaken, by: Authorship) -> TableState:
    """Seat another person, and drop the votes of the previous one."""
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
        # Other offers for the seat are obsolete.
        offers=tuple(each for each in table.offers if each.player != player),
    )
    return add_voter(drop_votes(table, player), player)


def _add_offer(table: TableState, event: SeatOffered, by: Authorship) -> TableState:
    offer = OpenOffer(event.offer, event.player, event.for_good, event.by_player)
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
    OfferSeat: player_rule(offer_own_seat, Source.PAGE, Source.API),
    TakeSeat: Rule(
        take_seat,
        (Source.PAGE, Source.API, Source.STAFF),
        by_player=True,
        needs_act=False,
    ),
    EntrustSeat: Rule(
        entrust_seat,
        (*BY_HAND, Source.STAFF),
        by_player=True,
        by_seated_person=True,
        needs_running=False,
        while_frozen=(Source.PAGE, Source.API, Source.STAFF),
    ),
    ReclaimSeat: Rule(
        reclaim_seat, (*BY_HAND, Source.STAFF), by_player=True, while_frozen=STAFF
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
