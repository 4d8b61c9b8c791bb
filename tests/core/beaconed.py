"""Plays and records a game that uses a public beacon, without the service."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256

from stoneage_core.cryptography.beacon import PATIENCE, QUICKNET, Beacon, randomness_of
from stoneage_core.events.chance import BeaconMissed, BeaconRevealed
from stoneage_core.events.proposals import ProposalKind
from stoneage_core.events.service import ReplyReceived
from stoneage_core.match.deadlines import beacon_due_at
from stoneage_core.match.proposals import CastVote, Propose
from stoneage_core.rules.dispatch import waits_for_beacon
from stoneage_core.time_control import DAY, PerMove, TimeControl
from tests.core.recorded_game import RecordedGame

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
#: The randomness that the beacon published for these rounds.
RANDOMNESS = {
    1000: "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd",
    657413: "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587",
}


def just_before(number: int, beacon: Beacon = QUICKNET) -> datetime:
    """Return the moment at which a round is the next one that can be named."""
    seconds = beacon.published_at(number) - beacon.lead - 1
    return datetime.fromtimestamp(seconds, UTC)


def known_round(number: int, signature: str) -> BeaconRevealed:
    """Return the event for a round with this signature."""
    return BeaconRevealed(number, randomness_of(signature), signature)


class BeaconedGame(RecordedGame):
    """A game that two players joined and that waits for the beacon."""

    def __init__(self, now: datetime | None = None, beacon: Beacon = QUICKNET) -> None:
        begins = now or just_before(1000, beacon)
        super().__init__("beaconed", SEED, CLOCK, begins, beacon=beacon)

    @property
    def due_at(self) -> datetime:
        due = beacon_due_at(self.state)
        assert due is not None
        return due

    def takes_beacon(self, signature: str | None = None) -> None:
        """Record the round when it is published, or miss it ten minutes later."""
        wait = 0 if signature else PATIENCE
        self.now = max(self.now, self.due_at + timedelta(seconds=wait))
        number = self.state.beacon_round
        self.decides(
            known_round(number, signature) if signature else BeaconMissed(number)
        )

    def plays(self, count: int = 1, minutes: int = 2) -> None:
        """Make ``count`` moves, each after some minutes."""
        for _ in range(count):
            self.now += timedelta(minutes=minutes)
            self.moves()

    def waits(self, minutes: int = 2) -> None:
        """Play on until the beacon is awaited."""
        while not waits_for_beacon(self.state):
            self.plays(minutes=minutes)

    def ends(self) -> None:
        """End the game by agreement, with one vote by email."""
        self.decides(Propose(ProposalKind.END), 0)
        self.decides(ReplyReceived(1, sha256(b"yes").hexdigest(), is_signed=True))
        self.decides(CastVote(1, agrees=True), 1, "reply")


def whole_game() -> BeaconedGame:
    """Return a finished game with two published rounds and three missed ones."""
    game = BeaconedGame()
    game.takes_beacon(PUBLISHED[1000])
    game.now = just_before(657413)
    game.waits(minutes=0)
    game.takes_beacon(PUBLISHED[657413])
    for _ in range(3):
        game.waits()
        game.takes_beacon()
    game.plays(3)
    game.ends()
    return game
