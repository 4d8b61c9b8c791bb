"""The keys of the site's log: those that sign its checkpoints, and its witnesses'."""

import base64
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Tags

from stoneage_core.transparency.notes import (
    COSIGNATURE,
    ED25519,
    BadNote,
    NoteKey,
    NoteSigner,
    parse_vkey,
    signer_of,
)


def signers_of(origin: str) -> tuple[NoteSigner, ...]:
    """
    Return the keys that sign the checkpoints of a log, newest first. They are named
    after the log's origin. Raise BadNote for an invalid key.
    """
    return _signers(origin, tuple(settings.TRANSPARENCY_KEYS))


@lru_cache(maxsize=8)
def _signers(origin: str, keys: tuple[str, ...]) -> tuple[NoteSigner, ...]:
    return tuple(signer_of(origin, ED25519, secret_of(key)) for key in keys)


def witness_keys() -> list[NoteKey]:
    """Return the keys of the configured witnesses. Raise BadNote."""
    return [_witness_key(vkey) for vkey in settings.TRANSPARENCY_WITNESSES]


def _witness_key(vkey: str) -> NoteKey:
    key = parse_vkey(vkey)
    if key.kind != COSIGNATURE:
        raise BadNote(f"{vkey!r} is a key of a log, not of a witness")
    return key


def secret_of(key: str) -> bytes:
    """Return the bytes of a key from the settings. Raise BadNote."""
    try:
        return base64.b64decode(key + "=" * (-len(key) % 4), b"-_", validate=True)
    except ValueError as error:
        raise BadNote("a key has to be 32 random bytes in URL-safe base64") from error


@checks.register(Tags.security)
def check_keys(**_: Any) -> Iterable[CheckMessage]:
    """Report keys that cannot be read, and a public site without keys."""
    try:
        signers_of("check")
        witness_keys()
    except BadNote as error:
        yield checks.Error(
            f"TRANSPARENCY_KEYS or TRANSPARENCY_WITNESSES cannot be read: {error}.",
            hint="See docs/transparency.md.",
            id="games.E001",
        )
    if not settings.SITE_IS_LOCAL and not settings.TRANSPARENCY_KEYS:
        yield checks.Info(
            "TRANSPARENCY_KEYS is not set: there is no log of the whole site.",
            hint="Set it to 32 random bytes in URL-safe base64, and keep them.",
            id="games.I001",
        )
