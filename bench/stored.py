"""R2 to R4: games in PostgreSQL, written and read by the service."""

from collections.abc import Callable

from django.db import connection, transaction
from django.db.models import Model

from bench import goals, matches
from bench.floors.rows import Rows
from bench.peers.library import Library
from bench.table import Comparison
from bench.timing import Scale, TimedCase
from games.log import positions
from games.log.stream import load_stream
from games.log.table_rows import lock_game_with_seed
from games.models import Game, StoredEvent
from stoneage_core import replay
from tests.harness.servers import Servers

#: How many events are read for R4.
READ = 500
#: How many decisions the other game has, so that its state is one of mid-game.
HALFWAY = 80
#: How many states are read in one transaction for R3.
AT_ONCE = 20

COPY_GAMES = """
INSERT INTO games_game (slug, {names})
SELECT 'copy' || lpad(number::text, 6, '0'), {names}
FROM games_game, generate_series(1, %s) AS number WHERE id = %s
"""
_COPY_EVENTS = """
INSERT INTO games_storedevent (game_id, {names})
SELECT copy.id, {values}
FROM games_storedevent AS event, games_game AS copy
WHERE event.game_id = %s AND copy.slug LIKE 'copy%%'
ORDER BY sequence, copy.id
"""


def comparisons(servers: Servers, scale: Scale) -> list[Comparison]:
    """Play the games, create the floors and return the comparisons."""
    active = matches.played_on(matches.invited_game(4), decisions=HALFWAY)
    finished = crowded(matches.played_on(matches.invited_game(2)), scale)
    floor = Rows(servers.database.url)
    floor.copy_from_service(finished.pk)
    library = Library(servers.database.url)
    data = StoredEvent.objects.filter(game=finished).order_by("sequence")
    name = library.store(data.values_list("data", flat=True))
    length = finished.version
    return [
        Comparison(
            goals.R2,
            f"finished game of {length} events rebuilt, full rules",
            "eventsourcing, its events only counted",
            TimedCase("rebuilt", rebuilding(finished)),
            TimedCase("eventsourcing", library.rebuilding(name, length)),
            "ms a game",
        ),
        Comparison(
            goals.R3,
            "present state, locked and read as for a move",
            "floor: psycopg, snapshot and 20 events",
            TimedCase("present state", restoring(active)),
            TimedCase("snapshot", floor.restoring(finished.pk)),
            "ms a state",
        ),
        Comparison(
            goals.R4,
            f"{READ} events read through Django",
            "floor: psycopg, bytea, the same events",
            TimedCase("events", reading(finished)),
            TimedCase("bytea", floor.reading(finished.pk, READ)),
            "ms a reading",
        ),
    ]


def crowded(game: Game, scale: Scale) -> Game:
    """
    Return a copy of ``game`` among many, with events on disk as in production.

    Games grow at the same time, so the events of one are not adjacent.
    """
    games = columns_of(Game, without="slug")
    events = columns_of(StoredEvent, without="game_id")
    values = [f"event.{name}" for name in events]
    with connection.cursor() as cursor:
        sql = COPY_GAMES.format(names=", ".join(games))
        cursor.execute(sql, [scale.crowd, game.pk])
        sql = _COPY_EVENTS.format(names=", ".join(events), values=", ".join(values))
        cursor.execute(sql, [game.pk])
        cursor.execute("VACUUM ANALYZE")
    return Game.objects.filter(slug__startswith="copy").order_by("pk")[0]


def columns_of(model: type[Model], *, without: str) -> list[str]:
    """Return the quoted names of a table's columns, without its primary key."""
    names = [field.column for field in model._meta.concrete_fields]
    return [f'"{name}"' for name in names if name not in ("id", without)]


def rebuilding(game: Game) -> Callable[[], int]:
    """Return a case that reads and replays all events of a game once."""

    def run() -> int:
        state = replay(load_stream(game))
        assert state.version == game.version
        return 1

    return run


def restoring(game: Game) -> Callable[[], int]:
    """
    Return a case that locks and reads a row as for a move and decodes its state,
    ``AT_ONCE`` times.

    The transaction is rolled back, because a commit is not measured here.
    """

    def run() -> int:
        with transaction.atomic():
            for _ in range(AT_ONCE):
                present = lock_game_with_seed(game.pk, skip_locked=False)
                assert positions.cached_state(present) is not None
            transaction.set_rollback(True)
        return AT_ONCE

    return run


def reading(game: Game) -> Callable[[], int]:
    """Return a case that reads and decodes the first events of a game once."""

    def run() -> int:
        assert len(load_stream(game, upto=READ)) == READ
        return 1

    return run
