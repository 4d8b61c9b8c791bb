"""A4: a move accepted by us and by a minimal service on ``eventsourcing``."""

import time
from collections.abc import Callable
from http import HTTPStatus
from uuid import UUID

from bench import goals, load
from bench.accept import ServiceUnderLoad, first_legal, serve
from bench.cores import CoreClock
from bench.peers.library import environment_of
from bench.peers.played_games import APPLICATIONS, CHANCE, PlayedGame
from bench.table import Comparison
from bench.timing import Scale, TimedCase
from stoneage_core import awaited, notation, simulation
from stoneage_core.autopilot import choose
from tests.harness.servers import Servers

#: Half-finished games of four; the cost of a replay depends on their length.
GAMES, HALFWAY = 20, 190

VARIANTS = {
    "replayed": "eventsourcing, each move replays its game",
    "snapshotted": "eventsourcing, a snapshot every 20 events",
}


class PeerUnderLoad:
    """The peer's service; one round posts one move for each running game."""

    def __init__(self, servers: Servers, port: int, variant: str, scale: Scale) -> None:
        self.port = port
        self.path = f"/{variant}/move"
        self.store = APPLICATIONS[variant](env=environment_of(servers.database.url))
        self.games = [
            self._played(number, decisions_of(scale)) for number in range(GAMES)
        ]
        self.requests: list[bytes] = []

    def prepare(self) -> None:
        """Build the request of the next move in every game."""
        self.requests = [
            self._request(game)
            for game in map(self._loaded, self.games)
            if awaited(game.state)
        ]

    def send(self) -> int:
        """Send them one after the other; return how many were accepted."""
        answers = load.send_all(self.requests, self.port, 1)
        return len(answers.times_of(self.path, HTTPStatus.SEE_OTHER))

    def _played(self, number: int, decisions: int) -> UUID:
        """Store a game after so many decisions; return its id."""
        game: PlayedGame = PlayedGame()
        opening, _state = simulation.opening(4, CHANCE, game=f"peer{number}")
        game.record(*opening)
        for _ in range(decisions):
            player = min(awaited(game.state))
            game.play(player, choose(game.state, player))
        self.store.save(game)
        return game.id

    def _loaded(self, pk: UUID) -> PlayedGame:
        game: PlayedGame = self.store.repository.get(pk)
        return game

    def _request(self, game: PlayedGame) -> bytes:
        player = min(awaited(game.state))
        fields = {
            "game": str(game.id),
            "player": str(player),
            "command": notation.to_text(first_legal(game.state, player)),
            "expected_version": str(game.version),
        }
        return load.form(self.path, fields, self.port)


def decisions_of(scale: Scale) -> int:
    """Return how many decisions each game has behind it."""
    return min(HALFWAY, scale.moves // 10)


def comparisons(servers: Servers, scale: Scale) -> list[Comparison]:
    """Return the comparisons by wall-clock time and by CPU time."""
    ours = ServiceUnderLoad(servers, GAMES, decisions_of(scale))
    our_clock = CoreClock(servers, ours.programs)
    port, programs = serve(servers, "peer", "bench.peers.event_sourced_app")
    peer_clock = CoreClock(servers, programs)
    peers = {
        variant: PeerUnderLoad(servers, port, variant, scale) for variant in VARIANTS
    }
    clocks: dict[str, tuple[Callable[[], float], Callable[[], float]]] = {
        "in wall-clock time": (time.perf_counter, time.perf_counter),
        "in CPU time": (our_clock, peer_clock),
    }
    return [
        Comparison(
            goals.A4,
            f"a move of a game that is half over accepted, {how}",
            VARIANTS[variant],
            TimedCase(f"move {how}", ours.send, ours.prepare, our_time),
            TimedCase(f"{variant} {how}", peer.send, peer.prepare, peer_time),
            "moves/s",
        )
        for how, (our_time, peer_time) in clocks.items()
        for variant, peer in peers.items()
    ]
