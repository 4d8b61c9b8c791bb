"""Store the database of a release, which every later release must upgrade.

    python -m tests.golden.releases.make 1.0.0

Writes the folder of the release: `sqlite.sql.gz` and `postgresql.sql.gz` with the
database of `scene.py`, and `migrations.sha256`. `.ci/release` calls this; a release
that is out is never made again.
"""

import gzip
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from config.launcher.supervisor import CannotStart

ROOT = Path(__file__).resolve().parents[3]
RELEASES = Path(__file__).parent
SQLITE, POSTGRESQL, HASHES = (
    "sqlite.sql.gz",
    "postgresql.sql.gz",
    "migrations.sha256",
)
#: What pg_dump writes for psql, and settings that older servers do not know.
_FOR_PSQL = re.compile(
    r"^(\\.*|SET .*|SELECT pg_catalog\.set_config.*|--.*|)\n", re.MULTILINE
)


def make(folder: Path) -> None:
    """Write or overwrite what is stored of a release."""
    folder.mkdir(exist_ok=True)
    with TemporaryDirectory() as name:
        database = Path(name) / "database.sqlite3"
        run("fill", f"sqlite:///{database}")
        store(folder / SQLITE, statements_of(database))
        store(folder / POSTGRESQL, moved_to_postgresql(database))
    (folder / HASHES).write_text(hashes_of_migrations())


def run(step: str, url: str, *arguments: str) -> None:
    """Run a step of `steps.py` on a database, in a process of its own."""
    inherited = {k: v for k, v in os.environ.items() if not k.startswith("TEST_")}
    own = {
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "DATABASE_URL": url,
        "LOG_LEVEL": "ERROR",  # emails fail on purpose
    }
    subprocess.run(
        [sys.executable, "-m", "tests.golden.releases.steps", step, *arguments],
        cwd=ROOT,
        # The order of sets would decide which random number goes to which row.
        env=inherited | own | {"PYTHONHASHSEED": "0"},
        check=True,
    )


def statements_of(database: Path) -> str:
    with closing(sqlite3.connect(database)) as opened:
        return "\n".join(opened.iterdump()) + "\n"


def moved_to_postgresql(database: Path) -> str:
    """Return the statements that write the same rows on PostgreSQL."""
    from tests.harness.postgresql import OwnPostgresql
    from tests.harness.servers import running, server_folder

    with server_folder() as folder:
        server = OwnPostgresql(folder / "postgresql")
        with running(server):
            run("move", server.url, str(database))
            options = ("--no-owner", "--no-privileges", "--rows-per-insert=200")
            done = subprocess.run(
                [server.programs / "pg_dump", *options, server.url],
                user=server.user,
                capture_output=True,
                text=True,
                check=False,
            )
    if done.returncode:
        raise CannotStart(done.stderr)
    return _FOR_PSQL.sub("", done.stdout)


def store(file: Path, statements: str) -> None:
    file.write_bytes(gzip.compress(statements.encode(), mtime=0))


def hashes_of_migrations() -> str:
    """Return a line for each file that migrations consist of, as `sha256sum` does."""
    return "".join(
        f"{sha256(file.read_bytes()).hexdigest()}  {file.relative_to(ROOT)}\n"
        for app in ("games", "notifications")
        for file in sorted((ROOT / app / "migrations").rglob("*.py"))
        if file.name != "__init__.py"
    )


def stored_releases() -> list[Path]:
    """Return the folders of all releases, the oldest first."""
    folders = [each.parent for each in RELEASES.glob("*/migrations.sha256")]
    return sorted(folders, key=lambda folder: version_of(folder.name))


def version_of(name: str) -> tuple[int, ...]:
    return tuple(map(int, name.split(".")))


def changed_migrations(folder: Path, root: Path = ROOT) -> list[str]:
    """Return a sentence for each migration of a release that is not as it was."""
    changed = []
    for line in (folder / HASHES).read_text().splitlines():
        digest, name = line.split("  ")
        file = root / name
        if not file.exists() or sha256(file.read_bytes()).hexdigest() != digest:
            changed.append(
                f"{name} was released in {folder.name}, and databases have run it: "
                "put it back as it was, and make the change in a new migration."
            )
    return changed


if __name__ == "__main__":
    make(RELEASES / sys.argv[1])
