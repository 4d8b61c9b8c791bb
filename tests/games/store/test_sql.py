"""Rows read and written without the ORM are what the ORM reads and writes."""

import json
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from django.db import connection, models
from pytest_django import DjangoAssertNumQueries

from games.models import Game, Seat, StoredEvent, User
from games.store.sql import RowReader, RowWriter, execute_together
from games.store.stream import LAST_SEQUENCE
from notifications.models import OutgoingMail

pytestmark = pytest.mark.both_databases


@pytest.mark.parametrize("model", [Game, Seat, User])
def test_an_instance_is_what_the_orm_makes_of_the_row(
    two_player_game: Game, model: type[models.Model]
) -> None:
    expected = model._default_manager.order_by("pk").first()
    assert expected is not None
    found = read(RowReader(model, "t"), expected.pk)
    assert values_of(found) == values_of(expected)
    assert (found._state.adding, found._state.db) == (False, expected._state.db)


def test_a_column_that_was_left_out_is_read_when_it_is_asked_for(
    two_player_game: Game, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    seat = read(
        RowReader(Seat, "t", without={"link_epoch"}), two_player_game.seats.first().pk
    )
    with django_assert_num_queries(1):
        assert seat.link_epoch == 0


def test_a_mail_is_written_as_the_orm_would(db: None, now: datetime) -> None:
    listed = [{"quoted": "“\\\"'\n"}, None, 0.5]
    mail = OutgoingMail(
        kind="x", dedupe_key="%s", listed=listed, created_at=now, due_at=now
    )
    assert_written(mail)
    assert_written(mail, once="dedupe_key", count=0)


def test_an_event_is_written_as_the_orm_would(two_player_game: Game) -> None:
    event = StoredEvent(
        game=two_player_game,
        sequence=LAST_SEQUENCE,
        type="x",
        schema_version=1,
        rules_version=1,
        data='{"text":"é\\n\\""}',
        source="page",
        request_id=UUID(int=7),
        recorded_at=datetime(2026, 7, 1, 2, 30, tzinfo=ZoneInfo("Europe/Madrid")),
    )
    assert_written(event)


@pytest.mark.only_on("postgresql")
def test_a_moment_is_the_same_whatever_zone_the_database_speaks_of(
    db: None, now: datetime
) -> None:
    mail = OutgoingMail(kind="x", dedupe_key="x", created_at=now, due_at=now)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL TIME ZONE 'Asia/Seoul'")
        write(mail)
        cursor.execute("SET LOCAL TIME ZONE 'UTC'")
    assert OutgoingMail.objects.get().due_at == now


def test_several_rows_get_each_their_own_values(
    two_player_game: Game, now: datetime
) -> None:
    first, second = two_player_game.seats.order_by("number")
    writer = RowWriter(Seat)
    names = ("id", "looked_at", "is_on_autopilot", "bot", "user_id")
    rows = [
        (second.pk, None, True, "é", None),
        (first.pk, now, False, "", first.user_id),
    ]
    assert execute_together(writer.update(names, rows, "game_id", 0)) == 0
    changed = writer.update(names, rows, "game_id", two_player_game.pk)
    assert execute_together(changed) == len(rows)
    seats = Seat.objects.order_by("-number").values_list(*names)
    assert list(seats) == rows


def test_one_row_is_changed_where_it_is_as_believed(
    two_player_game: Game, now: datetime
) -> None:
    writer, pk = RowWriter(Game), two_player_game.pk
    changes = {"started_at": now, "is_voting": True, "finished_at": None}
    assert execute_together(writer.update_one(changes, {"id": pk, "version": 0})) == 0
    believed = {"id": pk, "version": two_player_game.version}
    assert execute_together(writer.update_one(changes, believed)) == 1
    assert Game.objects.filter(pk=pk).values(*changes).get() == changes


def test_what_is_null_is_not_sent() -> None:
    [statement] = RowWriter(Seat).insert(("number", "user_id", "bot"), [(1, None, "")])
    assert json.loads(statement.values[0]) == [{"number": 1, "bot": ""}]


def test_a_statement_reads_the_same_for_any_number_of_rows() -> None:
    names = ("number", "user_id")
    [one] = RowWriter(Seat).insert(names, [(1, None)])
    [two] = RowWriter(Seat).insert(names, [(1, None), (2, 5)])
    assert one.text == two.text
    assert RowWriter(Seat).insert(names, []) == []


def assert_written(row: models.Model, once: str = "", count: int = 1) -> None:
    """Insert a row by a statement; assert that the ORM finds it as it was."""
    assert write(row, once) == count
    found = type(row)._default_manager.order_by("pk").last()
    assert found is not None
    assert values_of(found) | {"id": None} == values_of(row)


def write(row: models.Model, once: str = "") -> int:
    """Insert a row by a statement; return how many rows that were."""
    writer = RowWriter(type(row))
    names = tuple(name for name in writer.names if name != "id")
    values = [getattr(row, name) for name in names]
    [statement] = writer.insert(names, [values], once)
    return execute_together(statement)


def read(reader: RowReader, pk: int) -> models.Model:
    with connection.cursor() as cursor:
        table = reader.model._meta.db_table
        cursor.execute(f"SELECT {reader.columns} FROM {table} t WHERE id = %s", [pk])
        return reader.instance(cursor.fetchone())


def values_of(instance: models.Model) -> dict[str, object]:
    return {name: value for name, value in vars(instance).items() if name != "_state"}
