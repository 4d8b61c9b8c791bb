"""Games played through the service itself, so that what it stores is measured."""

import os
from itertools import count
from uuid import uuid4

from games.accounts.users import user_for_email
from games.lobby.new_games import Wanted, create_game
from games.log import positions
from games.log.table_rows import read_seats
from games.models import Game, Seat, User
from games.now import database_now
from games.seats.invitations import accept_seat
from games.table.submit import submit_command
from stoneage_core.autopilot import choose
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT
from stoneage_core.terms import Terms
from stoneage_core.time_control import DEFAULT, TimeControl


def invited_game(
    people: int, *, automatic: int = 0, control: TimeControl = DEFAULT
) -> Game:
    """Return a game that has begun, because all invited players have accepted."""
    now = database_now()
    numbers = [next(_numbers) for _ in range(people)]
    addresses = [f"player{number}@example.org" for number in numbers]
    host: User = user_for_email(email=addresses[0], now=now)
    players: list[Wanted] = [*addresses, *[DEFAULT_OPPONENT] * automatic]
    game = create_game(
        host=host, players=players, now=now, terms=Terms(len(players), control)
    )
    for seat in read_seats(game)[1:people]:
        game = accept_seat(seat=seat, now=now)
    return game


#: So that parallel processes invite different people.
_numbers = count(os.getpid() * 10_000)


def played_on(game: Game, *, decisions: int | None = None) -> Game:
    """Return the game after so many more decisions; None plays it out."""
    left = count() if decisions is None else range(decisions)
    for _ in left:
        seat = awaited_seat(game)
        if seat is None:
            break
        submit_command(
            seat=seat,
            command=choose(positions.state_of(game), seat.number),
            expected_version=game.version,
            request_id=uuid4(),
            now=database_now(),
        )
        game = Game.objects.get(pk=game.pk)
    return game


def awaited_seat(game: Game) -> Seat | None:
    """Return an awaited seat, or None if the game is over."""
    waiting = [seat for seat in read_seats(game) if seat.awaited_version is not None]
    return waiting[0] if waiting else None
