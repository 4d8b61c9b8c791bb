"""releasing/: what a release is made of, and when none is built."""

import hashlib
import json
import os
import subprocess
from pathlib import Path

import pytest

from config.releasing.release import CannotRelease, find_changes, write_release
from config.releasing.software_bill import describe_software

ROOT = Path(__file__).resolve().parents[2]
PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "small"
version = "1.2.0"
requires-python = ">=3.11"
"""
CHANGES = (
    "# Changelog\n\n## [1.2.0] - 2026-05-01\n\n- More.\n\n## [1.1.0] - 2026-01-01\n"
)
PINS = "a-b[c]==1.0 ; sys_platform != 'win32' \\\n    --hash=sha256:" + "0" * 64 + "\n"


def git(folder: Path, *arguments: str) -> None:
    author = ["-c", "user.name=A", "-c", "user.email=a@stoneage.example"]
    date = {"GIT_AUTHOR_DATE": "1700000000 +0000"}
    subprocess.run(
        ["git", *author, *arguments],
        cwd=folder,
        env=os.environ | date | {"GIT_COMMITTER_DATE": date["GIT_AUTHOR_DATE"]},
        check=True,
        capture_output=True,
    )


@pytest.fixture
def project(tmp_path) -> Path:
    """A committed project that can be released."""
    root = tmp_path / "project"
    (root / "small").mkdir(parents=True)
    (root / "requirements").mkdir()
    (root / "pyproject.toml").write_text(PROJECT)
    (root / "CHANGELOG.md").write_text(CHANGES)
    (root / "requirements" / "run.txt").write_text(PINS)
    (root / "small" / "__init__.py").write_text("")
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", "Begin")
    return root


def test_a_release_has_packages_changes_bill_and_sums(project, tmp_path):
    sums = write_release(project, tmp_path / "dist")

    written = {file.name: file.read_bytes() for file in (tmp_path / "dist").iterdir()}
    assert set(written) == {
        "small-1.2.0-py3-none-any.whl",
        "small-1.2.0.tar.gz",
        "small-1.2.0.changes.md",
        "small-1.2.0.cdx.json",
        "SHA256SUMS",
    }
    assert written.pop("SHA256SUMS").decode() == sums
    assert dict(line.split()[::-1] for line in sums.splitlines()) == {
        name: hashlib.sha256(content).hexdigest() for name, content in written.items()
    }
    changes = written["small-1.2.0.changes.md"].decode()
    assert changes == "## [1.2.0] - 2026-05-01\n\n- More.\n"


def test_a_clone_elsewhere_gives_the_same_bytes(project, tmp_path):
    git(tmp_path, "clone", "-q", str(project), "clone")

    sums = [
        write_release(root, tmp_path / f"dist-{root.name}")
        for root in (project, tmp_path / "clone")
    ]

    assert sums[0] == sums[1]


@pytest.mark.parametrize(
    ("file", "text", "reason"),
    [
        ("left", "", "1 changed or new files, left for one"),
        ("CHANGELOG.md", CHANGES + "- Less.\n", "CHANGELOG.md for one"),
    ],
)
def test_a_changed_tree_is_refused_and_nothing_written(
    project, tmp_path, file, text, reason
):
    (project / file).write_text(text)

    with pytest.raises(CannotRelease, match=reason):
        write_release(project, tmp_path / "dist")

    assert not (tmp_path / "dist").exists()


def test_outside_of_a_clone_there_is_no_release(tmp_path):
    with pytest.raises(CannotRelease, match="built from a git clone"):
        write_release(tmp_path, tmp_path / "dist")


@pytest.mark.parametrize(
    ("changelog", "reason"),
    [
        (CHANGES.replace("1.2.0", "1.2.1"), r"no section ## \[1.2.0\]"),
        (CHANGES.replace("2026-05-01", "unreleased"), "has no date"),
        (CHANGES.replace("- More.\n", ""), "is empty"),
    ],
)
def test_a_version_that_the_changelog_does_not_tell_is_refused(changelog, reason):
    with pytest.raises(CannotRelease, match=reason):
        find_changes(changelog, "1.2.0")


def test_the_bill_names_each_pinned_package_with_its_files():
    bill = describe_software("Small_One", "1.2.0", PINS)

    [component] = bill["components"]
    assert component["purl"] == "pkg:pypi/a-b@1.0"
    assert component["externalReferences"][0]["hashes"] == [
        {"alg": "SHA-256", "content": "0" * 64}
    ]
    assert component["properties"][0]["value"] == "sys_platform != 'win32'"
    assert bill["metadata"]["component"]["purl"] == "pkg:pypi/small-one@1.2.0"
    assert bill["dependencies"][0]["dependsOn"] == ["pkg:pypi/a-b@1.0"]


def test_the_bill_of_the_service_leaves_nothing_out():
    pins = (ROOT / "requirements" / "run.txt").read_text()
    bill = describe_software("stoneage-by-mail", "1", pins)

    hashes = [
        each["content"]
        for component in bill["components"]
        for each in component["externalReferences"][0]["hashes"]
    ]
    assert len(bill["components"]) == pins.count("==") - pins.count(" == '")
    assert len(hashes) == pins.count("--hash=")
    assert "pypi." not in json.dumps(bill)
