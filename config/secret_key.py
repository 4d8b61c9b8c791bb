"""The keys of an installation that was given none: files in `var/`."""

import contextlib
import os
import secrets
from pathlib import Path

FILE_NAME, PUSH_FILE_NAME = "secret-key", "push-key"
TRANSPARENCY_FILE_NAME = "transparency-key"
#: How many random bytes each key has: Django's, and those by which push services, and
#: readers of our log, know us.
SIZES = {FILE_NAME: 50, PUSH_FILE_NAME: 32, TRANSPARENCY_FILE_NAME: 32}


def read_secret_key(directory: Path) -> str:
    """
    Return the key kept in `directory`, or a temporary one where none is kept yet.

    Reading settings must not write files; `create_keys` does, at `up`.
    """
    return read_key(directory, FILE_NAME) or secrets.token_urlsafe(SIZES[FILE_NAME])


def read_key(directory: Path, name: str) -> str:
    """
    Return a key kept in `directory`, "" where none is kept.

    For what browsers and readers are told for good, a temporary one would be worse.
    """
    try:
        return (directory / name).read_text().strip()
    except OSError:
        return ""


def create_keys(directory: Path) -> None:
    """Keep new keys in `directory`, readable by its owner only, where none are kept."""
    for name, size in SIZES.items():
        with contextlib.suppress(FileExistsError):
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
            handle = os.open(directory / name, flags, 0o600)
            with os.fdopen(handle, "w") as file:
                file.write(secrets.token_urlsafe(size) + "\n")
