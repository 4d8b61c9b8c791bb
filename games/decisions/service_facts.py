"""Facts of players and of the service, which a game session records in its game."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from games.decisions import seating
from games.models import Game, Seat
from games.now import zone_of_seat
from games.timekeeping.hours import are_right, offsets_of
from stoneage_core.events.seats import OfferWithdrawn
from stoneage_core.events.service import HoursSet, OutageRecorded
from stoneage_core.match.calendar import Span, write_moment
from stoneage_core.match.deadlines import unrecorded_outages
from stoneage_core.match.state import Match, TableState


def due_facts(
    game: Game, seats: Sequence[Seat], table: TableState, outages: Sequence[Span]
) -> Iterator[OutageRecorded | OfferWithdrawn]:
    """
    Yield what to record ahead of a decision: outages, and offers that are closed.

    One query if an offer is open by the log.
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
    """Yield the time of day where players are, if it matters and was not told yet."""
    is_over = table.finished_at is not None or table.cancelled_at is not None
    if is_over or not table.control.has_hours:
        return
    for seat in seats:
        told, zone = table.seats[seat.number].offsets, zone_of_seat(seat)
        if seat.user is not None and not are_right(told, zone, now):
            offsets = [
                (write_moment(each.since), each.minutes)
                for each in offsets_of(zone, now)
            ]
            yield HoursSet(seat.number, tuple(offsets))


def lacks_restore(game: Game, match: Match, restored_at: datetime | None) -> bool:
    """
    Whether the service was restored since a game began, and its log does not tell so.

    A game that is final, or was called off, needs no other dice.
    """
    if restored_at is None or game.created_at >= restored_at:
        return False
    if match.board.seed or match.table.cancelled_at is not None:
        return False
    told = match.table.restored_at
    return told is None or told < restored_at
