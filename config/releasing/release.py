"""Building of a release, and what has to be true before.

Everything is taken from a commit, never from the work tree, and its time is that of the
commit (SOURCE_DATE_EPOCH): whoever has the commit can build the same bytes.
"""

import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path

from config.releasing.software_bill import describe_software


class CannotRelease(Exception):
    """Says what has to be done first."""


def require_clean(root: Path) -> None:
    """Raise CannotRelease for a work tree with changes that no commit has."""
    changes = git(root, "status", "--porcelain").decode().splitlines()
    if changes:
        raise CannotRelease(
            f"The work tree has {len(changes)} changed or new files, "
            f"{changes[0][3:]} for one: commit or remove them first."
        )


def find_changes(changelog: str, version: str) -> str:
    """Return the section of `version`; CannotRelease without a dated one."""
    sections = re.split(r"^(?=## \[)", changelog, flags=re.MULTILINE)
    heading = f"## [{version}]"
    found = next((part for part in sections if part.startswith(heading)), None)
    if found is None:
        raise CannotRelease(
            f"CHANGELOG.md has no section {heading}: write what changed in it."
        )
    first, _, rest = found.partition("\n")
    if not re.fullmatch(r" - \d{4}-\d{2}-\d{2}", first.removeprefix(heading)):
        raise CannotRelease(
            f"The section {heading} of CHANGELOG.md has no date: "
            f"end its heading like this: {heading} - 2026-01-31."
        )
    if not rest.strip():
        raise CannotRelease(
            f"The section {heading} of CHANGELOG.md is empty: write what changed in it."
        )
    return found.strip() + "\n"


def build_release(root: Path, folder: Path) -> dict[str, bytes]:
    """Return the files of the release of HEAD by name.

    Writes in `folder`, which has to be empty, while it builds everything twice. Raises
    CannotRelease where the tree is not clean, the changelog does not know the version,
    or the two builds differ.
    """
    require_clean(root)
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    name, version = project["name"], project["version"]
    changes = find_changes((root / "CHANGELOG.md").read_text("utf-8"), version)
    moment = git(root, "log", "-1", "--format=%ct").decode().strip()
    first, second = (
        build_packages(root, folder / number, moment) for number in ("1", "2")
    )
    different = sorted(file for file in first if first[file] != second.get(file))
    if different or first.keys() != second.keys():
        raise CannotRelease(
            f"Two builds of the same commit differ: {', '.join(different)}."
        )
    requirements = (root / "requirements" / "run.txt").read_text("utf-8")
    bill = describe_software(name, version, requirements)
    files = first | {
        f"{name}-{version}.changes.md": changes.encode(),
        f"{name}-{version}.cdx.json": (json.dumps(bill, indent=2) + "\n").encode(),
    }
    return files | {"SHA256SUMS": checksums_of(files).encode()}


def build_packages(root: Path, folder: Path, moment: str) -> dict[str, bytes]:
    """Build wheel and sdist of HEAD below `folder`; return them by name.

    `moment` is in seconds since 1970.
    """
    tree, built = folder / "tree", folder / "built"
    with tarfile.open(fileobj=io.BytesIO(git(root, "archive", "HEAD"))) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)
        archive.extractall(tree)  # Python before 3.11.4 has no filter
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(built)],
        cwd=tree,
        env=os.environ | {"SOURCE_DATE_EPOCH": moment},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CannotRelease(f"The package cannot be built:\n{done.stderr.strip()}")
    return {file.name: file.read_bytes() for file in sorted(built.iterdir())}


def checksums_of(files: dict[str, bytes]) -> str:
    """Return the SHA-256 of each file in the lines that `sha256sum --check` reads."""
    return "".join(
        f"{hashlib.sha256(content).hexdigest()}  {name}\n"
        for name, content in sorted(files.items())
    )


def write_release(root: Path, folder: Path) -> str:
    """Build the release into `folder`, all of it or nothing; return its sums."""
    with tempfile.TemporaryDirectory(prefix="stoneage-release-") as scratch:
        files = build_release(root, Path(scratch))
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return files["SHA256SUMS"].decode()


def git(root: Path, *arguments: str) -> bytes:
    """Return what git prints; CannotRelease where `root` is no clone or has no git."""
    try:
        return subprocess.run(
            ["git", *arguments], cwd=root, capture_output=True, check=True
        ).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        reason = getattr(error, "stderr", b"").decode().strip() or str(error)
        raise CannotRelease(f"A release is built from a git clone: {reason}") from error
