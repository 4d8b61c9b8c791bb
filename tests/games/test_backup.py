"""`manage.py backup`: what the file of a living database lacks, the copy has."""

import shutil
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.models import Game, StoredEvent
from tests.support.play import submit

COUNT = "SELECT count(*) FROM games_storedevent"


def ask(file: Path, statement: str) -> object:
    with closing(sqlite3.connect(file)) as database:
        return database.execute(statement).fetchone()[0]


@pytest.mark.only_on("sqlite")
@pytest.mark.django_db(transaction=True)
def test_the_copy_holds_what_was_committed_last(
    two_player_game: Game, now: datetime, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    submit(two_player_game, 0, "forest 3", now=now)
    events = StoredEvent.objects.count()
    shutil.copy(str(connection.settings_dict["NAME"]), tmp_path / "plain")
    assert ask(tmp_path / "plain", COUNT) < events, "the move is not in there"

    call_command("backup", tmp_path / "copy")
    assert f"1 games, {events} events" in capsys.readouterr().out
    assert ask(tmp_path / "copy", COUNT) == events
    assert ask(tmp_path / "copy", "PRAGMA integrity_check") == "ok"
    assert (tmp_path / "copy").stat().st_mode & 0o777 == 0o600
    with (
        closing(sqlite3.connect(tmp_path / "copy")) as database,
        pytest.raises(sqlite3.IntegrityError),
    ):
        database.execute("DELETE FROM games_storedevent")


@pytest.mark.only_on("sqlite")
@pytest.mark.django_db(transaction=True)
def test_nothing_is_overwritten_and_nothing_half_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "old").write_text("a back-up")
    with pytest.raises(CommandError, match="is there already"):
        call_command("backup", tmp_path / "old")
    assert (tmp_path / "old").read_text() == "a back-up"
    with pytest.raises(CommandError, match="No such file"):
        call_command("backup", tmp_path / "nowhere" / "copy")
    monkeypatch.setattr("os.fsync", Mock(side_effect=OSError("the disk is full")))
    with pytest.raises(CommandError, match="the disk is full"):
        call_command("backup", tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


@pytest.mark.only_on("sqlite")
@pytest.mark.django_db
def test_a_database_without_tables_is_not_taken_for_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as SQLite makes at once where a path is mistaken."""
    monkeypatch.setattr(connection.introspection, "table_names", list)
    with pytest.raises(CommandError, match="holds no games"):
        call_command("backup", tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


@pytest.mark.only_on("postgresql")
@pytest.mark.django_db
def test_postgresql_has_its_own_way(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="pg_dump"):
        call_command("backup", tmp_path / "copy")
    assert not (tmp_path / "copy").exists()
