"""The keys of an installation that was given none: files in `var/`."""

import contextlib
import os
import secrets
from pathlib import Path

FILE_NAME, PUSH_FILE_NAME = "secret-key", "push-key"
TRANSPARENCY_FILE_NAME = "transparency-key"
#: All of them, for back-ups.
FILE_NAMES = (FILE_NAME, PUSH_FILE_NAME, TRANSPARENCY_FILE_NAME)
#: Bytes of the keys by which push services, and readers of our log, know us.
PUSH_KEY_BYTES = TRANSPARENCY_KEY_BYTES = 32


def read_secret_key(directory: Path) -> str:
    """
    Return the key kept in `directory`, or a temporary one where none is kept yet.

    Reading settings must not write files; `create_secret_key` does, at `up`.
    """
    return _read(directory / FILE_NAME) or secrets.token_urlsafe(50)


def read_push_key(directory: Path) -> str:
    """
    Return the key for notifications kept in `directory`, "" where none is kept.

    A temporary one would be worse than none: browsers are told its other half for good.
    """
    return _read(directory / PUSH_FILE_NAME)


def read_transparency_key(directory: Path) -> str:
    """Return the key that signs the site's log, "" where none is kept."""
    return _read(directory / TRANSPARENCY_FILE_NAME)


def create_secret_key(directory: Path) -> None:
    """Keep a new key in `directory`, readable by its owner only, unless one is kept."""
    _create(directory / FILE_NAME, secrets.token_urlsafe(50))


def create_push_key(directory: Path) -> None:
    """Create the key for notifications, as ``create_secret_key`` does."""
    _create(directory / PUSH_FILE_NAME, secrets.token_urlsafe(PUSH_KEY_BYTES))


def create_transparency_key(directory: Path) -> None:
    """Create the key that signs the site's log, as ``create_secret_key`` does."""
    key = secrets.token_urlsafe(TRANSPARENCY_KEY_BYTES)
    _create(directory / TRANSPARENCY_FILE_NAME, key)


def _read(path: Path) -> str:
    try:
        return path.read_text().strip()
    except OSError:
        return ""


def _create(path: Path, key: str) -> None:
    with contextlib.suppress(FileExistsError):
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(key + "\n")
