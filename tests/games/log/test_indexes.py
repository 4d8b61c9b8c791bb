"""Queries over very many games and users use indexes."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import Model, Q, QuerySet, UniqueConstraint

from games.models import Game, Seat, User
from notifications.models import OutgoingMail

pytestmark = [pytest.mark.django_db, pytest.mark.only_on("postgresql")]


def plan_of(rows: QuerySet) -> str:
    """Return the query plan of a database that avoids sequential scans."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
    return rows.explain()


def test_games_of_many_people_use_an_index() -> None:
    games = Seat.objects.filter(user__in=[1, 2, 3]).values("game")
    assert "seat_user_once_a_game" in plan_of(games)


def test_unreachable_users_are_found_by_an_index() -> None:
    lost = User.objects.filter(unreachable_since__isnull=False)
    assert "user_unreachable" in plan_of(lost.order_by("unreachable_since"))


@pytest.mark.parametrize(
    ("model", "column"), [(Game, "slug"), (OutgoingMail, "dedupe_key")]
)
def test_hot_text_columns_have_one_index_for_equality_and_prefix(
    model: type[Model], column: str
) -> None:
    table = model._meta.db_table
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, table)
    of_text = {
        name: each for name, each in found.items() if each["columns"] == [column]
    }
    (index,) = [
        name for name, each in of_text.items() if each["index"] or each["unique"]
    ]
    for lookup in (column, f"{column}__startswith"):
        assert index in plan_of(model._default_manager.filter(**{lookup: "abc"}))


@pytest.mark.parametrize("app", ["games", "notifications"])
def test_every_foreign_key_has_an_index(app: str) -> None:
    """Otherwise deleting a row would scan the tables that may refer to it."""
    for model in apps.get_app_config(app).get_models():
        leading = set(leading_fields(model))
        for field in model._meta.concrete_fields:
            if field.is_relation and not field.db_index and not field.unique:
                assert field.name in leading, f"{model.__name__}.{field.name}"


def leading_fields(model: type[Model]) -> Iterator[str]:
    """Yield the first field of each index that covers all rows in which it is set."""
    unique = [
        each for each in model._meta.constraints if isinstance(each, UniqueConstraint)
    ]
    for index in [*model._meta.indexes, *unique]:
        for first in index.fields[:1]:
            is_set = Q(**{f"{first}__isnull": False})
            if index.condition in (None, is_set):
                yield first.removeprefix("-")
