"""Plays a game with the engine alone, and writes its record as the service does."""

from collections.abc import Iterable
from datetime import datetime

from msgspec import Raw

from stoneage_core import GameState, SealedChance, awaited, commitment
from stoneage_core.audit import Entry, write
from stoneage_core.autopilot import choose
from stoneage_core.cryptography.beacon import Beacon
from stoneage_core.events.base import Event
from stoneage_core.events.setup import Bot, GameCreated
from stoneage_core.match.calendar import write_moment
from stoneage_core.match.commands import CommandOrFact, PlayMove
from stoneage_core.match.decide import decide_match
from stoneage_core.match.lifecycle import Join, Start
from stoneage_core.match.state import Authorship, History, Match, Source
from stoneage_core.record import chain, codec
from stoneage_core.rules_versions import RULES_VERSION
from stoneage_core.terms import Terms
from stoneage_core.time_control import TimeControl


class RecordedGame:
    """A game with all seats taken; ``now`` is the time, ``bot`` has the last seat."""

    def __init__(
        self,
        name: str,
        seed: bytes,
        clock: TimeControl,
        now: datetime,
        *,
        players: int = 2,
        beacon: Beacon | None = None,
        bot: Bot | None = None,
        dice_at_own_turn: bool = False,
    ) -> None:
        self.name, self.now = name, now
        self.match, self.history = Match(), History()
        self.events: list[Event] = []
        self.entries: list[Entry] = []
        self.chance = SealedChance(seed)
        terms = Terms(
            players,
            clock,
            first_player=0,
            beacon=beacon,
            dice_at_own_turn=dice_at_own_turn,
        )
        self.decides(GameCreated(name, commitment(seed), RULES_VERSION, terms))
        for player in range(players):
            own_bot = bot if player == players - 1 else None
            source = "automatic" if own_bot else "page"
            self.decides(Join(bot=own_bot), player, source)
        if beacon is None:
            self.decides(Start())

    @property
    def state(self) -> GameState:
        return self.match.board

    @property
    def text(self) -> str:
        return "".join(map(write, self.entries))

    def decides(
        self, command: CommandOrFact, player: int | None = None, source: str = ""
    ) -> None:
        """Decide a command of a player, by default on the page, or of the service."""
        source = source or ("service" if player is None else "page")
        decision = decide_match(
            self.match,
            command,
            Authorship(player, Source(source), self.now),
            chance=self.chance,
            past=lambda: self.history,
        )
        before = self.match
        for step, after in zip(decision.steps, decision.matches, strict=True):
            self.history.note(before, step, after)
            self._record(step.events, step.by, step.command)
            before = after
        self.match = decision.match

    def moves(self, source: str = "") -> None:
        """Let the awaited player make autopilot's move."""
        player = min(awaited(self.state))
        self.decides(PlayMove(choose(self.state, player)), player, source)

    def _record(self, events: Iterable[Event], by: Authorship, command: str) -> None:
        for event in events:
            self.events.append(event)
            entry = Entry(
                sequence=len(self.events),
                schema_version=1,
                event=Raw(codec.encode(event)),
                decided_by=by.player,
                source=by.source.value,
                command=command,
                request_id=None,
                recorded_at=write_moment(by.at),
                hash="",
            )
            previous = self.entries[-1].hash if self.entries else chain.GENESIS
            linked = chain.link(previous, self.name, entry.form())
            self.entries.append(Entry(**{**_fields(entry), "hash": linked}))
            command = ""


def _fields(entry: Entry) -> dict[str, object]:
    return {name: getattr(entry, name) for name in entry.__struct_fields__}
