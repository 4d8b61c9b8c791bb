"""The keys of an installation: which ones a backup used, and their files.

A key comes from the environment or, if it is not set there, from a file in VAR_DIR.
"""

import hashlib
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from config.secret_key import (
    FILE_NAME,
    PUSH_FILE_NAME,
    TRANSPARENCY_FILE_NAME,
    read_key,
)


class Key(NamedTuple):
    """A key: its setting, its file, and what stops working with another one."""

    setting: str
    file: str
    consequence: str


KEYS = (
    Key(
        "SECRET_KEY",
        FILE_NAME,
        "links in emails sent before do not work",
    ),
    Key(
        "VAPID_PRIVATE_KEY",
        PUSH_FILE_NAME,
        "browsers get no notifications until their owners switch them on again",
    ),
    Key(
        "TRANSPARENCY_KEYS",
        TRANSPARENCY_FILE_NAME,
        "auditors who know the site's log reject its next states",
    ),
)


def keys_in_use(directory: Path) -> dict[str, list[str]]:
    """
    Return the keys of a service with this environment and VAR_DIR, by setting.

    The first of each signs; the service still accepts the others. A setting without a
    key is left out.
    """
    keys = {
        "SECRET_KEY": [_find("SECRET_KEY", directory), *settings.SECRET_KEY_FALLBACKS],
        "VAPID_PRIVATE_KEY": [_find("VAPID_PRIVATE_KEY", directory)],
        "TRANSPARENCY_KEYS": _find("TRANSPARENCY_KEYS", directory).split(","),
    }
    return {setting: found for setting, found in keys.items() if found[0]}


def _find(setting: str, directory: Path) -> str:
    file = next(key.file for key in KEYS if key.setting == setting)
    return os.environ.get(setting) or read_key(directory, file)


def name_keys(directory: Path) -> dict[str, str]:
    """Return a fingerprint of each signing key, by setting, for a manifest."""
    keys = keys_in_use(directory)
    return {setting: _fingerprint(first) for setting, (first, *_) in keys.items()}


def find_other_keys(named: Mapping[str, str], directory: Path) -> list[Key]:
    """
    Return the keys that a backup used but that are not in use here.

    ``named`` has their fingerprints, as returned by ``name_keys``.
    """
    in_use = keys_in_use(directory)
    return [
        key
        for key in KEYS
        if key.setting in named
        and named[key.setting] not in map(_fingerprint, in_use.get(key.setting, []))
    ]


def back_up_key_files(directory: Path, folder: Path) -> list[str]:
    """
    Copy the key files in use; return the settings whose keys were not copied.

    A file is not in use if the environment has another key: a backup with that file
    would be restored with the wrong key.
    """
    left_out = []
    for key in KEYS:
        is_set = bool(os.environ.get(key.setting))
        if not is_set and (directory / key.file).is_file():
            _copy(directory / key.file, folder)
        elif is_set:
            left_out.append(key.setting)
    return left_out


def restore_key_files(folder: Path, directory: Path) -> None:
    """Copy the key files of a backup into VAR_DIR, except those that exist there."""
    for key in KEYS:
        if (folder / key.file).is_file() and not (directory / key.file).exists():
            _copy(folder / key.file, directory)


def _copy(file: Path, folder: Path) -> None:
    shutil.copyfile(file, folder / file.name)
    (folder / file.name).chmod(0o600)


def _fingerprint(key: str) -> str:
    """Return a hash that identifies a key without revealing it."""
    return hashlib.sha256(key.strip().encode()).hexdigest()[:16]
