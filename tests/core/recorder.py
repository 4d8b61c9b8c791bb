"""Plays games with the engine alone, and records them as the service does."""

import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from stoneage_core import (
    SealedChance,
    awaited,
    codec,
    commitment,
    create,
    decide,
    join,
    notation,
    replay,
    start,
)
from stoneage_core.events import Event
from stoneage_core.steward import choose
from stoneage_core.upcasters import latest_version

from .record_forger import Line, sealed

BEGIN = datetime(2026, 11, 20, 12, tzinfo=UTC)
SEED = sha256(b"a game recorded in a test").digest()


def _salt(player: int) -> str:
    return sha256(bytes([player])).hexdigest()


def _commitment(player: int) -> str:
    return commitment(_salt(player).encode())


class Recorder:
    """A game being played; two minutes pass with every decision."""

    def __init__(
        self,
        players: int = 2,
        how: str = "page",
        conduct=(),
        *,
        own_seals=(),
        unrevealed=(),
        waited: int = 0,
    ) -> None:
        self.chance = SealedChance(SEED)
        self.events: list[Event] = []
        self.lines: list[Line] = []
        self.now = BEGIN
        opening = {"player_count": players, "commitment": commitment(SEED)}
        self.happens(create(game="recorded", chance=self.chance, **opening).events)
        self.happens(conduct)
        for player in range(players):
            own, bound_by = player in own_seals, _commitment(player)
            joining = join(self.state, player, bound_by, self.chance, own_seal=own)
            self.happens(joining.events, player, how if player else "page")
        self.passes(waited)
        salts = tuple(None if n in unrevealed else _salt(n) for n in range(players))
        self.happens(start(self.state, salts, self.chance).events)

    @property
    def state(self):
        return replay(self.events)

    @property
    def text(self) -> str:
        return sealed(self.lines)

    def happens(
        self,
        events: Iterable[Event],
        player: int | None = None,
        how: str = "system",
        command: str = "",
    ) -> None:
        """Record the events of one decision."""
        for event in events:
            self.events.append(event)
            self.lines.append(
                {
                    "sequence": len(self.events),
                    "schema_version": latest_version(codec.type_of(event)),
                    "rules_version": 1,
                    "event": json.loads(codec.encode(event)),
                    "decided_by": player,
                    "decided_how": how,
                    "command": command,
                    "request_id": None,
                    "recorded_at": self.now.strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
                    "hash": "",
                }
            )
            command = ""

    def passes(self, seconds: int = 120) -> None:
        self.now += timedelta(seconds=seconds)

    def moves(self, count: int = 1, how: str = "page") -> None:
        """Let whoever is asked decide as the steward advises."""
        for _ in range(count):
            self.passes()
            player = self.asked
            command = choose(self.state, player)
            events = decide(self.state, player, command, self.chance).events
            self.happens(events, player, how, notation.to_text(command))

    @property
    def asked(self) -> int:
        return min(awaited(self.state))
