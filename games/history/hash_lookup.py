"""Find the event whose hash an old email quotes."""

import re
from dataclasses import dataclass
from datetime import datetime

from games import queries
from games.log import chain
from games.log.lookups import find_event
from games.log.stream import load_records
from games.models import Game

_ADDRESS = re.compile(r"games/([2-9a-z]+)")
_SLUG = re.compile(r"([2-9a-z]{10})")


@dataclass(frozen=True)
class HashMatch:
    """
    The event that has a hash, and whether the log up to it is unchanged. ``broken_at``
    is the first event at which the chain is broken, or None.
    """

    game: Game
    sequence: int
    hash: str
    recorded_at: datetime
    broken_at: int | None

    @property
    def is_unchanged(self) -> bool:
        return self.broken_at is None or self.broken_at > self.sequence


def find_hash(head: str, game: Game | None = None) -> HashMatch | None:
    event = find_event(head, game)
    if event is None:
        return None
    game, record = event
    at = record.sequence, head, record.recorded_at
    return HashMatch(game, *at, broken_at=broken_at(game))


def broken_at(game: Game) -> int | None:
    stored = load_records(game, limit=game.version)
    found = chain.first_break(game.slug, stored, version=game.version, head=game.head)
    return None if found is None else found.sequence


def find_game(text: str) -> Game | None:
    """Return the game whose URL or slug was entered, or None."""
    text = text.strip().lower()
    named = _ADDRESS.search(text) or _SLUG.fullmatch(text)
    return queries.game_by_slug(named[1]) if named else None
