"""Games played through the service itself: what it stores is what gets measured."""

from itertools import count
from uuid import uuid4

from games import clocks, positions, queries, services
from games.models import Game, Seat, User
from games.services.setup import AUTOMATIC, Vacancy
from games.timekeeping import DEFAULT
from stoneage_core.clock import Clock
from stoneage_core.steward import choose


def invited_game(people: int, *, automatic: int = 0, clock: Clock = DEFAULT) -> Game:
    """Return a game that has begun; all its people have accepted by now."""
    now = clocks.database_now()
    numbers = [next(_numbers) for _ in range(people)]
    addresses = [f"player{number}@example.org" for number in numbers]
    host: User = services.user_for_email(email=addresses[0], now=now)
    players: list[str | Vacancy] = [*addresses, *[AUTOMATIC] * automatic]
    game = services.game_create(host=host, players=players, now=now, clock=clock)
    for seat in queries.seats_of(game)[1:people]:
        game = services.seat_accept(seat=seat, now=now)
    return game


_numbers = count(1)


def played_on(game: Game, *, decisions: int | None = None) -> Game:
    """Return the game after so many more decisions of its people; None plays it out."""
    left = count() if decisions is None else range(decisions)
    for _ in left:
        seat = awaited_seat(game)
        if seat is None:
            break
        services.command_submit(
            seat=seat,
            command=choose(positions.state_of(game), seat.number),
            expected_version=game.version,
            request_id=uuid4(),
            now=clocks.database_now(),
        )
        game = Game.objects.get(pk=game.pk)
    return game


def awaited_seat(game: Game) -> Seat | None:
    """Return a seat whose person is to decide; None when the game is over."""
    waiting = [
        seat for seat in queries.seats_of(game) if seat.awaited_version is not None
    ]
    return waiting[0] if waiting else None
