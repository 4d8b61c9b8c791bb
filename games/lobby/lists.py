"""Lists of games as the pages show them, a row for each."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.translation import ngettext

from games import queries
from games.models import Game, Invitation, Seat, User
from games.presentation import labels, time_control_text
from games.presentation.text import add_game_number, game_numbers, join_names
from stoneage_core.state import Phase


@dataclass(frozen=True)
class GameRow:
    """A game in a list; ``deadline`` is the reader's own, ``seat`` theirs or None."""

    url: str
    others: str
    where: str
    seat: int | None
    is_awaited: bool
    deadline: datetime | None
    clock: str
    free: int
    slug: str
    #: All that the clock does; of games in which the reader does not sit yet.
    terms: str = ""
    is_stewarded: bool = False


@dataclass(frozen=True)
class MyGames:
    """A user's games, what waits for them first."""

    awaiting: tuple[GameRow, ...]
    running: tuple[GameRow, ...]
    invitations: tuple[GameRow, ...]
    waiting: tuple[GameRow, ...]
    lent: tuple[GameRow, ...]
    finished: tuple[GameRow, ...]

    @property
    def is_empty(self) -> bool:
        rows = self.awaiting + self.running + self.invitations + self.waiting
        return not (rows or self.lent or self.finished)


def my_games(user: User) -> MyGames:
    """Return all lists of the page 'my games'."""
    numbers = game_numbers(user)
    rows = partial(_rows, numbers=numbers)
    active = rows(queries.active_seats(user), "games:play")
    hosted = [
        _game_row(game, numbers.get(game.pk, 1)) for game in queries.hosted_games(user)
    ]
    waiting = rows(queries.waiting_seats(user), "games:game")
    known = {row.slug for row in hosted}
    return MyGames(
        awaiting=tuple(row for row in active if row.is_awaited),
        running=tuple(row for row in active if not row.is_awaited),
        invitations=rows(queries.invited_seats(user), "games:game"),
        waiting=(*hosted, *(row for row in waiting if row.slug not in known)),
        lent=rows(queries.lent_seats(user), "games:return_seat"),
        finished=rows(queries.finished_seats(user), "games:result"),
    )


def open_games(user: User | AnonymousUser, limit: int = 50) -> tuple[GameRow, ...]:
    """Return the games with an open seat in which ``user`` does not sit yet."""
    games = queries.open_games(limit=limit)
    return tuple(_game_row(game) for game in games if not _sits(game, user))


def _sits(game: Game, user: User | AnonymousUser) -> bool:
    return any(seat.user_id == user.pk for seat in game.seats.all() if seat.user_id)


def _rows(
    seats: Iterable[Seat], page: str, *, numbers: Mapping[int, int]
) -> tuple[GameRow, ...]:
    return tuple(_seat_row(seat, page, numbers.get(seat.game_id, 1)) for seat in seats)


def _seat_row(seat: Seat, page: str, number: int) -> GameRow:
    """Return a row of somebody's game; ``number`` tells it from others like it."""
    game, seats = seat.game, list(seat.game.seats.all())
    others = [other for other in seats if other.number != seat.number]
    return GameRow(
        url=reverse(page, args=[game.slug]),
        others=add_game_number(join_names(others), number),
        where=_where(game),
        seat=seat.number,
        is_awaited=seat.awaited_at is not None and not seat.is_stewarded,
        deadline=seat.deadline_at,
        clock=time_control_text.name_of(game.clock),
        free=_free(seats),
        slug=game.slug,
        is_stewarded=seat.is_stewarded,
    )


def _game_row(game: Game, number: int = 1) -> GameRow:
    seats = list(game.seats.all())
    taken = [seat for seat in seats if seat.user_id or seat.is_automatic]
    return GameRow(
        url=reverse("games:game", args=[game.slug]),
        others=add_game_number(join_names(taken), number),
        where=_where(game),
        seat=None,
        is_awaited=False,
        deadline=None,
        clock=time_control_text.name_of(game.clock),
        free=_free(seats),
        slug=game.slug,
        terms=time_control_text.terms_of(game.clock),
    )


def _free(seats: Sequence[Seat]) -> int:
    return sum(seat.invitation == Invitation.OPEN for seat in seats)


def _where(game: Game) -> str:
    """Say how far a game is."""
    if not game.round:
        return _answers(game)
    return labels.round_and_phase(game.round, Phase(game.phase))


def _answers(game: Game) -> str:
    """Say how many have accepted."""
    seats = game.seats.all()
    there = sum(seat.invitation == Invitation.ACCEPTED for seat in seats)
    values = {"there": there, "all": game.seat_count}
    sentence = ngettext(
        "%(there)d of %(all)d has accepted", "%(there)d of %(all)d have accepted", there
    )
    return sentence % values
