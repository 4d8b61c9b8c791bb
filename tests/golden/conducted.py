"""Golden games in which everything happens that can happen around the play."""

from hashlib import sha256

from stoneage_core import (
    SealedChance,
    awaited,
    commitment,
    create,
    decide,
    end,
    expire,
    join,
    replay,
    reveal,
    start,
)
from stoneage_core.clock import DAY, HOUR, Bank, Clock, PerMove, Window
from stoneage_core.conduct import (
    AbsenceDeclared,
    AbsenceEnded,
    ClockSet,
    DecisionTakenBack,
    GameHeld,
    GamePaused,
    GameReleased,
    GameResumed,
    GameRolledBack,
    MotionKind,
    MotionMade,
    MotionSettled,
    Outcome,
    PlayerReplaced,
    PlayerReturned,
    SeatEntrusted,
    StewardSeated,
    SubstituteSeated,
    TimeGranted,
    TimeSpent,
    VoteCast,
)
from stoneage_core.events import Event
from stoneage_core.state import EndReason
from stoneage_core.steward import choose

AGREED, DRAWN = "3-players-agreed", "2-players-drawn"
DECIDED = "2-players-decided"
QUICK = Clock(PerMove(DAY), grace=HOUR, misses=1)
SLOW = Clock(
    Bank(4 * DAY, DAY, 6 * DAY),
    grace=8 * HOUR,
    window=Window(7 * 60, 22 * 60),
    weekends=True,
    vacation=21,
)


class Session:
    """A stream being played."""

    def __init__(self, name: str, players: int) -> None:
        seed = sha256(name.encode()).digest()
        self.chance = SealedChance(seed)
        self.events: list[Event] = []
        self.happens(
            *create(
                game=name,
                player_count=players,
                commitment=commitment(seed),
                chance=self.chance,
            ).events
        )

    def begins(self, clock: Clock) -> None:
        self.happens(ClockSet(clock))
        for player in range(self.state.player_count):
            self.happens(*join(self.state, player, "", self.chance).events)
        salts = ("",) * self.state.player_count
        self.happens(*start(self.state, salts, self.chance).events)

    def happens(self, *events: Event) -> None:
        self.events += events
        self.state = replay(self.events)

    def decisions(self, count: int) -> None:
        for _ in range(count):
            player = min(awaited(self.state))
            command = choose(self.state, player)
            self.happens(*decide(self.state, player, command, self.chance).events)

    def times_out(self) -> int:
        player = min(awaited(self.state))
        self.happens(*expire(self.state, player, self.chance).events)
        return player


def play_until_agreed() -> list[Event]:
    """Play until the players have enough of it."""
    game = Session(AGREED, 3)
    game.begins(QUICK)
    game.decisions(40)
    _take_back(game)
    _go_away(game)
    _lose_a_seat(game)
    game.decisions(60)
    _change_clock(game)
    game.decisions(60)
    game.happens(MotionMade(6, 1, MotionKind.END), VoteCast(0, 6, True))
    game.happens(VoteCast(2, 6, True), MotionSettled(6, Outcome.CARRIED))
    game.happens(*end(game.state, game.chance).events)
    return game.events


def play_until_drawn() -> list[Event]:
    """Play until the staff, who had much to do, call it a draw."""
    game = Session(DRAWN, 2)
    game.begins(QUICK)
    game.decisions(30)
    version = game.state.version
    game.happens(GamePaused("2026-12-03T18:00:00+00:00"), GameResumed())
    game.decisions(20)
    game.happens(GameRolledBack(version, False), TimeGranted(0, DAY))
    game.decisions(20)
    game.happens(SeatEntrusted(1), PlayerReplaced(1, 1))
    game.decisions(20)
    game.happens(*end(game.state, game.chance, EndReason.DRAWN).events)
    game.happens(*reveal(game.state, game.chance).events)
    return game.events


def play_until_decided() -> list[Event]:
    """Play until the staff end it; the first time they go back on it."""
    game = Session(DECIDED, 2)
    game.begins(SLOW)
    game.decisions(30)
    version = game.state.version
    game.decisions(5)
    game.happens(GameHeld(), GameRolledBack(version, banks=True), GameReleased())
    game.decisions(20)
    version = game.state.version
    game.happens(*end(game.state, game.chance, EndReason.CALLED_OFF).events)
    game.happens(GameRolledBack(version, banks=True))
    game.decisions(20)
    game.happens(*end(game.state, game.chance, EndReason.DECIDED).events)
    game.happens(*reveal(game.state, game.chance).events)
    return game.events


def _take_back(game: Session) -> None:
    """At once, and then by agreement."""
    version, player = game.state.version, min(awaited(game.state))
    game.decisions(1)
    game.happens(DecisionTakenBack(player, version, agreed=False))
    game.decisions(5)
    game.happens(MotionMade(1, 2, MotionKind.TAKE_BACK, sequence=version))
    game.happens(VoteCast(0, 1, True), VoteCast(1, 1, False))
    game.happens(MotionSettled(1, Outcome.REJECTED))
    game.happens(MotionMade(2, 2, MotionKind.TAKE_BACK, sequence=version))
    game.happens(VoteCast(0, 2, True), VoteCast(1, 2, True))
    game.happens(MotionSettled(2, Outcome.CARRIED))
    game.happens(DecisionTakenBack(2, version, agreed=True))


def _go_away(game: Session) -> None:
    begins, ends = "2026-12-03T18:00:00+00:00", "2026-12-10T18:00:00+00:00"
    game.happens(AbsenceDeclared(1, begins, ends))
    game.decisions(10)
    game.happens(AbsenceEnded(1))


def _lose_a_seat(game: Session) -> None:
    """The steward takes a seat, its player returns, then somebody else sits down."""
    player = game.times_out()
    game.happens(StewardSeated(player, 1))
    game.decisions(10)
    game.happens(PlayerReturned(player))
    player = game.times_out()
    other = (player + 1) % 3
    game.happens(StewardSeated(player, 1))
    for motion in (3, 4):
        substitute = MotionKind.SUBSTITUTE
        game.happens(MotionMade(motion, other, substitute, seat=player, offer=1))
    game.happens(MotionSettled(3, Outcome.LAPSED))
    game.happens(VoteCast((player + 2) % 3, 4, True))
    game.happens(MotionSettled(4, Outcome.CARRIED), SubstituteSeated(player, 1))


def _change_clock(game: Session) -> None:
    game.happens(MotionMade(5, 0, MotionKind.CLOCK, clock=SLOW))
    game.happens(VoteCast(1, 5, True), VoteCast(2, 5, True))
    game.happens(MotionSettled(5, Outcome.CARRIED), ClockSet(SLOW), TimeSpent(0, 90))
