"""D1 and D2: finding due seats among very many, and handling them."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import connection

from bench import goals, matches
from bench.floors.deadlines import Deadlines
from bench.table import Comparison
from bench.timing import Scale, TimedCase
from games import deadlines
from games.deadlines import expire_turn
from games.log import positions
from games.models import Game, Seat
from games.now import database_now
from games.table.submit import submit_command
from stoneage_core import Phase
from stoneage_core.autopilot import choose
from stoneage_core.time_control import DEFAULT, TimeControl
from tests.harness.servers import Servers

#: How many seats are due; one in twenty of the others is awaited, with time left.
DUE = 100
FEW = 10_000

#: Enough misses that autopilot never takes a seat, because only time-outs are measured.
PATIENT = TimeControl(time=DEFAULT.time, misses=20)

_FILL = """
INSERT INTO {schema}.games_seat (
    game_id, number, bot, namesake, invitation, link_epoch, has_orders,
    awaited_at, awaited_version, deadline_at, seen_version, is_on_autopilot,
    archived_in_time, archived_missed, archived_lost
)
SELECT n / 4, n %% 4, '', 0, 'accepted', 0, false, asked, asked_version,
    CASE
        WHEN n %% (%(count)s / %(due)s) = 0 THEN %(now)s - random() * interval '10 min'
        ELSE asked + interval '3 days'
    END,
    0, false, 0, 0, 0
FROM (
    SELECT n, CASE WHEN n %% 20 = 0 THEN 30 END AS asked_version,
        CASE WHEN n %% 20 = 0 THEN %(now)s - random() * interval '2 days' END AS asked
    FROM generate_series(1, %(count)s) AS n
) AS seats
"""


def comparisons(servers: Servers, scale: Scale) -> list[Comparison]:
    """Create the seats and the games; return the comparisons."""
    now = database_now()
    fill("few", FEW, now)
    fill("many", scale.seats, now)
    floor = Deadlines(servers.database.url)
    floor.fill(scale.seats, DUE)
    many = TimedCase("due of many", finding(now), prepare=looking_in("many"))
    few = TimedCase("due of few", finding(now), prepare=looking_in("few"))
    found = f"{DUE} due seats found among {scale.seats:,}"
    moves, time_outs = TimelyMoves(scale), TimeOuts(scale)
    return [
        Comparison(
            goals.D1,
            found,
            "floor: psycopg, partial index, found and locked",
            many,
            TimedCase("due floor", floor.finding(DUE)),
            "ms a batch",
        ),
        Comparison(goals.D1_GROWTH, found, f"among {FEW:,}", many, few, "ms a batch"),
        Comparison(
            goals.D2,
            "time-outs carried out, one after the other",
            "moves accepted by the same service, without HTTP",
            TimedCase("time-outs", time_outs.run, prepare=time_outs.prepare),
            TimedCase("moves", moves.run, prepare=moves.prepare),
            "ms a game",
        ),
    ]


def fill(schema: str, count: int, now: datetime) -> None:
    """
    Create a table of seats like the service's, with indexes, in its own schema.

    Seats of finished games are not awaited and have no deadline.
    """
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE SCHEMA {schema}")
        cursor.execute(
            f"CREATE TABLE {schema}.games_seat (LIKE public.games_seat INCLUDING ALL)"
        )
        cursor.execute(
            _FILL.format(schema=schema), {"count": count, "due": DUE, "now": now}
        )
        cursor.execute(f"VACUUM ANALYZE {schema}.games_seat")


def looking_in(schema: str) -> Callable[[], None]:
    """Return a function that makes the service see the seats of a schema."""

    def look() -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"SET search_path TO {schema}, public")

    return look


def finding(now: datetime) -> Callable[[], int]:
    """
    Return a case that runs the sweep's query for due seats once.

    Each game is locked later, in its own transaction, so that a failure stops no other.
    D2 includes that cost.
    """

    def run() -> int:
        assert len(deadlines.due_seats(now)) == DUE
        return 1

    return run


class Tables:
    """Games that take turns; each waits for a placement."""

    def __init__(self, scale: Scale) -> None:
        self.games = [
            matches.invited_game(4, control=PATIENT).pk for _ in range(scale.requests)
        ]
        self.turn = 0
        self.seat: Seat

    def prepare(self) -> None:
        """Advance the next game to a placement."""
        looking_in("public")()
        game = Game.objects.get(pk=self.games[self.turn % len(self.games)])
        while game.phase != Phase.PLACEMENT:
            game = matches.played_on(game, decisions=1)
        seat = matches.awaited_seat(game)
        assert seat is not None
        self.seat = seat
        self.turn += 1


class TimeOuts(Tables):
    """The case of D2: autopilot decides for late players."""

    def run(self) -> int:
        deadlines = self.seat.deadline_at
        assert deadlines is not None
        assert expire_turn(seat_id=self.seat.pk, now=deadlines, skip_locked=True)
        return 1


class TimelyMoves(Tables):
    """The comparison: the same decision, made in time."""

    def prepare(self) -> None:
        super().prepare()
        state = positions.state_of(self.seat.game)
        self.command = choose(state, self.seat.number, cautious=True)
        self.version = state.version

    def run(self) -> int:
        assert self.seat.awaited_at is not None
        submit_command(
            seat=self.seat,
            command=self.command,
            expected_version=self.version,
            request_id=None,
            now=self.seat.awaited_at + timedelta(minutes=5),
        )
        return 1
