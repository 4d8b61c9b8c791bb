"""Who plays a seat: its player, autopilot, a substitute, somebody else for good."""

from msgspec.structs import replace

from stoneage_core.errors import Code, Irregular, Refusal
from stoneage_core.events.base import Event
from stoneage_core.events.seats import (
    AutopilotSeated,
    OfferWithdrawn,
    PlayerReplaced,
    PlayerReturned,
    SeatEntrusted,
    SubstituteOffered,
    SubstituteSeated,
)
from stoneage_core.fields import ProposalNumber
from stoneage_core.match.commands import JsonCommand
from stoneage_core.match.proposals import drop_proposals
from stoneage_core.match.recorder import Recorder
from stoneage_core.match.rule import BY_HAND, STAFF, Rule
from stoneage_core.match.state import (
    Authorship,
    SeatStatus,
    Source,
    StandingOffer,
    TableState,
)
from stoneage_core.match.table_changes import Evolver, change_seat, start_anew
from stoneage_core.match.votes import ask_newcomer, drop_votes, wait_for_voter
from stoneage_core.phrases import SeatName
from stoneage_core.state import Phase


class Resign(JsonCommand, frozen=True):
    """Leave a seat to autopilot."""


class ReclaimSeat(JsonCommand, frozen=True):
    """Take a seat back, from autopilot or from a substitute."""


class Replace(JsonCommand, frozen=True):
    """Sit down for good, by an invitation of the staff, where another player is."""

    offer: ProposalNumber


def resign(recorder: Recorder, command: Resign) -> None:
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


def offer_substitute(recorder: Recorder, event: SubstituteOffered) -> None:
    """Record an offer for a seat that autopilot plays, or an invitation to any."""
    seat = _seat_of_a_person(recorder, event.player)
    if event.offer != recorder.table.next_offer:
        raise Irregular("offers are counted in order")
    if event.by_staff != (recorder.by.source is Source.STAFF):
        raise Irregular("nobody else invites in the name of the staff")
    if not event.by_staff and not seat.is_on_autopilot:
        raise Irregular("this seat needs nobody")
    recorder.record(event)


def withdraw_offer(recorder: Recorder, event: OfferWithdrawn) -> None:
    """Record that an offer stands no more; what was proposed with it lapses."""
    if recorder.table.offer(event.offer) is None:
        raise Irregular("that offer does not stand")
    recorder.record(event)
    drop_proposals(recorder)


def replace_player(recorder: Recorder, command: Replace) -> None:
    """Let somebody sit down for good where a person is, or was."""
    _seat_of_a_person(recorder, recorder.player)
    offer = recorder.table.offer(command.offer)
    if offer is None or not offer.by_staff or offer.player != recorder.player:
        raise Irregular("the staff invited nobody there")
    recorder.record(PlayerReplaced(recorder.player, command.offer))
    drop_proposals(recorder)


def _seat_of_a_person(recorder: Recorder, player: int) -> SeatStatus:
    recorder.require_seat(player)
    seat = recorder.table.seats[player]
    if seat.is_automatic:
        raise Irregular("nobody can be replaced there")
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
    """A substitute's votes do not bind the player who comes back."""
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
    table = ask_newcomer(table, event.player)
    return start_anew(table, event.player, by.at)


def _replace_player(
    table: TableState, event: SubstituteSeated | PlayerReplaced, by: Authorship
) -> TableState:
    """Somebody else plays, whom the votes of the one before do not bind."""
    player = event.player
    seats = list(table.seats)
    seats[player] = SeatStatus(
        bank=table.control.opening,
        is_substituted=isinstance(event, SubstituteSeated),
        seen_version=seats[player].seen_version,
    )
    table = replace(
        table,
        seats=tuple(seats),
        # Nobody else is wanted for the seat.
        offers=tuple(each for each in table.offers if each.player != player),
    )
    return ask_newcomer(drop_votes(table, player), player)


def _add_offer(
    table: TableState, event: SubstituteOffered, by: Authorship
) -> TableState:
    offer = StandingOffer(event.offer, event.player, event.by_staff)
    return replace(table, offers=(*table.offers, offer), offer_count=event.offer)


def _drop_offer(table: TableState, event: OfferWithdrawn, by: Authorship) -> TableState:
    left = tuple(each for each in table.offers if each.number != event.offer)
    return replace(table, offers=left)


#: How each command is decided and each fact recorded.
RULES: dict[type, Rule] = {
    Resign: Rule(
        resign,
        (Source.PAGE, Source.STAFF),
        is_own=True,
        is_seated=True,
        needs_running=False,
        while_frozen=(Source.PAGE, Source.STAFF),
    ),
    ReclaimSeat: Rule(
        reclaim_seat, (*BY_HAND, Source.STAFF), is_own=True, while_frozen=STAFF
    ),
    SubstituteOffered: Rule(
        offer_substitute, (Source.SERVICE, Source.STAFF), while_frozen=STAFF
    ),
    OfferWithdrawn: Rule(
        withdraw_offer,
        (Source.SERVICE, Source.STAFF),
        needs_running=False,
        while_frozen=(Source.SERVICE, Source.STAFF),
    ),
    Replace: Rule(replace_player, STAFF, is_own=True, needs_act=False),
}

#: What each event changes.
EVOLVERS: dict[type[Event], Evolver] = {
    AutopilotSeated: _seat_autopilot,
    SeatEntrusted: _seat_autopilot,
    PlayerReturned: _return_player,
    SubstituteSeated: _replace_player,
    PlayerReplaced: _replace_player,
    SubstituteOffered: _add_offer,
    OfferWithdrawn: _drop_offer,
}
