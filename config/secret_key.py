"""The keys of an installation whose environment has none: files in `var/`."""

import contextlib
import os
import secrets
from pathlib import Path

FILE_NAME, PUSH_FILE_NAME = "secret-key", "push-key"
TRANSPARENCY_FILE_NAME = "transparency-key"
#: Random bytes of each key: Django's, the one for push services, and the one that signs
#: our log.
SIZES = {FILE_NAME: 50, PUSH_FILE_NAME: 32, TRANSPARENCY_FILE_NAME: 32}


def read_secret_key(directory: Path) -> str:
    """
    Return the key stored in `directory`, or a temporary one if there is none.

    Reading settings must not write files; `create_keys` does so, in `up`.
    """
    return read_key(directory, FILE_NAME) or secrets.token_urlsafe(SIZES[FILE_NAME])


def read_key(directory: Path, name: str) -> str:
    """
    Return a key stored in `directory`, or "".

    There is no temporary key here, because browsers and auditors keep the public key.
    """
    try:
        return (directory / name).read_text().strip()
    except OSError:
        return ""


def create_keys(directory: Path) -> None:
    """Create the missing key files in `directory`, readable only by their owner."""
    for name, size in SIZES.items():
        with contextlib.suppress(FileExistsError):
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
            handle = os.open(directory / name, flags, 0o600)
            with os.fdopen(handle, "w") as file:
                file.write(secrets.token_urlsafe(size) + "\n")
