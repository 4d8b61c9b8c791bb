"""Rows of a move, read and written without the ORM's compiler.

Accepting a move takes five statements. Compiling them anew each time costs several
times what running them does (2.5 ms of processor time against 0.5, measured on
PostgreSQL), so here they are written out; so is the reading of a stream, which takes
half the time this way. Models, columns and converters stay the ORM's. Nothing else
belongs here: all other code asks the ORM.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import connection
from django.db.models import Field, Model

from games.models import Game, GameSeed, Seat, StoredEvent, User

#: The largest number that a sequence's column can hold.
LAST_SEQUENCE = 2**31 - 1

M = TypeVar("M", bound=Model)
Convert = Callable[[Any, Any, Any], Any]


class Reader(Generic[M]):
    """The columns of a model under an alias, and how to make instances of them."""

    def __init__(self, model: type[M], alias: str) -> None:
        self.model = model
        self.fields = model._meta.concrete_fields
        self.names = [field.attname for field in self.fields]
        self.columns = ", ".join(f'{alias}."{field.column}"' for field in self.fields)
        self.alias = alias

    @cached_property
    def converters(self) -> list[tuple[int, Convert, object]]:
        """What the database's values need: position, converter, its argument."""
        found: list[tuple[int, Convert, object]] = []
        for position, field in enumerate(self.fields):
            column = field.get_col(self.alias)
            for convert in (
                *connection.ops.get_db_converters(column),
                *column.get_db_converters(connection),
            ):
                found.append((position, convert, column))
        return found

    def instance(self, row: Sequence[Any]) -> M:
        """Return the instance that a row of ``columns`` stands for."""
        values = list(row)
        for position, convert, column in self.converters:
            values[position] = convert(values[position], column, connection)
        return self.model.from_db(connection.alias, self.names, values)


_GAMES, _SEEDS = Reader(Game, "g"), Reader(GameSeed, "s")
_SEATS, _USERS = Reader(Seat, "s"), Reader(User, "u")


class Locked(NamedTuple):
    """
    A locked game, and what has to be known of the moment.

    ``outage`` is the id of the latest one, ``beat_at`` when last was swept, and
    ``recorded_at`` of when the last event is.
    """

    game: Game
    outage: int | None
    beat_at: datetime | None
    recorded_at: datetime | None


def lock_game(game_id: int, *, skip_locked: bool) -> Locked:
    """
    Lock a game for this transaction; return it with its seed.

    Raise Game.DoesNotExist if it is not there or, with ``skip_locked``, not to be had.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {_GAMES.columns}, {_SEEDS.columns}, "
            "(SELECT max(id) FROM games_outage), "
            "(SELECT max(beat_at) FROM games_heartbeat), "
            "(SELECT e.recorded_at FROM games_storedevent e "
            "WHERE e.game_id = g.id AND e.sequence = g.version) FROM games_game g "
            f"JOIN games_gameseed s ON s.game_id = g.id WHERE g.id = %s "
            f"{_for_update(skip_locked)}",
            [game_id],
        )
        row = cursor.fetchone()
    if row is None:
        raise Game.DoesNotExist
    game = _GAMES.instance(row[: len(_GAMES.names)])
    *seed, outage, beat_at, recorded_at = row[len(_GAMES.names) :]
    game.seed = _SEEDS.instance(seed)
    return Locked(game, outage, _moment(beat_at), _moment(recorded_at))


def _moment(value: datetime | str | None) -> datetime | None:
    """Return a moment that stands in no column of a model."""
    if isinstance(value, str):
        value = datetime.fromisoformat(value)
    if value is None or value.tzinfo is not None:
        return value
    return value.replace(tzinfo=UTC)  # SQLite knows no zones


def _for_update(skip_locked: bool) -> str:
    """SQLite needs no such words: a transaction that writes has it to itself."""
    if not connection.features.has_select_for_update:
        return ""
    # Not the full lock: that one would wait for, and be waited for by, whoever writes
    # a row with a reference to the game.
    lock = "FOR NO KEY UPDATE OF g"
    return f"{lock} SKIP LOCKED" if skip_locked else lock


def seats_of(game: Game) -> tuple[Seat, ...]:
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
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 1 FROM games_standingorders "
            "WHERE seat_id = %s AND disarmed_at IS NULL",
            [seat.pk],
        )
        return cursor.fetchone() is not None


def find_seat(pk: int) -> Seat | None:
    """Return a seat with its game and its user, if it is there."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {_GAMES.columns}, {_SEATS.columns}, {_USERS.columns} "
            "FROM games_seat s JOIN games_game g ON g.id = s.game_id "
            "LEFT JOIN games_user u ON u.id = s.user_id WHERE s.id = %s",
            [pk],
        )
        row = cursor.fetchone()
    if row is None:
        return None
    width = len(_GAMES.names)
    return _seat(_GAMES.instance(row[:width]), row[width:])


def _seat(game: Game, row: Sequence[Any]) -> Seat:
    seat = _SEATS.instance(row[: len(_SEATS.names)])
    seat.game = game
    if seat.user_id is not None:
        seat.user = _USERS.instance(row[len(_SEATS.names) :])
    return seat


def read_events(
    game: Game, *, after: int, upto: int | None
) -> list[tuple[str, int, str]]:
    """Return type, schema version and data of a game's events, in order."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT type, schema_version, data FROM games_storedevent "
            "WHERE game_id = %s AND sequence > %s AND sequence <= %s ORDER BY sequence",
            [game.pk, after, LAST_SEQUENCE if upto is None else upto],
        )
        rows: list[tuple[str, int, str]] = cursor.fetchall()
    return rows


def insert_events(events: Sequence[StoredEvent]) -> None:
    """Insert events, in one statement unless the database takes fewer parameters."""
    fields = [
        field for field in StoredEvent._meta.concrete_fields if field.column != "id"
    ]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    marks = f"({', '.join(['%s'] * len(fields))})"
    most = (connection.features.max_query_params or 30_000) // len(fields)
    with connection.cursor() as cursor:
        for start in range(0, len(events), most):
            part = events[start : start + most]
            cursor.execute(
                f"INSERT INTO games_storedevent ({columns}) "
                f"VALUES {', '.join([marks] * len(part))}",
                [
                    _saved(field, getattr(event, field.attname))
                    for event in part
                    for field in fields
                ],
            )


def update_game(game: Game, columns: Mapping[str, Any]) -> bool:
    """Write columns of a game if it still has ``game.version``; return whether so."""
    assignments = ", ".join(f'"{name}" = %s' for name in columns)
    values = [_saved(_column(Game, name), value) for name, value in columns.items()]
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE games_game SET {assignments} WHERE id = %s AND version = %s",
            [*values, game.pk, game.version],
        )
        return bool(cursor.rowcount == 1)


def update_seats(seats: Sequence[Seat], names: Iterable[str]) -> None:
    """Write some columns of several seats in one statement."""
    assignments, values = [], []
    for name in names:
        field = _column(Seat, name)
        whens = " ".join(["WHEN %s THEN %s"] * len(seats))
        # ELSE is never reached; it tells PostgreSQL the type of a case all NULL.
        assignments.append(f'"{name}" = CASE id {whens} ELSE "{name}" END')
        for seat in seats:
            values += [seat.pk, _saved(field, getattr(seat, name))]
    marks = ", ".join(["%s"] * len(seats))
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE games_seat SET {', '.join(assignments)} WHERE id IN ({marks})",
            [*values, *(seat.pk for seat in seats)],
        )


def _column(model: type[Model], name: str) -> "Field[Any, Any]":
    field = model._meta.get_field(name)
    assert isinstance(field, Field)
    return field


def _saved(field: "Field[Any, Any]", value: Any) -> Any:
    return field.get_db_prep_save(value, connection=connection)
