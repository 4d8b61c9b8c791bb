"""``python -m bench.crowd [GAMES ...]``: does anything get slower among more games?

SQL fills the database: one game in twenty is running, the others are finished, and
there are as many people as games, two in each game. The first thousand games have their
events, too.
"""

import statistics
import sys
import time
from collections.abc import Callable
from datetime import timedelta

from django.db import connection
from django.test import Client

from tests.harness.servers import production_servers

SIZES = (1_000, 10_000, 100_000)
#: How many games have their events; how often each action is repeated, for a median.
WITH_EVENTS, TIMES = 1_000, 9

_HERE = {"Host": "127.0.0.1"}
_PEOPLE = """
INSERT INTO games_user (email, name, {names})
SELECT 'player' || n || '@crowd.example', 'Player ' || n, {names}
FROM games_user, generate_series(%s::int, %s::int) AS n WHERE id = %s
"""
_GAMES = """
INSERT INTO games_game (slug, {names}) SELECT 'crow' || lpad(n::text, 6, '0'), {names}
FROM games_game, generate_series(%s::int, %s::int) AS n
WHERE id = %s AND (n %% 20 = 0) = %s
"""
_SEATS = """
INSERT INTO games_seat (game_id, user_id, {names})
SELECT game.id, person.id, {values} FROM games_seat AS seat
    JOIN games_game AS game ON game.slug BETWEEN %s AND %s AND game.status = %s
    JOIN games_user AS person ON person.email = 'player'
        || (substr(game.slug, 5)::int + seat.number * 7) || '@crowd.example'
WHERE seat.game_id = %s
"""
_EVENTS = """
INSERT INTO games_storedevent (game_id, {names}) SELECT game.id, {values}
FROM games_storedevent AS event JOIN games_game AS game
    ON game.slug BETWEEN %s AND %s AND game.status = %s
WHERE event.game_id = %s
"""


def main() -> int:
    """Fill the database step by step, and print a line of the table for each size."""
    sizes = tuple(map(int, sys.argv[1:])) or SIZES
    with production_servers():
        crowd = CrowdedSite()
        actions = crowd.actions()
        print(f"| games | {' | '.join(f'{name}, ms' for name in actions)} |")
        print(f"|------:|{'---:|' * len(actions)}")
        filled = 0
        for size in sizes:
            crowd.fill(filled + 1, size)
            filled = size
            took = [f"{median_of(do):.1f}" for do in actions.values()]
            print(f"| {size:,} | {' | '.join(took)} |", flush=True)
    return 0


def median_of(do: Callable[[], object]) -> float:
    """Return the median duration in milliseconds, after one warm-up."""
    do()
    times = []
    for _ in range(TIMES):
        start = time.perf_counter()
        do()
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times)


class CrowdedSite:
    """A running and a finished game to copy, and the people who look at them."""

    def __init__(self) -> None:
        from bench import matches
        from games.models import User

        self.over = matches.played_on(matches.invited_game(2))
        self.runs = matches.played_on(matches.invited_game(2), decisions=40)
        self.own = matches.invited_game(2)
        staff = User.objects.create_superuser("staff@crowd.example", "secret")
        player = self.own.seats.get(number=0).user
        assert player is not None
        self.staff, self.player = Client(headers=_HERE), Client(headers=_HERE)
        self.staff.force_login(staff)
        self.player.force_login(player)

    def fill(self, first: int, last: int) -> None:
        """Add the games with these numbers."""
        from bench.stored import columns_of
        from games.models import Game, Seat, StoredEvent, User

        people = [n for n in columns_of(User, without="email") if n != '"name"']
        games = ", ".join(columns_of(Game, without="slug"))
        seats = [n for n in columns_of(Seat, without="game_id") if n != '"user_id"']
        events = columns_of(StoredEvent, without="game_id")
        host, slugs = self.own.host_id, (_slug(first), _slug(last))
        with connection.cursor() as cursor:
            filling = _PEOPLE.format(names=", ".join(people))
            cursor.execute(filling, [first + 7 * (first > 1), last + 7, host])
            for game, is_running in ((self.runs, True), (self.over, False)):
                filling = _GAMES.format(names=games)
                cursor.execute(filling, [first, last, game.pk, is_running])
                values = ", ".join(f"seat.{name}" for name in seats)
                filling = _SEATS.format(names=", ".join(seats), values=values)
                cursor.execute(filling, [*slugs, game.status, game.pk])
                if first <= WITH_EVENTS:
                    values = ", ".join(f"event.{name}" for name in events)
                    filling = _EVENTS.format(names=", ".join(events), values=values)
                    most = (_slug(first), _slug(min(last, WITH_EVENTS)))
                    cursor.execute(filling, [*most, game.status, game.pk])
            # The rows added must not be written to disk during the measurements.
            cursor.execute("VACUUM ANALYZE")
            cursor.execute("CHECKPOINT")

    def actions(self) -> dict[str, Callable[[], object]]:
        """Return the measured actions by name."""
        from django.urls import reverse

        from games import deadlines
        from games.now import database_now

        desk = reverse("moderation:dashboard")
        play = reverse("games:play", args=[self.own.slug])
        return {
            "a move": self._move,
            "page of a turn": lambda: _get(self.player, play),
            "my games": lambda: _get(self.player, reverse("games:mine")),
            "sweep": lambda: deadlines.due_seats(database_now() - timedelta(days=9)),
            "desk": lambda: _get(self.staff, desk),
            "search by address": lambda: _get(self.staff, f"{desk}?q=player77@crowd"),
            "search by name": lambda: _get(self.staff, f"{desk}?q=Player+77"),
        }

    def _move(self) -> None:
        from bench import matches

        self.own = matches.played_on(self.own, decisions=1)


def _slug(number: int) -> str:
    return f"crow{number:06}"


def _get(client: Client, address: str) -> None:
    answer = client.get(address, follow=True)
    assert answer.status_code == 200, (address, answer.status_code)


if __name__ == "__main__":
    sys.exit(main())
