"""Facts about players and the service that a game session records in its game."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from games.clocks.hours import are_current, offsets_of
from games.decisions import seating
from games.models import Game, Seat
from games.now import zone_of_seat
from stoneage_core.events.seats import OfferWithdrawn
from stoneage_core.events.service import HoursSet, OutageRecorded
from stoneage_core.match.calendar import Span, write_moment
from stoneage_core.match.deadlines import unrecorded_outages
from stoneage_core.match.state import Match, TableState


def due_facts(
    game: Game, seats: Sequence[Seat], table: TableState, outages: Sequence[Span]
) -> Iterator[OutageRecorded | OfferWithdrawn]:
    """
    Yield what to record before a decision: outages, and offers that were closed. Takes
    one query if the log has an open offer.
    """
    for span in unrecorded_outages(table, outages):
        yield OutageRecorded(write_moment(span.begins), write_moment(span.ends))
    if table.offers:
        still_open = {offer.number for offer in seating.open_offers(game, seats)}
        for offer in table.offers:
            if offer.number not in still_open:
                yield OfferWithdrawn(offer.number)


def due_hours(
    seats: Sequence[Seat], table: TableState, now: datetime
) -> Iterator[HoursSet]:
    """
    Yield players' UTC offsets that the clock depends on and that are not recorded.
    """
    is_over = table.finished_at is not None or table.cancelled_at is not None
    if is_over or not table.control.has_hours:
        return
    for seat in seats:
        told, zone = table.seats[seat.number].offsets, zone_of_seat(seat)
        if seat.user is not None and not are_current(told, zone, now):
            offsets = [
                (write_moment(each.since), each.minutes)
                for each in offsets_of(zone, now)
            ]
            yield HoursSet(seat.number, tuple(offsets))


def needs_restore_fact(game: Game, match: Match, restored_at: datetime | None) -> bool:
    """
    Return whether a restore of the service still has to be recorded in the game. A game
    that is final or was cancelled needs no new seed.
    """
    if restored_at is None or game.created_at >= restored_at:
        return False
    if match.board.seed or match.table.cancelled_at is not None:
        return False
    told = match.table.restored_at
    return told is None or told < restored_at
