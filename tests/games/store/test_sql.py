"""Rows read and written without the ORM are what the ORM reads and writes."""

import pytest
from django.db import connection, models
from pytest_django import DjangoAssertNumQueries

from games.models import Game, Seat, User
from games.store.sql import RowReader, RowWriter
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


@pytest.mark.parametrize("model", [Game, Seat, OutgoingMail])
def test_values_are_written_as_the_orm_would(model: type[models.Model]) -> None:
    fields = [field for field in model._meta.concrete_fields if field.has_default()]
    values = [field.get_default() for field in fields]
    saved = RowWriter(model).saved([field.attname for field in fields], values)
    prepared = [
        field.get_db_prep_save(value, connection)
        for field, value in zip(fields, values, strict=True)
    ]
    assert list(map(repr, saved)) == list(map(repr, prepared))


def test_columns_without_a_value_are_left_out() -> None:
    rows = [(1, None, "a"), (2, None, None)]
    [insert] = RowWriter(Seat).inserts(["number", "user_id", "bot"], rows)
    assert (
        insert.text
        == 'INSERT INTO games_seat ("number", "bot") VALUES (%s, %s), (%s, %s)'
    )
    assert insert.values == [1, "a", 2, None]
    assert RowWriter(Seat).inserts(["number"], []) == []


def read(reader: RowReader, pk: int) -> models.Model:
    with connection.cursor() as cursor:
        table = reader.model._meta.db_table
        cursor.execute(f"SELECT {reader.columns} FROM {table} t WHERE id = %s", [pk])
        return reader.instance(cursor.fetchone())


def values_of(instance: models.Model) -> dict[str, object]:
    return {name: value for name, value in vars(instance).items() if name != "_state"}
