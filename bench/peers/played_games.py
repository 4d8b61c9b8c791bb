"""Games of Stone Age as aggregates of the ``eventsourcing`` library.

The rules are ours; storing, loading and concurrency control are the library's. Each
event of the engine is one event of the aggregate.
"""

from typing import Any, ClassVar
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from eventsourcing.persistence import JSONTranscoder, Transcoding

from stoneage_core import INITIAL, GameState, SealedChance, decide, evolve
from stoneage_core.commands import Command
from stoneage_core.events.base import Event
from stoneage_core.record import codec

#: Every game has the same seed. A real service would read each game's own.
CHANCE = SealedChance(bytes(32))


class PlayedGame(Aggregate):
    """A game with its position."""

    @event("Opened")
    def __init__(self) -> None:
        self.state = INITIAL

    def play(self, player: int, command: Command) -> None:
        """Carry out a command. Raises IllegalMove if the rules refuse it."""
        self.record(*decide(self.state, player, command, CHANCE).events)

    def record(self, *events: Event) -> None:
        """Record these events of the engine."""
        for each in events:
            name = each.type_name()
            data = codec.encode(each).decode()
            self.happen(name, codec.latest_version(name), data)

    @event("Happened")
    def happen(self, name: str, schema_version: int, data: str) -> None:
        """Apply one stored event of the engine to the position."""
        self.state = evolve(self.state, codec.decode(name, schema_version, data))


class PositionTranscoding(Transcoding):
    """Encodes positions in snapshots as our service does in its rows."""

    type = GameState
    name = "position"

    def encode(self, obj: GameState) -> str:
        return codec.encode_state(obj).decode()

    def decode(self, data: str) -> GameState:
        return codec.decode_state(data)


class ReplayedGames(Application[UUID]):
    """The library's default: each move replays its game."""

    def register_transcodings(self, transcoder: JSONTranscoder) -> None:
        super().register_transcodings(transcoder)
        transcoder.register(PositionTranscoding())


class SnapshottedGames(ReplayedGames):
    """The library with a snapshot of a game after every 20 events."""

    snapshotting_intervals: ClassVar[dict[Any, int]] = {PlayedGame: 20}


APPLICATIONS: dict[str, type[ReplayedGames]] = {
    "replayed": ReplayedGames,
    "snapshotted": SnapshottedGames,
}
