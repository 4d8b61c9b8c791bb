"""The ``eventsourcing`` library on PostgreSQL, with an aggregate that only counts."""

from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event


class GameAggregate(Aggregate):
    """A game that counts its events, the least that replaying can be."""

    @event("Started")
    def __init__(self) -> None:
        self.happened = 0

    @event("Happened")
    def happen(self, fields: dict[str, Any]) -> None:
        """Count an event."""
        self.happened += 1


def environment_of(url: str) -> dict[str, str]:
    """Return the library's settings for the PostgreSQL at ``url``."""
    parts = urlsplit(url)
    host = parse_qs(parts.query).get("host", [parts.hostname])[0]
    return {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": parts.path.strip("/"),
        "POSTGRES_HOST": host or "",
        "POSTGRES_PORT": str(parts.port or 5432),
        "POSTGRES_USER": parts.username or "",
        "POSTGRES_PASSWORD": parts.password or "none",
    }


class Library:
    """An application of the library without a cache, so that each game is rebuilt."""

    def __init__(self, url: str) -> None:
        self.application: Application[UUID] = Application(env=environment_of(url))

    def store(self, data: Iterable[str]) -> UUID:
        """Store a game of events with these JSON contents; return its id."""
        game = GameAggregate()
        for text in data:
            game.happen(fields=msgspec.json.decode(text))
        self.application.save(game)
        return game.id

    def rebuilding(self, name: UUID, events: int) -> Callable[[], int]:
        """Return a case that rebuilds a game from its events once."""

        def run() -> int:
            game: GameAggregate = self.application.repository.get(name)
            assert game.happened == events
            return 1

        return run
