"""Kept files, below ``VAR_DIR``: what this machine knows beside its database.

Who puts an older database back, by whatever means, is found out by them.
"""

import os
from contextlib import suppress
from pathlib import Path

from django.conf import settings


def read_kept(folder: str, name: str) -> str:
    """Return what was kept last under a name, '' where nothing is known."""
    try:
        return _path(folder, name).read_text("utf-8")
    except (OSError, UnicodeError):
        return ""


def write_kept(folder: str, name: str, text: str) -> None:
    """
    Keep what a transaction has committed; where nothing can be, it is not kept.

    In place of the file at once, so that nobody reads a half of it.
    """
    path = _path(folder, name)
    part = path.with_name(f"{path.name}.{os.getpid()}")
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part.write_text(text, "utf-8")
        part.replace(path)


def _path(folder: str, name: str) -> Path:
    return Path(settings.VAR_DIR) / folder / name
