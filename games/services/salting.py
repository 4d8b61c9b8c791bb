"""What players add to the dice when they join."""

import secrets
import unicodedata

from games.models import Game, PinchOfSalt, Seat
from games.models.salts import LONGEST_WORDS
from games.services.users import is_control
from stoneage_core import salt_of
from stoneage_core.chance import NONCE_BYTES


def pinch_add(*, game: Game, seat: Seat, words: str) -> str:
    """
    Keep what somebody typed when they took a seat; return the salt, for the log.

    Who typed nothing has a salt like any other.
    """
    assert seat.user_id is not None
    words, nonce = _clean(words), secrets.token_bytes(NONCE_BYTES)
    PinchOfSalt.objects.create(
        seat=seat, user_id=seat.user_id, words=words, nonce=nonce
    )
    return salt_of(nonce, game.slug, seat.number, words)


def _clean(words: str) -> str:
    """Return words that can be shown in one line, and typed again from there."""
    plain = " ".join("".join(c for c in words if not is_control(c)).split())
    return unicodedata.normalize("NFC", plain)[:LONGEST_WORDS]
