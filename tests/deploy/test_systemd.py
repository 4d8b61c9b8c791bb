"""The systemd unit files, their commands, and a restart under load."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import psycopg
import pytest

from tests.deploy.installation import (
    DEPLOY,
    HERE,
    INSTALLED,
    UNITS,
    Installation,
    command_of,
    example_settings,
    read_unit,
)
from tests.deploy.next_version import add_column
from tests.deploy.visitor import RestlessPlayer
from tests.e2e.player import PagePlayer
from tests.e2e.post import Letters
from tests.harness.environment import ROOT
from tests.harness.mail_server import open_mail_server
from tests.support.waiting import PATIENCE, wait_for

SHOW = [f"{HERE}python", "manage.py", "showmigrations", "games"]
SERVICES = sorted(path.name for path in UNITS.glob("*.service"))


@pytest.fixture
def time_stands() -> None:
    """Use the real time, because the services are processes."""


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Installation]:
    url = os.environ["TEST_POSTGRESQL_URL"]
    if shutil.which("caddy") is None:
        pytest.skip("Caddy is not installed")
    with psycopg.connect(url, autocommit=True) as server:
        server.execute("CREATE DATABASE installation")
        try:
            own = url.replace("/postgres?", "/installation?")
            running = Installation(tmp_path, own)
            try:
                yield running.start()
            finally:
                running.close()
        finally:
            server.execute("DROP DATABASE installation WITH (FORCE)")


def copy_next_version(folder: Path) -> Path:
    """Return a copy of the service whose tables have a further column."""
    for package in ("config", "games", "notifications", "stoneage_core"):
        shutil.copytree(ROOT / package, folder / package)
    for shared in ("templates", "locale", "requirements", "pyproject.toml", ".venv"):
        (folder / shared).symlink_to(ROOT / shared)
    shutil.copy(ROOT / "manage.py", folder)  # Python follows the link of a script
    add_column(folder)
    return folder


@pytest.mark.only_on("postgresql")
@pytest.mark.slow
def test_players_notice_neither_upgrade_nor_downgrade(
    installation: Installation, tmp_path: Path
) -> None:
    """By one version, whose tables differ by a column that the old one ignores."""
    newer = copy_next_version(tmp_path / "next")
    with RestlessPlayer(installation.address) as visitor:
        installation.stop()
        installation.root = newer
        installation.migrate()
        installation.start_again()
        visitor.make_moves(3)
        assert "[X] 0002_next" in installation.run(SHOW)
        installation.stop()
        installation.migrate("games", "0001")
        installation.root = ROOT
        installation.start_again()
        visitor.make_moves(3)
    assert "0002_next" not in installation.run(SHOW)
    wait_for(installation.is_well, step=0.2)
    said = installation.run([f"{HERE}python", "manage.py", "check_streams", "--all"])
    assert "in order" in said


@pytest.mark.only_on("postgresql")
@pytest.mark.slow
def test_service_starts_sends_a_mail_and_restarts_without_refusing_requests(
    installation: Installation,
) -> None:
    """Moves are made all the time, and each is answered normally."""
    host = PagePlayer("host@example.org", installation.address, taste=1)
    page = host.browser.get("/account/login/")
    host.browser.submit(page, page.form_with("email"), email=host.email)
    (mail,) = Letters(installation.mail_server, installation.address).wait()
    assert mail.recipient == host.email
    assert host.sign_in(mail).status == 200

    with RestlessPlayer(installation.address) as visitor:
        installation.stop_web()
        installation.migrate()
        installation.start_web()
        visitor.make_moves(3)
    ended = [each.name for each in installation.supervisor.programs if each.ends]
    assert ended == [], "no service ended by itself"
    assert installation.check_health() == "The service is healthy.\n"

    request = Request(f"{installation.address}/metrics")
    request.add_header("Authorization", "Bearer of-the-tests")
    figures = urlopen(request).read().decode()
    assert 'stoneage_http_request_seconds_count{method="POST"' in figures
    assert "stoneage_events_total" in figures


def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    """Checked by systemd-analyze with this machine's programs."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    shutil.copytree(UNITS, tmp_path / "units")
    units = [path for path in (tmp_path / "units").iterdir() if path.is_file()]
    for unit in units:
        unit.write_text(unit.read_text().replace(INSTALLED, HERE))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *units],
        capture_output=True,
        text=True,
        env=os.environ | {"SYSTEMD_UNIT_PATH": f"{tmp_path / 'units'}:"},
    )
    complaints = [line for line in done.stderr.splitlines() if "stoneage" in line]
    assert complaints == []


def test_each_service_waits_for_the_tables_and_is_restarted() -> None:
    wanted = read_unit("stoneage.target")["Unit"]["Wants"].split()
    for name in SERVICES:
        unit = read_unit(name)
        if name != "stoneage-backup.service":
            assert unit["Service"]["ExecStart"].startswith(INSTALLED)
        if name not in {"stoneage-migrate.service", "stoneage-backup.service"}:
            assert name in wanted
            assert "stoneage-migrate.service" in unit["Unit"]["Requires"]
            assert "stoneage-migrate.service" in unit["Unit"]["After"]
            assert unit["Service"]["Restart"] == "always"
    common = read_unit("stoneage-.service.d/common.conf")
    assert common["Unit"]["StartLimitIntervalSec"] == "0", "never too often"


def before_migration(directory: Path, *, python: str) -> tuple[int, list[str]]:
    """
    Return the result of the command before the migration, and its calls of Python.

    A script stands in for Python, and nothing sleeps.
    """
    asked = directory / "asked"
    for name, script in (
        ("python", f'echo "$2" >>{asked}; {python}'),
        ("sleep", ":"),
    ):
        (directory / name).write_text(f"#!/bin/sh\n{script}\n")
        (directory / name).chmod(0o755)
    shell, option, script = command_of("migrate", "ExecStartPre")
    done = subprocess.run(
        [shell, option, script.replace(HERE, f"{directory}/")],
        env={"PATH": f"{directory}:{os.environ['PATH']}"},
        cwd=directory,
        timeout=PATIENCE,
    )
    return done.returncode, asked.read_text().split()


def test_migration_waits_for_the_database(tmp_path: Path) -> None:
    """Two attempts fail, the third succeeds."""
    late = 'test "$2" = check || test $(grep -c show asked) -ge 3'
    asked = ["check", *["showmigrations"] * 3]
    assert before_migration(tmp_path, python=late) == (0, asked)


def test_migration_does_not_wait_if_a_setting_is_wrong(tmp_path: Path) -> None:
    assert before_migration(tmp_path, python="false") == (1, ["check"])


def test_operators_commands_use_the_services_settings() -> None:
    """A root shell has none of the settings, and would use another database."""
    command = (DEPLOY / "stoneage").read_text().replace("\\\n", "")
    common = read_unit("stoneage-.service.d/common.conf")["Service"]
    variables = common["Environment"].split()
    assert f"--uid={common['User']} --gid={common['Group']} " in " ".join(
        command.split()
    )
    assert f"checkout=${{STONEAGE_DIR:-{common['WorkingDirectory']}}}\n" in command
    assert '--working-directory="$checkout"' in command
    assert f"--property=EnvironmentFile={common['EnvironmentFile']}" in command
    assert f"--setenv={variables[0]}" in command
    installed = f"{INSTALLED}python".replace(common["WorkingDirectory"], "$checkout")
    assert f'"{installed}" manage.py "$@"' in command


def check_example(tmp_path: Path, **given: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [f"{HERE}python", "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env={
            "PATH": os.environ["PATH"],
            **example_settings(),
            "SECRET_KEY": "0123456789abcdef" * 4,
            "SITE_URL": "https://play.example.org",
            "DATABASE_URL": "",
            "BROKER_URL": "",
            "VAR_DIR": str(tmp_path),
            **given,
        },
        capture_output=True,
        text=True,
    )


@pytest.mark.long
def test_example_settings_pass_all_checks_of_a_public_site(tmp_path: Path) -> None:
    with open_mail_server() as server:
        done = check_example(tmp_path, EMAIL_URL=f"smtp://127.0.0.1:{server.port}")
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr


def test_untouched_example_is_refused(tmp_path: Path) -> None:
    done = check_example(tmp_path)
    assert done.returncode == 2
    assert (
        done.stderr == "EMAIL_URL still has the example’s password: write your own.\n"
    )


def test_backup_unit_writes_a_new_folder_and_removes_old_ones(tmp_path: Path) -> None:
    """Its commands run with an `echo` for the backup itself."""
    backups = tmp_path / "backups"
    for option in ("ExecStartPre", "ExecStart", "ExecStartPost"):
        command = [
            part.replace("/var/lib/stoneage", str(tmp_path))
            .replace("$$", "$")
            .replace(f"exec {HERE}python manage.py backup", "mkdir")
            for part in command_of("backup", option)
        ]
        subprocess.run(command, check=True)
        if option == "ExecStart":
            (old := backups / "old").mkdir()
            os.utime(old, (0, 0))
    (made,) = backups.iterdir()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-\d{4}", made.name)
