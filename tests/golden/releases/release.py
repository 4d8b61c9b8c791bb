"""Make the files of a release: `.ci/release` runs this.

python -m tests.golden.releases.release VERSION DATE
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from tests.golden.releases.make import (
    HASHES,
    RELEASES,
    ROOT,
    changed_migrations,
    hashes_of_migrations,
    make,
    stored_releases,
    version_of,
)

VERSION = re.compile(r"\d+\.\d+\.\d+")
PROJECT, CHANGES = ROOT / "pyproject.toml", ROOT / "CHANGELOG.md"
POLICY = ROOT / "docs/upgrade-policy.md"
#: The last line of the table of releases, above which new ones are written.
NEXT = "| *next* |"


def release(version: str, day: date) -> None:
    """Write the version, the date, the stored database and the hashes of migrations."""
    if reasons := list(obstacles(version)):
        raise SystemExit("\n".join(reasons))
    replace(PROJECT, r'(?m)^version = ".*"$', f'version = "{version}"')
    replace(
        CHANGES,
        rf"(?m)^## \[(?:Unreleased|{re.escape(version)})\].*$",
        f"## [{version}] - {day}",
    )
    row = f"| {version} | {day} | {' and '.join(last_migrations())} |\n"
    rows = rf"(?m)(^\| {re.escape(version)} \|.*\n)?^{re.escape(NEXT)}"
    replace(POLICY, rows, row + NEXT)
    make(RELEASES / version)
    print(
        f"Version {version} is in the files. Commit them, run .ci/run and .ci/long, "
        f"then `git tag --annotate v{version}`: with the tag its migrations and its "
        "stored database are final."
    )


def is_tagged(version: str) -> bool:
    tag = ("git", "tag", "--list", f"v{version}")
    listed = subprocess.run(tag, cwd=ROOT, capture_output=True, check=False)
    return bool(listed.stdout)


def obstacles(version: str) -> Iterator[str]:
    """Yield the reasons why this version cannot be released now."""
    if not VERSION.fullmatch(version):
        yield f"{version} is not a version like 1.2.3."
        return
    if is_tagged(version):
        yield f"{version} is out: there is a tag v{version}."
    before = [each for each in stored_releases() if each.name != version]
    for folder in before:
        yield from changed_migrations(folder)
    if before and version_of(version) < version_of(before[-1].name):
        yield f"{before[-1].name} is newer than {version}."
    elif before and not version.endswith(".0") and has_new_migrations(before[-1]):
        yield f"{version} would add migrations: give it the next minor version."
    missing = (sys.executable, "manage.py", "makemigrations", "--check", "--dry-run")
    if subprocess.run(missing, cwd=ROOT, capture_output=True, check=False).returncode:
        yield "Migrations are missing: run manage.py makemigrations."


def has_new_migrations(before: Path) -> bool:
    return (before / HASHES).read_text() != hashes_of_migrations()


def last_migrations() -> list[str]:
    """Return the number of the last migration of each app: ["games 0001", ...]."""
    return [
        f"`{app} {max(file.name for file in files)[:4]}`"
        for app in ("games", "notifications")
        if (files := list((ROOT / app / "migrations").glob("[0-9]*.py")))
    ]


def replace(file: Path, pattern: str, text: str) -> None:
    """Replace what matches, which must be there once."""
    changed, count = re.subn(pattern, lambda _: text, file.read_text("utf-8"))
    if count != 1:
        raise SystemExit(f"{file.name} has {count} places for {text.strip()!r}.")
    file.write_text(changed, "utf-8")


if __name__ == "__main__":
    release(sys.argv[1], date.fromisoformat(sys.argv[2]))
