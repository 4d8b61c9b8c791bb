"""The hash chain: a player who keeps a game's last hash can see if its past changed.

The hash of an event is the SHA-256, in lower-case hex, of the UTF-8 bytes of a JSON
array without spaces and without unnecessary escapes (in Python:
``json.dumps(..., ensure_ascii=False, separators=(",", ":"))``):

    [previous hash, name of the game, sequence, type, schema version,
     data as stored (a string), decided by, source, command, request id, recorded at]

The previous hash of the first event is 64 zeros. ``decided by`` is a player's number
or null, ``request id`` a UUID with hyphens or null, ``recorded at`` is UTC with six
decimals, as in ``2026-11-20T19:30:00.000000Z``.
"""

import json
from hashlib import sha256

GENESIS = "0" * 64

#: Like ``json.dumps``, which would create an encoder for each of ten million events.
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

#: The hashed fields of an event, from ``sequence`` to ``recorded at``.
Form = tuple[str | int | None, ...]


def link(previous: str, game: str, form: Form) -> str:
    """Return the hash of an event from the hash before it and its hashed fields."""
    return sha256(_encode([previous, game, *form]).encode()).hexdigest()
