"""The database refuses to change stored events."""

import importlib
from hashlib import sha256
from pathlib import Path

import pytest
from django.db import DatabaseError, connection, transaction

from games.log import stream
from games.migrations.sql import append_only_1
from games.models import Game, StoredEvent
from tests.support.triggers import without_triggers

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def refused(statement: str, *parameters: object) -> str:
    """Execute a statement without the ORM. Return how the database refused it."""
    with (
        pytest.raises(DatabaseError) as caught,
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement, parameters)
    return str(caught.value)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games_storedevent SET data = '{}' WHERE sequence = 1",
        "DELETE FROM games_storedevent WHERE sequence = 1",
        "DELETE FROM games_storedevent",
    ],
    ids=["update one", "delete one", "delete all"],
)
def test_stored_events_cannot_be_changed(two_player_game: Game, statement: str) -> None:
    assert stream.APPEND_ONLY_ERROR in refused(statement)


def test_model_cannot_change_an_event(two_player_game: Game) -> None:
    event = StoredEvent.objects.get(game=two_player_game, sequence=1)
    event.command = "forest 7"
    with pytest.raises(DatabaseError), transaction.atomic():
        event.save()


def test_model_cannot_delete_an_event(two_player_game: Game) -> None:
    with pytest.raises(DatabaseError), transaction.atomic():
        StoredEvent.objects.filter(game=two_player_game).delete()


def test_game_with_events_cannot_be_deleted(two_player_game: Game) -> None:
    with pytest.raises(DatabaseError), transaction.atomic():
        two_player_game.delete()


@pytest.mark.only_on("postgresql")
def test_table_cannot_be_truncated(two_player_game: Game) -> None:
    connection.check_constraints()  # nothing is left to be checked at the end
    assert stream.APPEND_ONLY_ERROR in refused("TRUNCATE games_storedevent")


@pytest.mark.only_on("sqlite")
@pytest.mark.parametrize("key", ["id", "sequence"])
def test_insert_cannot_replace_an_event(two_player_game: Game, key: str) -> None:
    columns = [field.column for field in StoredEvent._meta.fields]
    values = [
        {"id": "id + 1000", "data": "'{}'"}.get(column, column)
        if key == "sequence"
        else {"sequence": "sequence + 1000", "data": "'{}'"}.get(column, column)
        for column in columns
    ]
    reason = refused(
        f"INSERT OR REPLACE INTO games_storedevent ({', '.join(columns)}) "
        f"SELECT {', '.join(values)} FROM games_storedevent WHERE sequence = 1"
    )
    assert stream.APPEND_ONLY_ERROR in reason


def test_unknown_database_is_refused_in_a_sentence() -> None:
    class Oracle:
        vendor = "oracle"

    with pytest.raises(NotImplementedError, match="use PostgreSQL or SQLite"):
        append_only_1.install(Oracle())  # type: ignore[arg-type]


def test_triggers_can_be_lifted_and_restored(two_player_game: Game) -> None:
    with without_triggers():
        pass
    assert stream.APPEND_ONLY_ERROR in refused("DELETE FROM games_storedevent")


#: Hashes of the SQL that released migrations have run.
FROZEN = {
    "append_only_1": "0c51c9736ceda553246f556645b6169e841279fdaffbbbabf4280536b3c97e76",
    "search_1": "3d742251ab59f0975a93e7640c6e67065077e32253b3a6d1a30c5e024786a205",
}


class Listener:
    """A connection that records every statement and executes nothing."""

    def __init__(self, vendor: str) -> None:
        self.vendor = vendor
        self.heard: list[str] = []

    def cursor(self) -> "Listener":
        return self

    def __enter__(self) -> "Listener":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def execute(self, statement: str) -> None:
        self.heard.append(statement)


@pytest.mark.parametrize("name", FROZEN)
def test_released_migration_sql_is_never_edited(name: str) -> None:
    module = importlib.import_module(f"games.migrations.sql.{name}")
    said = []
    for vendor in ("postgresql", "sqlite"):
        listener = Listener(vendor)
        module.install(listener)
        module.remove(listener)
        said += listener.heard
    assert sha256("\n".join(said).encode()).hexdigest() == FROZEN[name]


def test_migrations_run_only_frozen_sql() -> None:
    folder = Path(stream.__file__).parent / "migrations"
    for file in folder.rglob("*.py"):
        imports = [
            line
            for line in file.read_text().splitlines()
            if line.startswith(("from games", "import games", "from stoneage"))
        ]
        assert all("games.migrations" in line for line in imports), file.name
