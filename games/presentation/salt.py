"""The salt that a player added to the dice, as nobody but they see it."""

import shlex
from dataclasses import dataclass

from games.models import PinchOfSalt, Seat
from stoneage_core import GameState, salt_of


@dataclass(frozen=True)
class Pinch:
    """Words and nonce, the salt made of them, and how to check that it was."""

    words: str
    nonce: str
    salt: str
    check: str


def own_seal_of(seat: Seat, state: GameState) -> str:
    """Return the commitment of whoever sealed a salt, before the start; else ''."""
    is_own = seat.number in state.own_seals
    return state.salt_commitments[seat.number] or "" if is_own else ""


def pinch_of(seat: Seat) -> Pinch | None:
    """
    Return what the player of a seat added; not what one before them did.

    Guests practise alone: there is nobody whom they would have to prove it to.
    """
    if seat.user is None or seat.user.is_guest:
        return None
    row = PinchOfSalt.objects.filter(seat=seat, user=seat.user_id).first()
    if row is None:
        return None
    slug, nonce = seat.game.slug, bytes(row.nonce)
    command = [
        *("python", "-m", "stoneage_core", "verify", f"{slug}-record.jsonl"),
        *("--seat", str(seat.number + 1), "--nonce", nonce.hex()),
        *("--words", row.words),
    ]
    return Pinch(
        words=row.words,
        nonce=nonce.hex(),
        salt=salt_of(nonce, slug, seat.number, row.words),
        check=shlex.join(command),
    )
