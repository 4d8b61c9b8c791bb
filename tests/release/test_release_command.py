"""`.ci/release` makes the files of a release, in a copy of the repository."""

import os
import re
import shutil
import subprocess
from datetime import date
from pathlib import Path

import pytest

from tests.golden.releases import release
from tests.golden.releases.make import (
    HASHES,
    POSTGRESQL,
    ROOT,
    SQLITE,
    changed_migrations,
    hashes_of_migrations,
)

LEFT_OUT = shutil.ignore_patterns(
    *(
        ".git",
        ".venv",
        "var",
        "dist",
        "build",
        "node_modules",
        "__pycache__",
        ".*_cache",
    )
)


def store(releases: Path, version: str, hashes: str) -> None:
    (releases / version).mkdir()
    (releases / version / HASHES).write_text(hashes)


@pytest.fixture
def releases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the stored releases, of which there are none, and no tags."""
    monkeypatch.setattr(release, "is_tagged", lambda version: False)
    monkeypatch.setattr(release, "stored_releases", lambda: sorted(tmp_path.iterdir()))
    return tmp_path


def test_first_release_has_no_obstacle(releases: Path) -> None:
    assert list(release.obstacles("1.0.0")) == []


def test_version_with_a_tag_is_refused(
    releases: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(release, "is_tagged", lambda version: version == "1.0.0")
    assert list(release.obstacles("1.0.0")) == ["1.0.0 is out: there is a tag v1.0.0."]


def test_version_that_is_none_or_older_is_refused(releases: Path) -> None:
    assert list(release.obstacles("1.0")) == ["1.0 is not a version like 1.2.3."]
    store(releases, "1.1.0", hashes_of_migrations())
    assert list(release.obstacles("1.0.1")) == ["1.1.0 is newer than 1.0.1."]


def test_patch_release_adds_no_migrations(releases: Path) -> None:
    store(releases, "1.1.0", hashes_of_migrations())
    assert list(release.obstacles("1.1.1")) == []
    (releases / "1.1.0" / HASHES).write_text(hashes_of_migrations().splitlines()[0])
    (reason,) = release.obstacles("1.1.1")
    assert "would add migrations" in reason
    assert list(release.obstacles("1.2.0")) == []


def test_changed_migration_is_refused(releases: Path) -> None:
    changed = re.sub(r"^\w", "g", hashes_of_migrations())
    store(releases, "1.1.0", changed)
    (reason,) = release.obstacles("1.2.0")
    assert reason.startswith("games/migrations/0001_initial.py was released in 1.1.0")


@pytest.mark.slow
def test_release_is_made_and_made_again(tmp_path: Path) -> None:
    code = tmp_path / "code"
    shutil.copytree(ROOT, code, ignore=LEFT_OUT)
    (code / ".venv").symlink_to(ROOT / ".venv")
    changes = code / "CHANGELOG.md"
    text = re.sub(r"(?m)^## \[.*$", "## [Unreleased]", changes.read_text(), count=1)
    changes.write_text(text)
    version = "99.0.0"
    stored = code / "tests/golden/releases" / version
    contents = []
    for day in ("2026-12-24", "2026-12-25"):
        environment = {k: v for k, v in os.environ.items() if "DATABASE" not in k}
        done = subprocess.run(
            [code / ".ci/release", version, day],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        contents.append(
            (stored / SQLITE).read_bytes() + (stored / POSTGRESQL).read_bytes()
        )
        assert f"## [{version}] - {date.fromisoformat(day)}" in changes.read_text()
        policy = (code / "docs/upgrade-policy.md").read_text()
        assert policy.count(f"| {version} | {day} | `games ") == 1
    assert contents[0] == contents[1]
    assert len(contents[0]) < 1_000_000
    assert f'version = "{version}"' in (code / "pyproject.toml").read_text()
    assert changed_migrations(stored) == []
