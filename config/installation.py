"""The installation: a source checkout or an installed package, and its directories.

A checkout keeps its data in `var/` beside `manage.py`. A package may be replaced or
removed at any time, so its data lies in the user's data directory: on Linux by the XDG
Base Directory Specification, on macOS in the library of the user.
"""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

#: The folder that the packages are imported from.
ROOT = Path(__file__).resolve().parent.parent
#: The name of the distribution, of its command, and of its folder among others' data.
NAME = "stoneage-by-mail"


def is_checkout(root: Path = ROOT) -> bool:
    """Whether the code lies in a source checkout."""
    return (root / "manage.py").is_file()


def find_resources(root: Path = ROOT) -> Path:
    """Return the folder that holds `templates` and `locale`.

    A wheel has them inside `config`: nothing of ours is to lie beside others' packages.
    """
    return root if is_checkout(root) else root / "config"


def choose_data_directory(
    root: Path = ROOT,
    environment: Mapping[str, str] = os.environ,
    platform: str = sys.platform,
) -> Path:
    """Return the default of VAR_DIR; nothing is created."""
    if is_checkout(root):
        return root / "var"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / NAME
    # The specification has relative paths ignored.
    given = Path(environment.get("XDG_DATA_HOME", ""))
    data = given if given.is_absolute() else Path.home() / ".local" / "share"
    return data / NAME
