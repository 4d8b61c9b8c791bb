"""Golden games in which everything happens that can happen around the play."""

from collections.abc import Set
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
from stoneage_core.autopilot import choose
from stoneage_core.events.base import Event
from stoneage_core.events.clocks import (
    AbsenceDeclared,
    AbsenceEnded,
    TimeAsked,
    TimeControlSet,
    TimeGiven,
    TimeSpent,
)
from stoneage_core.events.proposals import (
    DecisionTakenBack,
    Outcome,
    ProposalKind,
    ProposalMade,
    ProposalSettled,
    VoteCast,
)
from stoneage_core.events.seats import (
    AutopilotSeated,
    GameCancelled,
    OfferWithdrawn,
    PlayerReturned,
    SeatEntrusted,
    SeatOffered,
    SeatTaken,
)
from stoneage_core.events.service import GameRestored, HoursSet, OutageRecorded
from stoneage_core.events.setup import Bot, PlayerWithdrew
from stoneage_core.events.staff import (
    GameAdjudicated,
    GameFrozen,
    GamePaused,
    GameResumed,
    GameRolledBack,
    GameUnfrozen,
    StaffActed,
    TimeGranted,
)
from stoneage_core.state import EndReason
from stoneage_core.terms import Terms
from stoneage_core.time_control import (
    DAY,
    DEFAULT,
    HOUR,
    Bank,
    PerMove,
    TimeControl,
    Window,
)

AGREED, DRAWN = "3-players-agreed", "2-players-drawn"
DECIDED, CANCELLED = "2-players-decided", "2-players-cancelled"
RESTORED = "2-players-restored"
GIVEN_TIME = "3-players-called-off"
FIRST, LATER = "2026-12-03T18:00:00.000000Z", "2026-12-10T18:00:00.000000Z"
QUICK = TimeControl(PerMove(DAY), grace=HOUR, misses=1)
SLOW = TimeControl(
    Bank(4 * DAY, DAY, 6 * DAY),
    grace=8 * HOUR,
    window=Window(7 * 60, 22 * 60),
    weekends=True,
    vacation=21,
)

#: An automatic player that is not there any more: to read a log nobody needs it.
BOT = Bot(
    "autopilot", 1, "0cbee800804b2fb96a8735ffec6f805eff25c81b28ccea34860bed126fabf2c7"
)


class ConductedStream:
    """A stream being played."""

    def __init__(self, name: str, players: int, control: TimeControl = DEFAULT) -> None:
        seed = sha256(name.encode()).digest()
        self.chance = SealedChance(seed)
        self.events: list[Event] = []
        self.happens(
            *create(
                game=name,
                commitment=commitment(seed),
                terms=Terms(players, control),
                chance=self.chance,
            ).events
        )

    def begins(self) -> None:
        for player in range(self.state.player_count):
            self.happens(*join(self.state, player, self.chance).events)
        self.happens(*start(self.state, self.chance).events)

    def happens(self, *events: Event) -> None:
        self.events += events
        self.state = replay(self.events)

    def decisions(self, count: int) -> None:
        for _ in range(count):
            player = min(awaited(self.state))
            command = choose(self.state, player)
            self.happens(*decide(self.state, player, command, self.chance).events)

    def ends(self, reason: EndReason) -> None:
        """Let the staff end it."""
        self.happens(GameAdjudicated(reason, LATER))
        self.happens(*end(self.state, self.chance, reason).events)

    def times_out(self) -> int:
        player = min(awaited(self.state))
        self.happens(*expire(self.state, player, self.chance).events)
        return player


def play_until_agreed() -> list[Event]:
    """Play until the players have enough of it."""
    game = ConductedStream(AGREED, 3, QUICK)
    game.begins()
    game.decisions(40)
    _take_back(game)
    _go_away(game)
    _lose_a_seat(game)
    game.decisions(60)
    _change_clock(game)
    game.decisions(60)
    game.happens(ProposalMade(7, 1, ProposalKind.END), VoteCast(0, 7, True))
    game.happens(VoteCast(2, 7, True), _settled(7, Outcome.CARRIED, {0, 1, 2}))
    game.happens(*end(game.state, game.chance).events)
    return game.events


def play_until_drawn() -> list[Event]:
    """Play until the staff, who had much to do, call it a draw."""
    game = ConductedStream(DRAWN, 2, QUICK)
    game.begins()
    game.decisions(30)
    version = game.state.version
    game.happens(StaffActed("pause", None, "5" * 64))
    game.happens(GamePaused("2026-12-03T18:00:00.000000Z"), GameResumed())
    game.decisions(20)
    game.happens(GameRolledBack(version), TimeGranted(0, DAY))
    game.decisions(20)
    game.happens(SeatEntrusted(1), SeatOffered(1, 1, for_good=True))
    game.happens(SeatTaken(1, 1, for_good=True), SeatOffered(2, 0, for_good=True))
    game.happens(OfferWithdrawn(2))
    game.decisions(20)
    game.ends(EndReason.DRAWN)
    game.happens(*reveal(game.state, game.chance).events)
    return game.events


def play_until_decided() -> list[Event]:
    """Play until the staff end it; the first time they go back on it."""
    game = ConductedStream(DECIDED, 2, SLOW)
    game.begins()
    game.decisions(30)
    version = game.state.version
    game.decisions(5)
    game.happens(GameFrozen(), GameRolledBack(version), GameUnfrozen())
    game.decisions(20)
    version = game.state.version
    game.happens(HoursSet(0, ((FIRST, 60), (LATER, 120))))
    game.happens(OutageRecorded(FIRST, LATER))
    game.ends(EndReason.CALLED_OFF)
    game.happens(GameRolledBack(version))
    game.decisions(20)
    game.ends(EndReason.DECIDED)
    game.happens(*reveal(game.state, game.chance).events)
    return game.events


def play_with_given_time() -> list[Event]:
    """Ask for more time, and get it, until the staff call the game off."""
    game = ConductedStream(GIVEN_TIME, 3, QUICK)
    game.happens(*join(game.state, 2, game.chance).events)
    game.happens(PlayerWithdrew(2))  # and comes back
    game.begins()
    for _ in range(3):
        game.decisions(9)
        player = min(awaited(game.state))
        game.happens(TimeAsked(player))
        for giver in {0, 1, 2} - {player}:
            game.happens(TimeGiven(giver, player, QUICK.portion))
    game.decisions(20)
    game.ends(EndReason.CALLED_OFF)
    game.happens(*reveal(game.state, game.chance).events)
    return game.events


def call_off() -> list[Event]:
    """Call a game off before all have joined."""
    game = ConductedStream(CANCELLED, 2)
    game.happens(*join(game.state, 0, game.chance, bot=BOT).events)
    game.happens(GameCancelled())
    return game.events


def restore() -> list[Event]:
    """Restore a game from a backup before all have joined."""
    game = ConductedStream(RESTORED, 2)
    game.happens(*join(game.state, 0, game.chance).events)
    other = commitment(sha256(b"another seed").digest())
    game.happens(GameRestored(game.chance.reveal(), other))
    return game.events


def _take_back(game: ConductedStream) -> None:
    """At once, and then by agreement."""
    version, player = game.state.version, min(awaited(game.state))
    game.decisions(1)
    game.happens(DecisionTakenBack(player, version, agreed=False))
    game.decisions(5)
    game.happens(ProposalMade(1, 2, ProposalKind.TAKE_BACK, sequence=version))
    game.happens(VoteCast(0, 1, True), VoteCast(1, 1, False))
    game.happens(_settled(1, Outcome.REJECTED, {0, 2}, {1}))
    game.happens(ProposalMade(2, 2, ProposalKind.TAKE_BACK, sequence=version))
    game.happens(VoteCast(0, 2, True), VoteCast(1, 2, True))
    game.happens(_settled(2, Outcome.CARRIED, {0, 1, 2}))
    game.happens(DecisionTakenBack(2, version, agreed=True))


def _go_away(game: ConductedStream) -> None:
    game.happens(AbsenceDeclared(1, FIRST, LATER))
    game.decisions(10)
    game.happens(AbsenceEnded(1))


def _lose_a_seat(game: ConductedStream) -> None:
    """Autopilot takes a seat, its player returns, then somebody else sits down."""
    player = game.times_out()
    game.happens(AutopilotSeated(player, 1))
    game.decisions(10)
    game.happens(PlayerReturned(player))
    player = game.times_out()
    other = (player + 1) % 3
    game.happens(AutopilotSeated(player, 1))
    game.happens(SeatOffered(1, player, for_good=False))
    for proposal, outcome in ((3, Outcome.LAPSED), (4, Outcome.EXPIRED)):
        substitute = ProposalKind.SUBSTITUTE
        game.happens(ProposalMade(proposal, other, substitute, seat=player, offer=1))
        game.happens(_settled(proposal, outcome, {other}))
    game.happens(ProposalMade(5, other, substitute, seat=player, offer=1))
    game.happens(VoteCast((player + 2) % 3, 5, True))
    game.happens(_settled(5, Outcome.CARRIED, {0, 1, 2} - {player}))
    game.happens(SeatTaken(player, 1, for_good=False))


def _change_clock(game: ConductedStream) -> None:
    game.happens(ProposalMade(6, 0, ProposalKind.TIME_CONTROL, control=SLOW))
    game.happens(VoteCast(1, 6, True), VoteCast(2, 6, True))
    game.happens(_settled(6, Outcome.CARRIED, {0, 1, 2}))
    game.happens(TimeControlSet(SLOW), TimeSpent(0, 90))


def _settled(
    proposal: int,
    outcome: Outcome,
    agreed: Set[int],
    opposed: Set[int] = frozenset(),
) -> ProposalSettled:
    """What became of a proposal among three, with the votes of all of them."""
    silent = {0, 1, 2} - agreed - opposed
    votes = (tuple(sorted(players)) for players in (agreed, opposed, silent))
    return ProposalSettled(proposal, outcome, *votes)
