"""Look-up of a hash that an old mail quotes: at which event it stood."""

import re
from dataclasses import dataclass
from datetime import datetime

from games import queries
from games.models import Game
from games.store import chain
from games.store.lookups import find_event
from games.store.stream import load_records

_ADDRESS = re.compile(r"games/([2-9a-z]+)")
_SLUG = re.compile(r"[2-9a-z]{10}")


@dataclass(frozen=True)
class HashMatch:
    """
    The event at which a hash stood, and whether the log up to there is unchanged.

    ``broken_at`` is the first event that does not fit the chain, or None.
    """

    game: Game
    sequence: int
    hash: str
    recorded_at: datetime
    broken_at: int | None

    @property
    def is_unchanged(self) -> bool:
        """Whether the log up to this event is what it was."""
        return self.broken_at is None or self.broken_at > self.sequence


def slug_in(text: str) -> str:
    """Return the name of a game out of its address, or the name alone; '' if none."""
    text = text.strip().lower()
    address = _ADDRESS.search(text)
    if address:
        return address[1]
    return text if _SLUG.fullmatch(text) else ""


def find_hash(head: str, game: Game | None = None) -> HashMatch | None:
    """Return the event that has this hash, in one game or in any of them."""
    event = find_event(head, game)
    return None if event is None else _match(*event, head)


def broken_at(game: Game) -> int | None:
    """Return where the chain of a game's log does not hold, None if it does."""
    stored = load_records(game, limit=game.version)
    found = chain.first_break(game.slug, stored, version=game.version, head=game.head)
    return None if found is None else found.sequence


def find_game(text: str) -> Game | None:
    """Return the game whose address, or name, was typed."""
    slug = slug_in(text)
    return queries.game_by_slug(slug) if slug else None


def _match(game: Game, record: chain.Record, head: str) -> HashMatch:
    return HashMatch(
        game=game,
        sequence=record.sequence,
        hash=head,
        recorded_at=record.recorded_at,
        broken_at=broken_at(game),
    )
