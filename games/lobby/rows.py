"""A game as a row of a list."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import ngettext

from games.log import positions
from games.models import Game, Invitation, Seat, Status
from games.presentation import labels, time_control_text
from games.presentation.picture import picture_url
from games.presentation.result import result_in_words
from games.presentation.text import add_game_number, join_list, join_names, names_of


class Movers(NamedTuple):
    """The players who moved since the reader looked, and how many moves in total."""

    seats: tuple[int, ...]
    text: str


class RowSeat(NamedTuple):
    """A seat of a game that has not started, and whether somebody has joined."""

    number: int
    is_taken: bool


@dataclass(frozen=True)
class GameRow:
    """
    A game in a list. ``deadline`` and ``seat`` are the reader's own, or None.

    ``awaited`` names the other players who have to decide, and ``since`` is when the
    first of them was asked. Before the start of the game its ``seats`` are shown in
    place of the ``picture`` of its board.
    """

    url: str
    others: str
    where: str
    seat: int | None
    is_awaited: bool
    deadline: datetime | None
    clock: str
    free: int
    slug: str
    picture: str
    seat_count: int = 0
    seats: tuple[RowSeat, ...] = ()
    awaited: str = ""
    since: datetime | None = None
    movers: Movers | None = None
    result: str = ""
    has_rematch: bool = False
    #: For whom the clock is suited, if the reader does not sit in the game.
    terms: str = ""
    host_reliability: str = ""
    host_rating: int | None = None
    is_on_autopilot: bool = False
    rated: bool = False


class Known(NamedTuple):
    """Data about all games of a list, by id, read once for all rows."""

    numbers: Mapping[int, int]
    moves: Mapping[int, Counter[int]]
    rematches: frozenset[int]


def seat_row(seat: Seat, page: str, known: Known) -> GameRow:
    """Return a row for a seat of the reader, linked to the named page."""
    game, seats = seat.game, list(seat.game.seats.all())
    others = [other for other in seats if other.number != seat.number]
    number = known.numbers.get(game.pk, 1)
    asked = [other for other in others if other.is_awaited]
    return GameRow(
        url=reverse(page, args=[game.slug]),
        others=add_game_number(join_names(others), number),
        where=_where(game),
        seat=seat.number,
        is_awaited=seat.is_awaited,
        deadline=seat.deadline_at,
        free=_free(seats),
        **_common_fields(game),
        seats=_seats_before(game, seats),
        awaited=join_names(asked),
        since=min((each.awaited_at for each in asked if each.awaited_at), default=None),
        movers=_movers(known.moves.get(game.pk)),
        result=_result(game, seats),
        has_rematch=game.pk in known.rematches,
        is_on_autopilot=seat.is_on_autopilot,
        rated=game.terms.rated,
    )


def game_row(
    game: Game,
    number: int = 1,
    *,
    host_reliability: str = "",
    host_rating: int | None = None,
) -> GameRow:
    """Return a row of a game that has not started. ``number`` counts namesakes."""
    seats = list(game.seats.all())
    taken = [seat for seat in seats if seat.user_id or seat.is_automatic]
    return GameRow(
        url=reverse("games:game", args=[game.slug]),
        others=add_game_number(join_names(taken), number),
        where=_where(game),
        seat=None,
        is_awaited=False,
        deadline=None,
        free=_free(seats),
        **_common_fields(game),
        seats=_seats_before(game, seats),
        terms=time_control_text.brief_of(game.time_control),
        host_reliability=host_reliability,
        host_rating=host_rating,
        rated=game.terms.rated,
    )


def listed_row(game: Game) -> GameRow:
    """Return a row of a game that everyone may watch, without unseen moves."""
    seats = list(game.seats.all())
    return GameRow(
        url=reverse("games:game", args=[game.slug]),
        others=join_names(seats),
        where=labels.round_and_phase(game),
        seat=None,
        is_awaited=False,
        deadline=None,
        free=0,
        **_common_fields(game),
        result=_result(game, seats),
    )


def _common_fields(game: Game) -> dict[str, Any]:
    return {
        "clock": time_control_text.preset_name_of(game.time_control),
        "slug": game.slug,
        "picture": picture_url(game, "svg"),
        "seat_count": game.seat_count,
    }


def _movers(moves: Counter[int] | None) -> Movers | None:
    if not moves:
        return None
    count = moves.total()
    text = ngettext(
        "%(count)d move since you looked", "%(count)d moves since you looked", count
    )
    return Movers(tuple(sorted(moves)), text % {"count": count})


def _result(game: Game, seats: Sequence[Seat]) -> str:
    """Return who won with how many points, or '' while the game is going on."""
    if game.status != Status.FINISHED:
        return ""
    state = positions.state_of(game)
    return result_in_words(state, names_of(seats)) or join_list(
        [labels.count_points(player.score) for player in state.players]
    )


def _free(seats: Sequence[Seat]) -> int:
    return sum(seat.invitation == Invitation.OPEN for seat in seats)


def _seats_before(game: Game, seats: Sequence[Seat]) -> tuple[RowSeat, ...]:
    if game.status != Status.INVITING:
        return ()
    there = Invitation.ACCEPTED
    return tuple(RowSeat(seat.number, seat.invitation == there) for seat in seats)


def _where(game: Game) -> str:
    """Return how far a game is or, before it starts, how many have accepted."""
    if game.round:
        return labels.round_and_phase(game)
    seats = game.seats.all()
    there = sum(seat.invitation == Invitation.ACCEPTED for seat in seats)
    values = {"there": there, "all": game.seat_count}
    sentence = ngettext(
        "%(there)d of %(all)d has accepted", "%(there)d of %(all)d have accepted", there
    )
    return sentence % values
