"""The rows of a table: the game, locked for a move, its seats, and the service."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection

from games.models import Game, GameSeed, Seat, User
from games.now import clock, read_moment
from games.store.sql import RowReader, finds_row

_GAMES, _SEEDS = RowReader(Game, "g"), RowReader(GameSeed, "s")
#: What nobody asks about those who sit at a table.
_PRIVATE = {"password", "last_login", "is_superuser", "created_at"}

_SEATS, _USERS = RowReader(Seat, "s"), RowReader(User, "u", without=_PRIVATE)
#: What tells how somebody is called at a table.
_NAMING = ("id", "game_id", "number", "user_id", "bot", "namesake", "invitation")
_NAMED_SEATS = RowReader(Seat, "s", only=_NAMING)
_NAMED_USERS = RowReader(User, "u", only=("id", "name", "program"))


class ServiceMoments(NamedTuple):
    """
    Moments of the service by which a game at work reckons.

    ``outage`` is the id of the latest one, ``beat_at`` when last was swept,
    ``restored_at`` when the service was last restored from a back-up, and
    ``recorded_at`` of when the game's last event is.
    """

    outage: int | None
    beat_at: datetime | None
    restored_at: datetime | None
    recorded_at: datetime | None


def lock_game_with_seed(game_id: int, *, skip_locked: bool) -> Game:
    """
    Lock a game for this transaction; return it with its seed.

    Raise Game.DoesNotExist if it is not there or, with ``skip_locked``, not to be had.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {_GAMES.columns}, {_SEEDS.columns} FROM games_game g "
            f"JOIN games_gameseed s ON s.game_id = g.id WHERE g.id = %s "
            f"{_for_update(skip_locked)}",
            [game_id],
        )
        row = cursor.fetchone()
    if row is None:
        raise Game.DoesNotExist
    game = _GAMES.instance(row[: len(_GAMES.names)])
    game.seed = _SEEDS.instance(row[len(_GAMES.names) :])
    return game


def _for_update(skip_locked: bool) -> str:
    """Return the clause that locks rows; SQLite needs none, as it has one writer."""
    if not connection.features.has_select_for_update:
        return ""
    # Not the full lock: that one would wait for, and be waited for by, whoever writes
    # a row with a reference to the game.
    lock = "FOR NO KEY UPDATE OF g"
    return f"{lock} SKIP LOCKED" if skip_locked else lock


def seats_and_moments(game: Game) -> tuple[tuple[Seat, ...], ServiceMoments]:
    """
    Return a locked game's seats in order of number, with their users, and the moments.

    Not along with the lock: who had to wait for that one would be told of those at
    which they began to wait.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {_SEATS.columns}, {_USERS.columns}, "
            "(SELECT max(id) FROM games_outage), "
            "(SELECT max(beat_at) FROM games_heartbeat), "
            "(SELECT max(restored_at) FROM games_restoration), "
            "coalesce((SELECT recorded_at FROM games_storedevent "
            "WHERE game_id = %s AND sequence = %s), (SELECT last_recorded_at "
            "FROM games_gamearchive WHERE game_id = %s)) FROM games_seat s "
            "LEFT JOIN games_user u ON u.id = s.user_id "
            "WHERE s.game_id = %s ORDER BY s.number",
            [game.pk, game.version, game.pk, game.pk],
        )
        rows = cursor.fetchall()
    outage, *texts = rows[0][-len(ServiceMoments._fields) :]
    moments = (None if text is None else read_moment(text) for text in texts)
    seats = tuple(_seat(game, row) for row in rows)
    return seats, ServiceMoments(outage, *moments)


def read_seats(game: Game) -> tuple[Seat, ...]:
    """Return a game's seats in order of number, with their users."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {_SEATS.columns}, {_USERS.columns} FROM games_seat s "
            "LEFT JOIN games_user u ON u.id = s.user_id "
            "WHERE s.game_id = %s ORDER BY s.number",
            [game.pk],
        )
        rows = cursor.fetchall()
    return tuple(_seat(game, row) for row in rows)


def read_seats_of_others(user: User) -> Iterator[Seat]:
    """Yield who else sits in all games of a user, the oldest first: names only."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {_NAMED_SEATS.columns}, {_NAMED_USERS.columns} "
            "FROM games_seat own JOIN games_seat s ON s.game_id = own.game_id "
            "AND s.id <> own.id LEFT JOIN games_user u ON u.id = s.user_id "
            "WHERE own.user_id = %s ORDER BY s.game_id, s.number",
            [user.pk],
        )
        rows = cursor.fetchall()
    width = len(_NAMED_SEATS.names)
    for row in rows:
        seat = _NAMED_SEATS.instance(row[:width])
        if seat.user_id is not None:
            seat.user = _NAMED_USERS.instance(row[width:])
        yield seat


def game_of_seat(pk: int) -> int:
    """Return the id of a seat's game; raise Seat.DoesNotExist if it is not there."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT game_id FROM games_seat WHERE id = %s", [pk])
        row = cursor.fetchone()
    if row is None:
        raise Seat.DoesNotExist
    return int(row[0])


def has_written_orders(seat: Seat) -> bool:
    """Whether a seat has standing orders that were not put aside."""
    return finds_row(
        "SELECT 1 FROM games_seatorders WHERE seat_id = %s AND disarmed_at IS NULL",
        [seat.pk],
    )


def find_seat(pk: int, slug: str) -> tuple[Seat | None, datetime | None]:
    """Return a seat of a game with that game, its user and the time; None for none."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {clock()}, {_GAMES.columns}, {_SEATS.columns}, {_USERS.columns} "
            "FROM games_seat s JOIN games_game g ON g.id = s.game_id "
            "LEFT JOIN games_user u ON u.id = s.user_id "
            "WHERE s.id = %s AND g.slug = %s",
            [pk, slug],
        )
        row = cursor.fetchone()
    if row is None:
        return None, None
    now, *cells = row
    width = len(_GAMES.names)
    return _seat(_GAMES.instance(cells[:width]), cells[width:]), read_moment(now)


def _seat(game: Game, row: Sequence[Any]) -> Seat:
    width = len(_SEATS.names)
    seat = _SEATS.instance(row[:width])
    seat.game = game
    if seat.user_id is not None:
        seat.user = _USERS.instance(row[width : width + len(_USERS.names)])
    return seat
