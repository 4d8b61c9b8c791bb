"""Salts, which players add to the dice: bound as they join, revealed when all have."""

import re
import secrets
import unicodedata
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from msgspec import UNSET

from games.decisions.autoplay import play_automatic
from games.decisions.opening import attempt_on_game, open_session
from games.decisions.session import GameSession, Provenance
from games.errors import InvalidChoice
from games.models import Game, PinchOfSalt, Seat, Status
from games.models.salts import LONGEST_WORDS
from games.presentation.text import clean_line
from stoneage_core import Phase, commitment, salt_of
from stoneage_core.chance import NONCE_BYTES, SECONDS_TO_REVEAL
from stoneage_core.match.commands import MatchCommand
from stoneage_core.match.lifecycle import Join, Start
from stoneage_core.match.state import Source
from stoneage_core.opponents.ladder import OPPONENTS
from stoneage_core.rules.setup import require_salt
from stoneage_core.state import Salts

#: How long players have to reveal what they sealed themselves.
TIME_TO_REVEAL = timedelta(seconds=SECONDS_TO_REVEAL)


_HEX = re.compile(r"[0-9a-f]{64}")


class SealedSalt(NamedTuple):
    """A salt that its player made: nothing is known here but its SHA-256, in hex."""

    commitment: str


#: What somebody adds to the dice: words, or a salt of their own.
OwnSalt = str | SealedSalt


def choose_salt(words: str, own_seal: str) -> OwnSalt:
    """Return what a form adds to the dice: a salt of its own, else the words."""
    return SealedSalt(own_seal) if own_seal else words


def join_with_salt(
    session: GameSession, own: Seat, source: Provenance, salt: OwnSalt = ""
) -> None:
    """
    Let the player of a seat join, bound to what they add to the dice.

    Writes the salt beside the seat, made of their words and a new nonce, where they did
    not make one themselves. Raise InvalidChoice for a commitment that is none.
    """
    if isinstance(salt, SealedSalt):
        if not _HEX.fullmatch(salt.commitment):
            raise InvalidChoice
        bound_by = salt.commitment
    else:
        bound_by = commitment(_make_salt(session, own, salt))
    user = own.user
    join = Join(
        bound_by,
        own_seal=isinstance(salt, SealedSalt),
        program=(user.program if user else "") or UNSET,
    )
    session.decide(join, own.number, source)


def seat_bot(session: GameSession, own: Seat) -> None:
    """Let the opponent of a seat join, named as it decides today; it adds nothing."""
    bot = OPPONENTS[own.bot].bot
    session.decide(Join("", bot=bot), own.number, Source.AUTOMATIC)


def begin_when_salted(
    session: GameSession, start: Callable[[Salts], MatchCommand] = Start
) -> None:
    """
    Start a game that all have joined, if all salts are there or overdue.

    ``start`` makes the command of the salts. Else write until when players may reveal
    theirs. Nothing happens before all joined.
    """
    game, state = session.game, session.state
    if state.phase is not Phase.INVITATION or not state.is_full or state.salts:
        return
    salts = tuple(_salt_of(session, seat) for seat in session.seats)
    due_at = game.salts_due_at or session.now + TIME_TO_REVEAL
    is_salted = None not in salts or session.now >= due_at
    if is_salted != (game.salts_due_at is None):
        game.salts_due_at = None if is_salted else due_at
        game.save(update_fields=["salts_due_at"])
    if is_salted:
        session.decide(start(salts), None, Source.SERVICE)
        play_automatic(session)


@transaction.atomic
def reveal_salt(*, seat: Seat, salt: str, now: datetime) -> Game:
    """
    Reveal the salt that a player sealed; the last one needed starts the game.

    Idempotent. Raise InvalidChoice where there is nothing to reveal, and IllegalMove
    for another salt than the one sealed.
    """
    session = open_session(seat.game_id, now=now)
    own = session.seat(seat.number)
    if salt and own.salt == salt:
        return session.game
    if session.game.salts_due_at is None or own.number not in session.state.own_seals:
        raise InvalidChoice
    require_salt(session.state, own.number, salt)
    own.salt = salt
    own.save(update_fields=["salt"])
    begin_when_salted(session)
    if session.entries:
        session.save()
    return session.game


@attempt_on_game
def close_salts(*, game_id: int, now: datetime, skip_locked: bool = False) -> bool:
    """Start a game whose players had time to reveal; return whether it was time."""
    session = open_session(game_id, now=now, skip_locked=skip_locked)
    due_at = session.game.salts_due_at
    if due_at is None or due_at > now or session.game.status != Status.INVITING:
        return False
    begin_when_salted(session)
    session.save()
    return True


def _make_salt(session: GameSession, seat: Seat, words: str) -> bytes:
    """Return a salt, after writing it and what it was made of; even of no words."""
    assert seat.user_id is not None
    words, nonce = _clean_words(words), secrets.token_bytes(NONCE_BYTES)
    PinchOfSalt.objects.create(
        seat=seat, user_id=seat.user_id, words=words, nonce=nonce
    )
    seat.salt = salt_of(nonce, session.game.slug, seat.number, words)
    seat.save(update_fields=["salt"])
    return seat.salt.encode()


def _salt_of(session: GameSession, seat: Seat) -> str | None:
    """Return the salt of a seat; None is one that only its player knows."""
    is_unknown = not seat.salt and seat.number in session.state.own_seals
    return None if is_unknown else seat.salt


def _clean_words(words: str) -> str:
    """Return words that can be shown in one line, and typed again from there."""
    return unicodedata.normalize("NFC", clean_line(words))[:LONGEST_WORDS]
