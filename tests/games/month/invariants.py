"""Invariants of a simulated game, checked from its log alone."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from zoneinfo import ZoneInfo

from games.log.positions import steps_of
from games.log.stream import load_records
from games.log.table_rows import read_seats
from games.models import Game, Seat, SeatOffer
from stoneage_core.events.base import Event
from stoneage_core.events.clocks import (
    AbsenceDeclared,
    AbsenceEnded,
    TimeAsked,
    TimeControlSet,
    TimeGiven,
    TurnTimedOut,
)
from stoneage_core.events.proposals import (
    DecisionTakenBack,
    Outcome,
    ProposalKind,
    ProposalMade,
    ProposalSettled,
    VoteCast,
)
from stoneage_core.events.rounds import GameEnded
from stoneage_core.events.seats import AutopilotSeated, PlayerReturned, SeatTaken
from stoneage_core.events.setup import GameCreated, GameStarted, PlayerJoined
from stoneage_core.match.calendar import Calendar, Span
from stoneage_core.match.evolve import STANDALONE, evolve_match
from stoneage_core.match.state import History, Match, MatchStep, Source, TableState
from stoneage_core.state import EndReason
from stoneage_core.time_control import Bank

K = ProposalKind


@dataclass
class LogCheck:
    """
    Walks through a game decision by decision, and keeps its own records.

    ``steps`` counts the steps around time-outs, by name. Raises AssertionError if one
    does not follow from the events before it.
    """

    game: Game
    outages: Sequence[Span]
    steps: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.seats: Sequence[Seat] = read_seats(self.game)
        self.misses: Counter[int] = Counter()
        self.on_autopilot: set[int] = set()
        self.substituted: set[int] = set()
        #: The user in whose zone each clock runs: a substitute plays for the absent
        #: player.
        self.first = [seat.absent_user or seat.user for seat in self.seats]
        self.users = list(self.first)
        self.timed_out: set[tuple[int, int]] = set()
        #: Seconds that were given for each question, by giver.
        self.given: dict[tuple[int, int], dict[int, int]] = {}
        self.carried: list[ProposalMade] = []
        self.proposals: dict[int, ProposalMade] = {}

    def walk(self) -> "LogCheck":
        """Check every decision of the game."""
        records = [record for record, _ in load_records(self.game)]
        match, history = Match(), History()
        for step in steps_of(records):
            self._look(step, match)
            before, match = match, evolve_match(match, step, lambda: history)
            history.note(before, step, match)
            self._check_banks(match.table)
        return self

    def _look(self, decision: MatchStep, before: Match) -> None:
        match first := decision.events[0]:
            case TurnTimedOut(player):
                self._time_out(player, decision, before.table)
            case AutopilotSeated(player, misses):
                self._autopilot(player, misses, before.table)
            case PlayerReturned(player):
                self._return(player)
            case SeatTaken(player, offer):
                self._substitute(player, offer)
            case TimeControlSet(control) if before.board.version > 1:
                assert self._proposal(K.TIME_CONTROL).control == control
                self._step("clock changed")
            case DecisionTakenBack():
                self._taken_back(first)
            case (
                AbsenceDeclared(player)
                | AbsenceEnded(player)
                | TimeAsked(player)
                | TimeGiven(player)
            ):
                assert player not in self.on_autopilot
                self._step(type(first).__name__)
                self._note_gift(first, before.table)
            case ProposalMade() | VoteCast() | ProposalSettled():
                self._proposals(first)
            case _ if _ends_by_vote(decision):
                self._proposal(K.END)
                self._step("ended by vote")
            case _:
                self._move(decision)

    # Time

    def _time_out(self, player: int, decision: MatchStep, before: TableState) -> None:
        """Check that a time-out comes once for each question, and never too early."""
        wait = before.pending[player]
        assert player not in self.on_autopilot
        assert (player, wait.version) not in self.timed_out, "it expired twice"
        self.timed_out.add((player, wait.version))
        control, status = before.control, before.seats[player]
        user = self.users[player]
        zone = ZoneInfo("UTC" if user is None else user.time_zone)
        still = (*status.away, *self.outages)
        calendar = Calendar(zone, control.window, control.weekends, still)
        allowance = timedelta(seconds=control.allowance(status.bank))
        given = self.given.get((player, wait.version), {})
        due = calendar.add(wait.since, allowance)
        due = calendar.add(due, timedelta(seconds=sum(given.values())))
        assert due <= decision.by.at, "it expired too early"
        if decision.by.source is Source.ORDERS:
            self.misses[player] = 0
            self._step("orders at the deadline")
        else:
            assert decision.by.source is Source.TIMEOUT
            self.misses[player] += 1
            self._step("cautious move")

    def _note_gift(self, event: Event, before: TableState) -> None:
        if isinstance(event, TimeGiven):
            question = (event.seat, before.pending[event.seat].version)
            given = self.given.setdefault(question, {})
            assert event.player not in given, "they gave time twice"
            given[event.player] = event.seconds

    def _check_banks(self, now: TableState) -> None:
        time = now.control.time
        for chair in now.seats:
            if isinstance(time, Bank):
                assert chair.bank is not None
                assert 0 <= chair.bank <= max(time.cap, time.start)
            else:
                assert chair.bank is None

    # Who plays

    def _autopilot(self, player: int, misses: int, before: TableState) -> None:
        assert misses == self.misses[player] == before.control.misses
        assert player not in self.on_autopilot
        self.on_autopilot.add(player)
        self._step("autopilot seated")

    def _return(self, player: int) -> None:
        assert (player in self.on_autopilot) is not (player in self.substituted)
        whom = "a substitute" if player in self.substituted else "autopilot"
        self._step(f"returned from {whom}")
        self._play_again(player)
        self.substituted.discard(player)
        self.users[player] = self.first[player]

    def _substitute(self, player: int, offer: int) -> None:
        proposal = self._proposal(K.SUBSTITUTE)
        assert (proposal.seat, proposal.offer) == (player, offer)
        assert player in self.on_autopilot
        self._play_again(player)
        self.substituted.add(player)
        offers = SeatOffer.objects.select_related("user")
        self.users[player] = offers.get(seat__game=self.game, number=offer).user
        self._step("substitute seated")

    def _play_again(self, player: int) -> None:
        self.on_autopilot.discard(player)
        self.misses[player] = 0

    def _move(self, decision: MatchStep) -> None:
        player, how = decision.by.player, decision.by.source
        if not _is_move(decision.events[0]) or player is None:
            return
        assert self.seats[player].is_automatic is (how is Source.AUTOMATIC)
        assert (player in self.on_autopilot) is (how is Source.AUTOPILOT)
        if how.is_in_person:
            self.misses[player] = 0
        if how in (Source.ORDERS, Source.AUTOPILOT, Source.PAGE):
            self._step(f"decided by {how.value}")

    # Proposals

    def _proposals(self, event: object) -> None:
        match event:
            case ProposalMade(proposal):
                self.proposals[proposal] = event
            case VoteCast(player, proposal):
                assert player not in self.on_autopilot
                assert proposal in self.proposals
            case ProposalSettled(proposal, outcome):
                made = self.proposals.pop(proposal)
                if outcome is Outcome.CARRIED:
                    self.carried.append(made)
                self._step(f"proposal {outcome.value}")

    def _proposal(self, kind: ProposalKind) -> ProposalMade:
        """Return the proposal that an event follows from. Each can be used once."""
        proposal = self.carried.pop()
        assert proposal.kind is kind
        return proposal

    def _taken_back(self, event: DecisionTakenBack) -> None:
        if event.agreed:
            assert self._proposal(K.TAKE_BACK).sequence == event.sequence
        self._step("takeback by consent" if event.agreed else "undo")

    def _step(self, name: str) -> None:
        self.steps[name] += 1


def _ends_by_vote(decision: MatchStep) -> bool:
    return any(
        isinstance(event, GameEnded) and event.reason is EndReason.AGREED
        for event in decision.events
    )


def _is_move(first: Event) -> bool:
    """Return whether a step that begins with this event was a decision on the board."""
    return not (
        type(first) in STANDALONE
        or isinstance(first, GameCreated | PlayerJoined | GameStarted)
    )
