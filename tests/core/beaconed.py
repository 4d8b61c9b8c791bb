"""A game that takes a public beacon, played and recorded by the rules alone."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from msgspec import Raw

from stoneage_core import SealedChance, awaited, chain, codec, commitment
from stoneage_core.audit import Entry, write
from stoneage_core.autopilot import choose
from stoneage_core.beacon import PATIENCE, QUICKNET
from stoneage_core.events.base import Event
from stoneage_core.events.proposals import ProposalKind
from stoneage_core.match import commands as m
from stoneage_core.match.calendar import write_moment
from stoneage_core.match.commands import MatchCommand
from stoneage_core.match.deadlines import beacon_due_at
from stoneage_core.match.decide import decide_match
from stoneage_core.match.fact_commands import ReceiveReply
from stoneage_core.match.history import History
from stoneage_core.match.state import By, Match, Source
from stoneage_core.rules.dispatch import waits_for_beacon
from stoneage_core.state import TieBreak
from stoneage_core.time_control import DAY, PerMove, TimeControl

SEED = sha256(b"a game with a beacon").digest()
CLOCK = TimeControl(PerMove(40 * DAY), takeback=120)

#: Rounds of the chain as they were published, with their signatures.
PUBLISHED = {
    1000: (
        "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125"
        "e342b73a8dd2bacbe47e4b6b63ed5e39"
    ),
    657413: (
        "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be"
        "41076862b98fad56e91a6b85b89cd97b"
    ),
}
#: What one of them was called at its source.
RANDOMNESS = {
    1000: "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd",
    657413: "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587",
}


def just_before(number: int) -> datetime:
    """The moment at which a round is the next that can be named."""
    return datetime.fromtimestamp(QUICKNET.published_at(number) - 11, UTC)


class BeaconedGame:
    """Two have joined, and wait for the beacon; ``now`` is when things happen."""

    def __init__(self, now: datetime | None = None) -> None:
        self.now = now or just_before(1000)
        self.match, self.history = Match(), History()
        self.events: list[Event] = []
        self.entries: list[Entry] = []
        self.chance = SealedChance(SEED)
        sealed = commitment(SEED)
        self.decides(m.Create("beaconed", 2, sealed, TieBreak.SEQUENTIAL, 0, QUICKNET))
        self.decides(m.SetTimeControl(CLOCK))
        salts = tuple(sha256(bytes([player])).hexdigest() for player in range(2))
        for player, salt in enumerate(salts):
            self.decides(m.Join(commitment(salt.encode())), player)
        self.decides(m.Start(salts))

    @property
    def state(self):
        return self.match.board

    @property
    def due_at(self) -> datetime:
        due = beacon_due_at(self.state)
        assert due is not None
        return due

    @property
    def text(self) -> str:
        return "".join(map(write, self.entries))

    def decides(
        self, command: MatchCommand, player: int | None = None, source: str = ""
    ) -> None:
        """Let a player decide, on the page, or the service."""
        source = source or ("service" if player is None else "page")
        decision = decide_match(
            self.match,
            command,
            By(player, Source(source), self.now),
            chance=self.chance,
            past=lambda: self.history,
        )
        before = self.match
        for step, after in zip(decision.steps, decision.matches, strict=True):
            self.history.note(before, step, after)
            self._record(step.events, step.by, step.command)
            before = after
        self.match = decision.match

    def _record(self, events: Iterable[Event], by: By, command: str) -> None:
        for event in events:
            self.events.append(event)
            entry = Entry(
                sequence=len(self.events),
                schema_version=1,
                rules_version=1,
                event=Raw(codec.encode(event)),
                decided_by=by.player,
                source=by.source.value,
                command=command,
                request_id=None,
                recorded_at=write_moment(by.at),
                hash="",
            )
            previous = self.entries[-1].hash if self.entries else chain.GENESIS
            linked = chain.link(previous, "beaconed", entry.form())
            self.entries.append(Entry(**{**_fields(entry), "hash": linked}))
            command = ""

    def takes_beacon(self, signature: str | None = None) -> None:
        """The round is known at its moment, or missed ten minutes later."""
        wait = 0 if signature else PATIENCE
        self.now = max(self.now, self.due_at + timedelta(seconds=wait))
        self.decides(m.TakeBeacon(self.state.beacon_round, signature))

    def moves(self, count: int = 1, minutes: int = 2) -> None:
        """Whoever is asked decides as autopilot advises, after some minutes each."""
        for _ in range(count):
            self.now += timedelta(minutes=minutes)
            player = min(awaited(self.state))
            self.decides(m.PlayMove(choose(self.state, player)), player)

    def waits(self, minutes: int = 2) -> None:
        """Play on until the beacon is awaited."""
        while not waits_for_beacon(self.state):
            self.moves(minutes=minutes)

    def ends(self) -> None:
        """Both agree to end it, one of them by mail."""
        self.decides(m.Propose(ProposalKind.END), 0)
        self.decides(ReceiveReply(1, sha256(b"yes").hexdigest(), is_signed=True))
        self.decides(m.CastVote(1, agrees=True), 1, "reply")


def _fields(entry: Entry) -> dict[str, object]:
    return {name: getattr(entry, name) for name in entry.__struct_fields__}


def whole_game() -> BeaconedGame:
    """Two rounds, two of the beacon as they were published, the others missed."""
    game = BeaconedGame()
    game.takes_beacon(PUBLISHED[1000])
    game.now = just_before(657413)
    game.waits(minutes=0)
    game.takes_beacon(PUBLISHED[657413])
    for _ in range(3):
        game.waits()
        game.takes_beacon()
    game.moves(3)
    game.ends()
    return game
