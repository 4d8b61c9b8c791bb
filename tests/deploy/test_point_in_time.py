"""PostgreSQL's point-in-time recovery, with the documented settings and commands."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.harness.environment import ROOT
from tests.harness.postgresql import OwnPostgresql
from tests.harness.servers import running, server_folder

GUIDE = (ROOT / "docs" / "operating.md").read_text()
SECTION = GUIDE.partition("For **any moment**")[2].partition("\n## ")[0]
ARCHIVING, BASE, RECOVERY = re.findall(r"```\w*\n(.*?)```", SECTION, re.DOTALL)


def run_service(server: OwnPostgresql, var: Path, *command: str) -> str:
    """Return the output of the service on this database."""
    given = {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": server.url,
        "SECRET_KEY": "of the tests",
        "VAR_DIR": str(var),
        "SAMPLE_GAME": "off",
    }
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=os.environ | given,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def folder() -> Iterator[Path]:
    with server_folder() as folder:
        yield folder


@pytest.mark.slow
def test_events_after_the_moment_are_gone_and_the_next_sweep_records_it(
    folder: Path,
) -> None:
    server, var = OwnPostgresql(folder / "server", settings=()), folder / "var"
    archived, base = server.directory / "wal", server.directory / "base"

    def here(text: str) -> str:
        """Return settings or a command with the folders of this test."""
        named = text.replace("/srv/wal", str(archived))
        return re.sub(r"/srv/base/\S+", str(base), named)

    def give_to_server(path: Path) -> None:
        if server.user is not None:
            os.chown(path, server.user, -1)

    def add_settings(text: str) -> None:
        with (server.data / "postgresql.conf").open("a") as settings:
            settings.write(here(text))

    def ask(question: str) -> dict[str, Any]:
        said = run_service(server, var, "-m", "tests.deploy.point_in_time", question)
        return dict(json.loads(said))

    var.mkdir()
    archived.mkdir()
    give_to_server(archived)
    add_settings(ARCHIVING)
    with running(server):
        run_service(server, var, "manage.py", "migrate", "--verbosity", "0")
        program, *arguments = shlex.split(here(BASE).removeprefix("$ "))
        reached = ("--host", str(server.directory), "--username", "postgres")
        server.call(program, *arguments, *reached)
        played = ask("play")
    assert played["known"] < played["last"]

    shutil.move(server.data, server.directory / "lost")
    shutil.move(base, server.data)
    add_settings(re.sub(r"(?<=time = ')[^']+", played["moment"], RECOVERY))
    (server.data / "recovery.signal").touch()
    give_to_server(server.data / "recovery.signal")
    with running(server):
        seen = ask("look")
    assert seen["version"] == played["known"]
    assert "GameRestored" in seen["added"]
