"""A game session: a locked game, whose decisions are gathered, then written at once."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from games.background.thinker import call_thinker
from games.decisions import seating
from games.decisions.service_facts import due_facts, due_hours, lacks_restore
from games.models import Game, Seat
from games.presentation.error_text import refusals
from games.signals.bus import publish
from games.signals.games import (
    GameAdvanced,
    GameWasRestored,
    SeatPassed,
    milestones_of,
)
from games.store import seeds
from games.store.read_model import Changes, project, update_seats
from games.store.steps import history_of
from games.store.stream import NewEvent, append, load_records
from stoneage_core import Chance, GameState, Phase, commitment
from stoneage_core.events.base import Event
from stoneage_core.events.seats import SeatTaken
from stoneage_core.match.acts import Act
from stoneage_core.match.calendar import Span
from stoneage_core.match.commands import MatchCommand
from stoneage_core.match.deadlines import open_until
from stoneage_core.match.decide import decide_match
from stoneage_core.match.facts import ReceiveReply, Restore
from stoneage_core.match.history import History
from stoneage_core.match.state import (
    Authorship,
    Match,
    MatchStep,
    SeatStatus,
    Source,
    TableState,
)

#: Where a decision came from: a source, or the very reply that told it.
Provenance = Source | ReceiveReply


class GameSession:
    """
    A game, its seats and what is being decided about them in this transaction.

    Decisions are taken one after the other, each on the state that the one before it
    left; ``save`` writes them and the columns, and tells the receivers. It is ``now``;
    ``moment`` is recorded, later where the log is ahead of a clock that was set back.
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
        #: What to tell of seats that somebody else plays from now on.
        self.passed: list[SeatPassed] = []
        self._history: History | None = None
        #: How many entries stand ahead of what was asked for: facts, acts of the staff.
        self._began: int | None = None

    @property
    def state(self) -> GameState:
        """The position after all decisions taken so far."""
        return self.match.board

    @property
    def table(self) -> TableState:
        """The state around the board after them."""
        return self.match.table

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(entry.event for entry in self.entries)

    @property
    def chance(self) -> Chance:
        return seeds.chance_of(self.game)

    def seat(self, number: int) -> Seat:
        """Return the seat with this number."""
        return self.seats[number]

    def status(self, number: int) -> SeatStatus:
        """Return how things stand with a seat after all decisions taken so far."""
        return self.table.seats[number]

    @property
    def present(self) -> frozenset[int]:
        """The players who play: not automatic, not left to autopilot."""
        return self.table.present

    @property
    def is_over(self) -> bool:
        return self.state.phase is Phase.ENDED

    @property
    def is_frozen(self) -> bool:
        """Whether the game is frozen: nobody decides, autopilot neither."""
        return self.table.frozen_since is not None

    def history(self) -> History:
        """Return the game so far, step by step. Reads the whole stream, once."""
        if self._history is None:
            records = load_records(self.game)
            self._history = history_of(record for record, _ in records)
        while self._taken:
            self._history.note(*self._taken.pop(0))
        return self._history

    def decide(
        self,
        command: MatchCommand,
        player: int | None,
        how: Provenance,
        *,
        request_id: UUID | None = None,
    ) -> None:
        """
        Decide what a command leads to, all its consequences included.

        What the service has to tell is recorded ahead of it, and so is the reply that
        brought it. Hours of players that matter from now on are recorded behind it.
        Raise Refused where the rules around the board do not allow it, and the engine's
        own GameError where those of the board do not.
        """
        self.note_facts()
        with refusals():
            source = how if isinstance(how, Source) else self._note_reply(how)
            self._decide(command, Authorship(player, source, self.moment), request_id)
        self.note_hours()

    def note_facts(self) -> None:
        """
        Record outages that matter now, offers that are closed, and a restore.

        Idempotent. It comes ahead of whatever is asked for. Reads offers if there are.
        """
        if self._began is not None:
            return
        for fact in due_facts(self.game, self.seats, self.table, self.outages):
            self._tell_fact(fact)
        if lacks_restore(self.game, self.match, self.restored_at):
            secret = seeds.new_seed()
            self._tell_fact(Restore(commitment(secret)))
            seeds.replace_secret(self.game, secret)
            self._is_restored = True
        self._began = len(self.entries)

    def note_act(self, act: Act) -> int:
        """Record an act of the staff ahead of what it leads to; return its sequence."""
        self.note_facts()
        self._decide(act, Authorship(None, Source.STAFF, self.moment))
        self._began = len(self.entries)
        return self.match.board.version

    def _note_reply(self, reply: ReceiveReply) -> Source:
        """Record the mail ahead of what follows; it is no news itself."""
        self._tell_fact(reply)
        self._began = len(self.entries)
        return Source.REPLY

    def note_hours(self) -> None:
        """Record the time of day where players are, if it matters and is not told."""
        for fact in due_hours(self.seats, self.table, self.moment):
            self._tell_fact(fact)

    def _tell_fact(self, fact: MatchCommand) -> None:
        self._decide(fact, Authorship(None, Source.SERVICE, self.moment))

    def _decide(
        self, command: MatchCommand, by: Authorship, request_id: UUID | None = None
    ) -> None:
        before, past = self.match, self.history
        decision = decide_match(before, command, by, chance=self.chance, past=past)
        for step, after in zip(decision.steps, decision.matches, strict=True):
            self._note_step(before, step, after, request_id)
            before, request_id = after, None
        self.match = decision.match

    def _note_step(
        self, before: Match, step: MatchStep, after: Match, request_id: UUID | None
    ) -> None:
        """Keep a step to be written; whoever it seats sits down."""
        (first, *others), player, source = step.events, step.by.player, step.by.source
        self.entries.append(NewEvent(first, player, source, step.command, request_id))
        self.entries += [NewEvent(event, player, source) for event in others]
        self._taken.append((before, step, after))
        if isinstance(first, SeatTaken):
            passed = seating.seat_person(self.game, self.seats, first, self.now)
            self.passed.append(passed)

    def save(self) -> None:
        """Write the events and the columns; tell the receivers, which write theirs."""
        changes, news = self._project(), self._news()
        append(self.game, self.entries, self.moment, changes)
        self._close_offers()
        if any(seat.thinks_at and seat.thinks_at <= self.now for seat in self.seats):
            transaction.on_commit(lambda: call_thinker(), robust=True)
        for signal in (news, *milestones_of(news), *self.passed):
            publish(signal)
        if self._is_restored:
            publish(GameWasRestored(self.seats, self.first_sequence, now=self.now))

    def _close_offers(self) -> None:
        """Close offers that nobody can take any longer."""
        numbers = {offer.number for offer in self.table.offers if not self.is_over}
        if self._offers_before - numbers:
            seating.close_lapsed_offers(self.game, numbers, self.now)

    def _news(self) -> GameAdvanced:
        """Return what is told of all that was decided."""
        # Whatever the service had to tell by itself is no news of its own.
        told = (self._began or 0) % len(self.entries)
        began = self.entries[told]
        until = open_until(self.table, self.first_sequence)
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
        """Write the columns of the seats: their clocks moved without a decision."""
        update_seats(self._project())

    def _project(self) -> Changes:
        return project(
            self.game, self.seats, self.match, outages=self.outages, now=self.now
        )
