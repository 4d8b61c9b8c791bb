"""A game at work: locked, its decisions gathered, then written down all at once."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from games import seating, timing
from games.models import DecidedHow, Game, Seat
from games.presentation.error_text import refusals
from games.signals import GameAdvanced, publish
from games.store import read_model as projections
from games.store import seeds
from games.store.steps import history_of
from games.store.stream import Entry, append, load_records
from games.store.updates import Changes, update_seats
from stoneage_core import Chance, GameState, steward
from stoneage_core.conduct import SubstituteSeated
from stoneage_core.engine import awaited
from stoneage_core.events import Event
from stoneage_core.match.calendar import Span
from stoneage_core.match.commands import MatchCommand, PlayMove
from stoneage_core.match.decide import decide_match
from stoneage_core.match.history import History
from stoneage_core.match.state import (
    By,
    Match,
    MatchState,
    MatchStep,
    SeatStatus,
    Source,
)


class GameSession:
    """
    A game, its seats and what is being decided about them in this transaction.

    Decisions are taken one after the other, each on the state that the one before it
    left; ``save`` writes all of them, the columns and tells the receivers.
    """

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seat],
        before: GameState,
        now: datetime,
        outages: Sequence[Span] = (),
    ) -> None:
        self.game = game
        self.seats = tuple(seats)
        self.before = before
        self.now = now
        self.outages = outages
        self.first_sequence = game.version + 1
        self.entries: list[Entry] = []
        self.match = projections.present(game, before)
        self._taken: list[tuple[Match, MatchStep, Match]] = []
        self._history: History | None = None

    @property
    def state(self) -> GameState:
        """The position after all decisions taken so far."""
        return self.match.board

    @property
    def around(self) -> MatchState:
        """What is known around the board after all decisions taken so far."""
        return self.match.around

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of all decisions taken so far."""
        return tuple(entry.event for entry in self.entries)

    @property
    def chance(self) -> Chance:
        return seeds.chance_of(self.game)

    @property
    def circumstances(self) -> timing.KnownCircumstances:
        """What decides about this game, and is in no event."""
        return timing.KnownCircumstances(self.seats, self.outages, self._stands)

    def _stands(self, offer: int) -> bool:
        return seating.find_offer(self.game, self.seats, offer) is not None

    def seat(self, number: int) -> Seat:
        """Return the seat with this number."""
        return self.seats[number]

    def status(self, number: int) -> SeatStatus:
        """Return how things stand with a seat after all decisions taken so far."""
        return self.around.seats[number]

    @property
    def present(self) -> frozenset[int]:
        """The players who play themselves: not automatic, not left to the steward."""
        return self.around.present

    @property
    def is_frozen(self) -> bool:
        """Whether the game is in quarantine: nobody decides, the steward neither."""
        return self.around.frozen_since is not None

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
        how: DecidedHow,
        *,
        request_id: UUID | None = None,
    ) -> None:
        """
        Decide what a command leads to, all its consequences included.

        Raise Refused where the rules around the board do not allow it, and the engine's
        own GameError where those of the board do not.
        """
        with refusals():
            decision = decide_match(
                self.match,
                command,
                By(player, Source(how), self.now),
                circumstances=self.circumstances,
                chance=self.chance,
                past=self.history,
            )
        before = self.match
        for step, after in zip(decision.steps, decision.matches, strict=True):
            self._note(before, step, after, request_id)
            before, request_id = after, None
        self.match = decision.match

    def _note(
        self, before: Match, step: MatchStep, after: Match, request_id: UUID | None
    ) -> None:
        """Keep a step to be written; whoever it seats sits down."""
        first, *others = step.events
        player, how = step.by.player, DecidedHow(step.by.source)
        self.entries.append(Entry(first, player, how, step.command, request_id))
        self.entries += [Entry(event, player, how) for event in others]
        self._taken.append((before, step, after))
        if isinstance(first, SubstituteSeated):
            seating.seat_substitute(self.game, self.seats, first, self.now)

    def play_automatic(self) -> None:
        """
        Let automatic players and the steward decide until only people are awaited.

        Where nobody is left who plays, they go no further than to the end of the round:
        the next one waits for a while, so that players can come back to their game. In
        quarantine they wait for the release.
        """
        if self.is_frozen:
            return
        # Nothing that is played here changes who is present.
        present, played_round = self.present, self.state.round
        while waiting := sorted(awaited(self.state) - present):
            if not present and self.state.round > max(1, played_round):
                return
            move = PlayMove(steward.choose(self.state, waiting[0]))
            self.decide(move, waiting[0], self._how_automatic(waiting[0]))

    def _how_automatic(self, player: int) -> DecidedHow:
        automatic = self.seat(player).is_automatic
        return DecidedHow.AUTOMATIC if automatic else DecidedHow.STEWARD

    def _open_until(self) -> datetime | None:
        """Return until when the first decision can be taken back, if it can."""
        window, last = timing.takeback_window(self.around.clock), self.around.last_move
        if last is None or last.sequence != self.first_sequence or not window:
            return None
        return last.at + timedelta(seconds=window)

    def save(self) -> None:
        """Write the events and the columns, and tell whoever listens."""
        append(
            game=self.game, entries=self.entries, now=self.now, changes=self._project()
        )
        began = self.entries[0]
        publish(
            GameAdvanced(
                game=self.game,
                seats=self.seats,
                before=self.before,
                state=self.state,
                events=self.events,
                first_sequence=self.first_sequence,
                decided_by=began.decided_by,
                decided_how=began.decided_how,
                open_until=self._open_until(),
                now=self.now,
            )
        )

    def refresh(self) -> None:
        """Write the columns of the seats: their clocks moved without a decision."""
        update_seats(self._project())

    def _project(self) -> Changes:
        return projections.project(
            self.game,
            self.seats,
            self.match,
            outages=self.outages,
            now=self.now,
        )
