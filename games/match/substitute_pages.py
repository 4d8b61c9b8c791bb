"""Seats whose players stay away, for those who would play on."""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from games import queries
from games.decisions.seating import has_seat
from games.models import Seat, SubstituteOffer, User
from games.presentation import labels, time_control_text
from games.presentation.text import join_names, name_of
from stoneage_core.state import Phase


@dataclass(frozen=True)
class WantedRow:
    """A seat that autopilot plays; ``is_offered`` says that the reader offered."""

    slug: str
    number: int
    absent: str
    others: str
    where: str
    clock: str
    terms: str
    is_offered: bool


def substitutes_wanted(reader: User | AnonymousUser) -> tuple[WantedRow, ...]:
    """Return the seats that want a substitute, in games that are not the reader's."""
    offered = _offered(reader)
    return tuple(
        _row(seat, seat.pk in offered)
        for seat in queries.autopilot_seats()
        if not isinstance(reader, User) or not has_seat(seat.game.seats.all(), reader)
    )


def _offered(reader: User | AnonymousUser) -> set[int]:
    if not isinstance(reader, User):
        return set()
    offers = SubstituteOffer.objects.filter(user=reader, withdrawn_at=None)
    return set(offers.values_list("seat_id", flat=True))


def _row(seat: Seat, is_offered: bool) -> WantedRow:
    game = seat.game
    others = [each for each in game.seats.all() if each.number != seat.number]
    return WantedRow(
        slug=game.slug,
        number=seat.number,
        absent=name_of(seat),
        others=join_names(others),
        where=labels.round_and_phase(game.round, Phase(game.phase)),
        clock=time_control_text.preset_name_of(game.time_control),
        terms=time_control_text.terms_of(game.time_control),
        is_offered=is_offered,
    )
