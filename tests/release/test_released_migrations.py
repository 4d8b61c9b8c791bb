"""Migrations only grow: a database that has run one would not run it again."""

import shutil
from pathlib import Path

from django.db.migrations.loader import MigrationLoader

from tests.golden.releases.make import (
    HASHES,
    ROOT,
    changed_migrations,
    hashes_of_migrations,
    stored_releases,
)

OURS = ("games", "notifications")


def test_released_migrations_are_as_they_were() -> None:
    changed = [
        each for release in stored_releases() for each in changed_migrations(release)
    ]
    assert not changed, "\n".join(changed)


def test_changed_and_missing_migrations_are_named(tmp_path: Path) -> None:
    release, code = tmp_path / "1.0.0", tmp_path / "code"
    release.mkdir()
    (release / HASHES).write_text(hashes_of_migrations())
    for app in OURS:
        shutil.copytree(ROOT / app / "migrations", code / app / "migrations")
    assert changed_migrations(release, code) == []
    file = "games/migrations/0001_initial.py"
    (code / file).write_text((code / file).read_text() + "# changed\n")
    (code / "games/migrations/sql/search_1.py").unlink()
    (code / "games/migrations/0002_new.py").touch()
    named = [each.split()[0] for each in changed_migrations(release, code)]
    assert named == [file, "games/migrations/sql/search_1.py"]


def test_every_migration_can_be_reversed() -> None:
    """The way back from a release takes back its migrations."""
    for (app, name), migration in MigrationLoader(None).disk_migrations.items():
        if app in OURS:
            assert all(each.reversible for each in migration.operations), name
