"""The commands of the pages to upgrade, go back, move to PostgreSQL, word for word."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from config.secret_key import create_keys
from tests.deploy.next_version import add_column
from tests.golden.releases.make import ROOT, stored_releases
from tests.golden.releases.stored import present_release, restore_sqlite
from tests.harness.environment import environment
from tests.test_commands_in_documents import commands_in

PAGE = (ROOT / "docs/operating.md").read_text("utf-8")
PARTS = ("stoneage_core", "games", "notifications", "config", "templates", "locale")
HEADS = "SELECT slug, version, head FROM games_game ORDER BY slug"
COLUMNS = "SELECT name FROM pragma_table_info('games_seat')"
#: Where the pages clone from, and the folder of servers, which tests may not write to.
ORIGIN, SERVERS = "https://github.com/OWNER/stoneage-by-mail", "/srv/"

pytestmark = pytest.mark.long


def commands_of(heading: str) -> list[str]:
    """Return the shell commands of a section, without those of its subsections."""
    section = re.split(r"^#+ ", PAGE.partition(f"\n{heading}\n")[2], flags=re.M)[0]
    return commands_in(section)


class Machine:
    """A machine with a folder for servers, where the old version runs on SQLite."""

    def __init__(self, folder: Path, **variables: str) -> None:
        self.folder, self.var = folder, folder / "var"
        self.old, self.origin = folder / "srv/stoneage", folder / "origin"
        self.database = self.var / "stoneage.sqlite3"
        (folder / "srv/backups").mkdir(parents=True)
        self.var.mkdir()
        create_keys(self.var)
        restore_sqlite((stored_releases() or [present_release()])[-1], self.database)
        copy_code(self.old)
        self.variables = variables

    def run(self, *commands: str, at: Path | None = None, fails: bool = False) -> str:
        """Run commands in one shell, which ends at the first failure; return output."""
        programs = Path(sys.executable).parent
        path = f"{programs}:{self.variables.get('PATH', os.environ['PATH'])}"
        own = {
            "VAR_DIR": str(self.var),
            "PATH": path,
            # The clone is made from here.
            "GIT_CONFIG_COUNT": "1",
            "GIT_CONFIG_KEY_0": f"url.file://{self.origin}.insteadOf",
            "GIT_CONFIG_VALUE_0": ORIGIN,
        }
        script = "\n".join(commands).replace(SERVERS, f"{self.folder}/srv/")
        done = subprocess.run(
            ["bash", "-e", "-o", "pipefail", "-c", script],
            cwd=at or self.old,
            env=environment(**self.variables, **own),
            capture_output=True,
            text=True,
            check=False,
        )
        assert bool(done.returncode) is fails, f"{done.stdout}{done.stderr}"
        return done.stderr if fails else done.stdout

    def ask(self, statement: str) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(self.database)) as opened:
            return opened.execute(statement).fetchall()


def copy_code(target: Path) -> None:
    ignored = shutil.ignore_patterns("__pycache__")
    for part in PARTS:
        shutil.copytree(ROOT / part, target / part, ignore=ignored)
    shutil.copy(ROOT / "manage.py", target)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A machine whose next version, 1.1.0, has a further column."""
    made = Machine(tmp_path)
    copy_code(made.origin)
    add_column(made.origin)
    author = "-c user.name=A -c user.email=a@example.org -c commit.gpgsign=false"
    made.run(
        "git init --quiet .",
        "git add .",
        f"git {author} commit --quiet --message 1.1.0",
        "git tag v1.1.0",
        at=made.origin,
    )
    return made


def test_service_is_upgraded_and_goes_back(machine: Machine) -> None:
    heads = machine.ask(HEADS)
    upgrade, back = commands_of("## Upgrading"), commands_of("### Going back")
    assert len(upgrade) == 8
    said = machine.run(*upgrade)
    assert "Every game was verified" in said
    assert "all in order" in said
    assert ("next_note",) in machine.ask(COLUMNS)
    assert machine.ask(HEADS) == heads

    with_moves = [each for each in back if "migrate" in each]
    machine.run(*with_moves, at=machine.folder / "srv/stoneage-1.1.0")
    check = "python manage.py check --database default"
    machine.run(check, "python manage.py check_streams --all")
    assert ("next_note",) not in machine.ask(COLUMNS)
    assert machine.ask(HEADS) == heads

    for file in machine.var.glob("stoneage.sqlite3*"):
        file.unlink()
    machine.run(*(each for each in back if each not in with_moves))
    machine.run(check)
    # Only the games that go on record the restore.
    grown = {row[0] for row in set(machine.ask(HEADS)) - set(heads)}
    playing = "SELECT slug FROM games_game WHERE status IN ('active', 'inviting')"
    assert grown == {slug for (slug,) in machine.ask(playing)}


@pytest.fixture
def empty_postgresql() -> Iterator[str]:
    """The URL of an empty database."""
    name = "moved_from_sqlite"
    server = os.environ["TEST_POSTGRESQL_URL"]
    with psycopg.connect(server, autocommit=True) as opened:
        opened.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        opened.execute(f"CREATE DATABASE {name}")
        yield urlsplit(server)._replace(path=f"/{name}").geturl()
        opened.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.mark.only_on("postgresql")
def test_service_moves_to_postgresql(tmp_path: Path, empty_postgresql: str) -> None:
    machine = Machine(tmp_path)
    heads, count = machine.ask(HEADS), "SELECT count(*) FROM notifications_outgoingmail"
    (mails,) = machine.ask(count)
    backup, export, *restore = commands_of("## From SQLite to PostgreSQL")
    machine.run(backup)
    assert export.startswith("export DATABASE_URL=postgres://")
    said = machine.run(f"export DATABASE_URL='{empty_postgresql}'", *restore)
    assert "another" not in said, "the keys are the same"
    assert "all in order" in said
    with psycopg.connect(empty_postgresql) as opened:
        assert opened.execute(HEADS).fetchall() == heads
        assert opened.execute(count).fetchone() == mails
        # The next row gets a new id.
        events = "SELECT nextval(pg_get_serial_sequence('games_storedevent', 'id'))"
        last = "SELECT max(id) FROM games_storedevent"
        assert opened.execute(events).fetchone() > opened.execute(last).fetchone()


@pytest.mark.only_on("postgresql")
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("DELETE FROM django_migrations WHERE app = 'games'", "games 0001_initial"),
        ("UPDATE games_user SET name = printf('%100d', 1)", "a row of games_user"),
    ],
    ids=["another version", "a value that PostgreSQL refuses"],
)
def test_move_that_fails_leaves_postgresql_empty(
    change: str, reason: str, tmp_path: Path, empty_postgresql: str
) -> None:
    machine = Machine(tmp_path)
    backup, _export, restore, *_ = commands_of("## From SQLite to PostgreSQL")
    machine.run(backup)
    copy = tmp_path / "srv/backups/sqlite/database.sqlite3"
    with closing(sqlite3.connect(copy)) as opened:
        opened.execute(change)
        opened.commit()
    said = machine.run(f"export DATABASE_URL='{empty_postgresql}'", restore, fails=True)
    assert reason in said
    with psycopg.connect(empty_postgresql) as server:
        tables = "SELECT 1 FROM pg_tables WHERE schemaname = 'public'"
        assert server.execute(tables).fetchall() == []
