"""The secret key of an installation that was given none: a file in `var/`."""

import contextlib
import os
import secrets
from pathlib import Path

FILE_NAME = "secret-key"


def read_secret_key(directory: Path) -> str:
    """The key kept in `directory`, or a passing one where none is kept yet.

    Reading settings must not write files; `create_secret_key` does, at `up`.
    """
    try:
        key = (directory / FILE_NAME).read_text().strip()
    except OSError:
        key = ""
    return key or secrets.token_urlsafe(50)


def create_secret_key(directory: Path) -> None:
    """Keep a new key in `directory`, readable by its owner only, unless one is kept."""
    path = directory / FILE_NAME
    with contextlib.suppress(FileExistsError):
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(50) + "\n")
