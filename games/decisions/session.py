"""A game session: a locked game whose decisions are collected, then saved together."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from games.background.debounced_task import DebouncedTask
from games.background.thinker import call_thinker
from games.decisions import seating
from games.decisions.service_facts import due_facts, due_hours, needs_restore_fact
from games.log import seeds
from games.log.read_model import Changes, project, update_seats
from games.log.steps import history_of
from games.log.stream import NewEvent, append, load_records
from games.models import Game, Seat
from games.presentation.error_text import refusals
from games.signals.bus import publish
from games.signals.games import (
    GameAdvanced,
    GameWasRestored,
    SeatPassed,
    milestones_of,
)
from stoneage_core import Chance, GameState, Phase, commitment
from stoneage_core.events.base import Event
from stoneage_core.events.chance import BeaconRoundNamed
from stoneage_core.events.seats import SeatTaken
from stoneage_core.events.service import GameRestored, ReplyReceived
from stoneage_core.events.staff import StaffActed
from stoneage_core.match.calendar import Span
from stoneage_core.match.commands import CommandOrFact
from stoneage_core.match.deadlines import takeback_open_until
from stoneage_core.match.decide import decide_match
from stoneage_core.match.state import (
    Authorship,
    History,
    Match,
    MatchStep,
    SeatStatus,
    Source,
    TableState,
)

#: Where a decision came from: a source, or the email reply that contained it.
Provenance = Source | ReplyReceived

#: Lets witnesses sign that a round of the beacon was named before it is published.
PUSHING = DebouncedTask("games.tasks.push_checkpoints")


class GameSession:
    """
    A locked game with its seats, and the decisions made in this transaction.

    Each decision is made on the state after the one before. ``save`` writes the events
    and the read columns, and publishes signals. ``now`` is the current time. ``moment``
    is what gets recorded; it is later than ``now`` if the clock was set back.
    """

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seat],
        before: GameState,
        now: datetime,
        outages: Sequence[Span] = (),
        *,
        restored_at: datetime | None = None,
        moment: datetime | None = None,
    ) -> None:
        self.game = game
        self.seats = tuple(seats)
        self.before = before
        self.now, self.moment = now, moment or now
        self.outages, self.restored_at = outages, restored_at
        self._is_restored = False
        self.first_sequence = game.version + 1
        self.entries: list[NewEvent] = []
        self.match = Match(before, game.table_state)
        self._offers_before = {offer.number for offer in self.table.offers}
        self._taken: list[tuple[Match, MatchStep, Match]] = []
        #: Signals about seats that changed hands, published by ``save``.
        self.passed: list[SeatPassed] = []
        self._history: History | None = None
        #: How many entries precede the decision itself: facts, and acts of the staff.
        #: None until the facts have been recorded.
        self._preliminary: int | None = None

    @property
    def state(self) -> GameState:
        return self.match.board

    @property
    def table(self) -> TableState:
        return self.match.table

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(entry.event for entry in self.entries)

    @property
    def chance(self) -> Chance:
        return seeds.chance_of(self.game)

    def seat(self, number: int) -> Seat:
        return self.seats[number]

    def status(self, number: int) -> SeatStatus:
        return self.table.seats[number]

    @property
    def present(self) -> frozenset[int]:
        """The players who play themselves: no bots, and nobody on autopilot."""
        return self.table.present

    @property
    def is_over(self) -> bool:
        return self.state.phase is Phase.ENDED

    @property
    def is_frozen(self) -> bool:
        """Whether the game is frozen: neither players nor autopilot can decide."""
        return self.table.frozen_since is not None

    def history(self) -> History:
        """Return the game so far, step by step. The first call reads the stream."""
        if self._history is None:
            records = load_records(self.game)
            self._history = history_of(record for record, _ in records)
        while self._taken:
            self._history.note(*self._taken.pop(0))
        return self._history

    def decide(
        self,
        command: CommandOrFact,
        player: int | None,
        how: Provenance,
        *,
        request_id: UUID | None = None,
    ) -> None:
        """
        Decide a command, or record a fact, with all its consequences.

        Records due facts of the service first, then the email reply that contained the
        command, and afterwards the players' UTC offsets if they matter now. Raises
        Refused if the rules around the board forbid it, and the engine's GameError if
        the rules of the board do.
        """
        self.note_facts()
        with refusals():
            if isinstance(how, ReplyReceived):
                self._decide(how, None, Source.SERVICE)
                self._preliminary = len(self.entries)  # a reply is not news
                how = Source.REPLY
            self._decide(command, player, how, request_id)
        self.note_hours()

    def note_facts(self) -> None:
        """
        Record outages that matter now, offers that have ended, and a restore.
        Idempotent. Facts precede the decision. Takes a query if there are open offers.
        """
        if self._preliminary is not None:
            return
        for fact in due_facts(self.game, self.seats, self.table, self.outages):
            self._decide(fact, None, Source.SERVICE)
        if needs_restore_fact(self.game, self.match, self.restored_at):
            secret = seeds.new_seed()
            restored = GameRestored(self.chance.reveal(), commitment(secret))
            self._decide(restored, None, Source.SERVICE)
            seeds.replace_secret(self.game, secret)
            self._is_restored = True
        self._preliminary = len(self.entries)

    def note_act(self, act: StaffActed) -> int:
        """Record an act of the staff before its consequences. Return its sequence."""
        self.note_facts()
        self._decide(act, None, Source.STAFF)
        self._preliminary = len(self.entries)
        return self.match.board.version

    def note_hours(self) -> None:
        """Record players' UTC offsets that the clock depends on and does not know."""
        for fact in due_hours(self.seats, self.table, self.moment):
            self._decide(fact, None, Source.SERVICE)

    def _decide(
        self,
        command: CommandOrFact,
        player: int | None,
        source: Source,
        request_id: UUID | None = None,
    ) -> None:
        by = Authorship(player, source, self.moment)
        before, past = self.match, self.history
        decision = decide_match(before, command, by, chance=self.chance, past=past)
        for step, after in zip(decision.steps, decision.matches, strict=True):
            (first, *others), author = step.events, (step.by.player, step.by.source)
            self.entries.append(NewEvent(first, *author, step.command, request_id))
            self.entries += [NewEvent(event, *author) for event in others]
            self._taken.append((before, step, after))
            if isinstance(first, SeatTaken):
                passed = seating.seat_person(self.game, self.seats, first, self.now)
                self.passed.append(passed)
            before, request_id = after, None
        self.match = decision.match

    def save(self) -> None:
        """Write the events and the read columns, and publish signals."""
        changes, news = self._project(), self._news()
        append(self.game, self.entries, self.moment, changes)
        self._close_offers()
        if any(seat.thinks_at and seat.thinks_at <= self.now for seat in self.seats):
            transaction.on_commit(lambda: call_thinker(), robust=True)
        if any(isinstance(each, BeaconRoundNamed) for each in self.events):
            transaction.on_commit(PUSHING.enqueue, robust=True)
        for signal in (news, *milestones_of(news), *self.passed):
            publish(signal)
        if self._is_restored:
            publish(GameWasRestored(self.seats, self.first_sequence, now=self.now))

    def _close_offers(self) -> None:
        numbers = {offer.number for offer in self.table.offers if not self.is_over}
        if self._offers_before - numbers:
            seating.close_lapsed_offers(self.game, numbers, self.now)

    def _news(self) -> GameAdvanced:
        # Facts that precede a decision are not news, unless there is no decision.
        told = self._preliminary or 0
        if told == len(self.entries):
            told = 0
        began = self.entries[told]
        until = takeback_open_until(self.table, self.first_sequence)
        return GameAdvanced(
            game=self.game,
            seats=self.seats,
            before=self.before,
            state=self.state,
            events=self.events[told:],
            first_sequence=self.first_sequence + told,
            decided_by=began.decided_by,
            source=began.source,
            open_until=until and until - (self.moment - self.now),
            now=self.now,
        )

    def refresh(self) -> None:
        """Write the read columns of seats whose clocks changed without an event."""
        update_seats(self._project())

    def _project(self) -> Changes:
        return project(
            self.game, self.seats, self.match, outages=self.outages, now=self.now
        )
