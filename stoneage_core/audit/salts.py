"""Whether a salt in a record is somebody's: they alone have what it was made of."""

from stoneage_core.audit.entries import entries_of
from stoneage_core.chance import salt_of
from stoneage_core.events import GameCreated, PlayerJoined


def is_salt_of(text: str, player: int, nonce: bytes, words: str) -> bool:
    """Return whether a player's salt in a sound record was made of nonce and words."""
    events = [entry.decoded() for entry in entries_of(text)]
    (game,) = (event.game for event in events if isinstance(event, GameCreated))
    return PlayerJoined(player, salt_of(nonce, game, player, words)) in events
