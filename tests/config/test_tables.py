"""config/tables.py: the tables of the database are compared with the models."""

import sys

import pytest
from django.core import checks as system_checks
from django.core.checks import Error, Tags
from django.core.management.base import SystemCheckError
from django.db import DEFAULT_DB_ALIAS, connection
from django.test import Client

from config import checks
from config.tables import find_differences
from config.web import __main__ as web
from games.models import StoredEvent

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


@pytest.fixture(autouse=True)
def _not_checked_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks._Checked, "tables", False)


def execute(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def rebuild_without(table: str, part: str) -> None:
    """Create an empty table again without a part of its statement, on SQLite."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT sql FROM sqlite_master WHERE name = %s", [table])
        (sql,) = cursor.fetchone()
    assert part in sql
    execute(f"DROP TABLE {table}", sql.replace(part, ""))


def found_by_check() -> list[str]:
    """Return the messages of the database checks, as `check --database` runs them."""
    found = system_checks.run_checks(tags=[Tags.database], databases=[DEFAULT_DB_ALIAS])
    return [each.msg for each in found if isinstance(each, Error)]


def test_migrated_database_has_the_tables_of_the_models() -> None:
    assert find_differences(connection) == []
    assert found_by_check() == []


@pytest.mark.parametrize(
    ("statement", "missing"),
    [
        ("DROP TABLE games_follow", "The table games_follow is missing."),
        (
            "ALTER TABLE games_user DROP COLUMN program",
            "The column games_user.program is missing.",
        ),
        (
            "DROP INDEX tally_ends",
            "The index tally_ends of games_tally is missing.",
        ),
        (
            "DROP INDEX talk_mute_table_once",
            "The constraint talk_mute_table_once of games_talkmute is missing.",
        ),
        (
            "ALTER TABLE games_user ADD COLUMN shoe_size integer NOT NULL",
            "The column games_user.shoe_size is required, but this version lacks it.",
        ),
    ],
    ids=["table", "column", "index", "unique index", "unknown column"],
)
def test_difference_is_named(statement: str, missing: str) -> None:
    if "ADD COLUMN" in statement and connection.vendor == "sqlite":
        execute(
            "DROP TABLE games_follow", "CREATE TABLE games_follow (shoe_size NOT NULL)"
        )
        missing = missing.replace("games_user", "games_follow")
    else:
        execute(statement)
    assert missing in find_differences(connection)
    assert missing in found_by_check()[0]


def test_column_with_a_default_of_a_newer_version_is_accepted() -> None:
    execute("ALTER TABLE games_seat ADD COLUMN next_note text NOT NULL DEFAULT ''")
    assert find_differences(connection) == []


def test_missing_index_of_a_foreign_key_is_named() -> None:
    with connection.cursor() as cursor:
        described = connection.introspection.get_constraints(cursor, "games_report")
    (name,) = (
        name
        for name, each in described.items()
        if each["index"] and each["columns"] == ["case_id"]
    )
    execute(f"DROP INDEX {name}")
    assert find_differences(connection) == [
        "The index on games_report.case_id is missing."
    ]


@pytest.mark.only_on("postgresql")
def test_missing_constraints_are_named_on_postgresql() -> None:
    with connection.cursor() as cursor:
        described = connection.introspection.get_constraints(cursor, "games_treenode")
    (key,) = (name for name, each in described.items() if each["foreign_key"])
    execute(
        f"ALTER TABLE games_treenode DROP CONSTRAINT {key}",
        "ALTER TABLE games_treenode DROP CONSTRAINT node_place_once",
        "ALTER TABLE games_treenode ALTER COLUMN hash DROP NOT NULL",
    )
    assert set(find_differences(connection)) == {
        "The column games_treenode.hash accepts null.",
        "The constraint node_place_once of games_treenode is missing.",
        "The foreign key games_treenode.log_id is missing.",
    }


@pytest.mark.only_on("sqlite")
def test_missing_constraints_are_named_on_sqlite() -> None:
    rebuild_without(
        "games_follow",
        ' REFERENCES "games_user" ("id") DEFERRABLE INITIALLY DEFERRED',
    )
    assert "The foreign key games_follow.follower_id is missing." in find_differences(
        connection
    )


def test_missing_trigger_is_named() -> None:
    table, name = StoredEvent._meta.db_table, "games_storedevent_append_only"
    if connection.vendor == "sqlite":
        name = f"{table}_no_update"
        execute(f"DROP TRIGGER {name}")
    else:
        execute(f"DROP TRIGGER {name} ON {table}")
    assert find_differences(connection) == [f"The trigger {name} is missing."]


def test_health_names_what_is_missing(client: Client) -> None:
    execute("DROP INDEX tally_ends")
    response = client.get("/healthz")
    assert response.status_code == 503
    assert response.json()["reasons"] == [checks.describe_tables()]


def test_pages_are_not_served_with_other_tables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    execute("DROP INDEX tally_ends")
    monkeypatch.setattr(sys, "argv", ["config.web", "--fd", "0"])
    monkeypatch.setattr(web, "let_open", lambda number: number)
    monkeypatch.setattr(web, "warm_up", lambda: None)
    with pytest.raises(SystemCheckError, match="tally_ends"):
        web.main()


def test_tables_that_are_right_are_compared_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert checks.describe_tables() == ""
    monkeypatch.setattr(checks, "find_differences", None)
    assert checks.describe_tables() == ""


def test_database_with_missing_migrations_is_left_to_migrate(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    execute("DROP INDEX tally_ends")
    monkeypatch.setattr(checks, "lacks_migrations", lambda: True)
    assert found_by_check() == []


def test_long_lists_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = [f"The table {number} is missing." for number in range(13)]
    monkeypatch.setattr(checks, "find_differences", lambda _: missing)
    said = checks.describe_tables()
    assert "The table 9 is missing. And 3 more." in said
    assert "The table 10" not in said
