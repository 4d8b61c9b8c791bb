"""The installation: a source checkout or an installed package, and its directories.

A checkout keeps its data in `var/` beside `manage.py`. A package may be replaced or
removed at any time, so its data is in the user's data directory: on Linux by the XDG
Base Directory Specification, on macOS in the user's library.
"""

import os
import re
import sys
import tomllib
from collections.abc import Iterable, Mapping
from importlib.metadata import packages_distributions, version
from pathlib import Path

#: The folder from which the packages are imported.
ROOT = Path(__file__).resolve().parent.parent
#: The name of the distribution, of its command, and of its data directory.
NAME = "stoneage-by-mail"
#: The packages that a wheel adds to an environment.
PACKAGES = ("config", "games", "notifications", "stoneage_core")


def is_checkout(root: Path = ROOT) -> bool:
    """Return whether the code is in a source checkout."""
    return (root / "manage.py").is_file()


def find_version(root: Path = ROOT) -> str:
    """Return the version of the checkout or of the installed package."""
    if not is_checkout(root):
        return version(NAME)
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    return str(project["version"])


def find_resources(root: Path = ROOT) -> Path:
    """
    Return the folder that contains `templates` and `locale`.

    A wheel has them inside `config`, so that it adds no folders of ours to
    site-packages.
    """
    return root if is_checkout(root) else root / "config"


def choose_data_directory(
    root: Path = ROOT,
    environment: Mapping[str, str] = os.environ,
    platform: str = sys.platform,
) -> Path:
    """Return the default of VAR_DIR; create nothing."""
    if is_checkout(root):
        return root / "var"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / NAME
    # The specification says to ignore relative paths.
    given = Path(environment.get("XDG_DATA_HOME", ""))
    data = given if given.is_absolute() else Path.home() / ".local" / "share"
    return data / NAME


def refuse_sharing(owners: Mapping[str, Iterable[str]] | None = None) -> str:
    """
    Return why this environment cannot run the service, or '' if it can.

    Other distributions may have packages with our names: `config` is a common one. The
    later of the two has then overwritten files of the other. ``owners`` are the
    distributions of each package, by default those of this environment.
    """
    owners = packages_distributions() if owners is None else owners
    others: dict[str, list[str]] = {}
    for package in PACKAGES:
        for owner in sorted(set(owners.get(package, ()))):
            if re.sub(r"[-_.]+", "-", owner).lower() != NAME:
                others.setdefault(owner, []).append(package)
    if not others:
        return ""
    shared = "; ".join(
        f"{owner} ({', '.join(packages)})" for owner, packages in others.items()
    )
    return (
        "Other distributions in this environment have packages with the names of "
        f"ours: {shared}. One has overwritten files of the other. Install both again, "
        "Stone Age by Mail in an environment of its own, for example with pipx or uvx."
    )
