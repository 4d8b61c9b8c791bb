"""The keys of the site's log: those that sign its checkpoints, and its witnesses'."""

import base64
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import urlsplit

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


class Witness(NamedTuple):
    """A witness: its key, and the address below which it takes checkpoints."""

    key: NoteKey
    url: str


def witnesses() -> list[Witness]:
    """Return the configured witnesses. Raise BadNote for one that cannot be read."""
    return [_read_witness(each) for each in settings.TRANSPARENCY_WITNESSES]


def _read_witness(text: str) -> Witness:
    vkey, _, url = text.strip().partition(" ")
    key = parse_vkey(vkey)
    if key.kind != COSIGNATURE:
        raise BadNote(f"{vkey!r} is a key of a log, not of a witness")
    if urlsplit(url).scheme not in ("http", "https"):
        raise BadNote(f"{text!r} is not a key, a space and an address")
    return Witness(key, url.rstrip("/"))


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
        witnesses()
    except BadNote as error:
        yield checks.Error(
            f"TRANSPARENCY_KEYS or TRANSPARENCY_WITNESSES cannot be read: {error}.",
            hint="See docs/transparency.md.",
            id="games.E001",
        )
    if not settings.SITE_IS_LOCAL and not settings.TRANSPARENCY_KEYS:
        yield checks.Info(
            "TRANSPARENCY_KEYS is not set: there is no log of the whole site.",
            hint="Optional: see “The key” in docs/transparency.md.",
            id="games.I001",
        )
