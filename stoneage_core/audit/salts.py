"""Salts, which players add to the dice: whose each one is, and how strong it is."""

from collections.abc import Sequence

from stoneage_core.audit.entries import Entry, entries_of
from stoneage_core.audit.moments import moment_of
from stoneage_core.audit.verdict import Wrong
from stoneage_core.chance import SECONDS_TO_REVEAL, commitment, salt_of
from stoneage_core.events.base import Event
from stoneage_core.events.setup import GameCreated, PlayerJoined, SaltsRevealed
from stoneage_core.phrases import SeatName


def is_salt_of(text: str, player: int, nonce: bytes, words: str) -> bool:
    """Return whether a player's salt in a sound record was made of nonce and words."""
    events = [entry.decoded() for entry in entries_of(text)]
    (game,) = (event.game for event in events if isinstance(event, GameCreated))
    salt = salt_of(nonce, game, player, words)
    return PlayerJoined(player, commitment(salt.encode())) in events


def check_salts(entries: Sequence[Entry], events: Sequence[Event]) -> None:
    """
    Raise Wrong unless the game began when all salts were there, or overdue.

    Salts that the service knows are revealed as soon as all have joined.
    """
    joined_at, own = "", False
    for entry, event in zip(entries, events, strict=True):
        if isinstance(event, PlayerJoined):
            joined_at, own = entry.recorded_at, own or event.own_seal
        if isinstance(event, SaltsRevealed):
            if not own and entry.recorded_at != joined_at:
                english = "it has to happen together with what led to it"
                raise Wrong(entry.sequence, english)
            if None in event.salts:
                _require_overdue(entry, joined_at, event.salts.index(None))
            return


def _require_overdue(entry: Entry, joined_at: str, player: int) -> None:
    waited = moment_of(entry.recorded_at) - moment_of(joined_at)
    if waited.total_seconds() < SECONDS_TO_REVEAL:
        english = "{player} still had time to reveal the salt"
        raise Wrong(entry.sequence, english, player=SeatName(player))


def sealed_by_players(events: Sequence[Event]) -> tuple[list[int], list[int]]:
    """
    Return the players who sealed their salts themselves.

    First those who revealed them, then those who did not. None of the first kind can
    have been known to whoever held the seed, before all had joined.
    """
    joined = [each for each in events if isinstance(each, PlayerJoined)]
    own = {each.player for each in joined if each.own_seal}
    salts = next((each.salts for each in events if type(each) is SaltsRevealed), ())
    known = {player for player, salt in enumerate(salts) if salt is not None}
    return sorted(own & known), sorted(own - known) if salts else []
