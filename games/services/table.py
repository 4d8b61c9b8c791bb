"""A game at work: locked, its decisions gathered, then written down all at once."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from games import (
    clocks,
    dice,
    event_store,
    outages,
    positions,
    projections,
    rows,
    undoing,
)
from games.conduct import Chair, Conduct
from games.event_store import Entry
from games.models import DecidedHow, Game, Seat
from games.projections import Projection, RecordedDecision
from games.signals import GameAdvanced, publish
from games.timekeeping import DEFAULT, Span, accounts
from stoneage_core import (
    Chance,
    GameState,
    decide,
    join,
    notation,
    replay,
    start,
    steward,
)
from stoneage_core.commands import Command
from stoneage_core.conduct import TimeSpent
from stoneage_core.engine import awaited
from stoneage_core.events import Event, SeedRevealed
from stoneage_core.state import Salts


class Table:
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
        self._projection = projections.present(game, seats, before)
        self._decisions: list[RecordedDecision] = []

    @property
    def state(self) -> GameState:
        """The state after all decisions taken so far."""
        return self._projection.state

    @property
    def conduct(self) -> Conduct:
        """The conduct after all decisions taken so far."""
        return self._projection.conduct

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of all decisions taken so far."""
        return tuple(entry.event for entry in self.entries)

    @property
    def chance(self) -> Chance:
        return dice.chance_of(self.game)

    def seat(self, number: int) -> Seat:
        """Return the seat with this number."""
        return self.seats[number]

    def chair(self, number: int) -> Chair:
        """Return how things stand with a seat after all decisions taken so far."""
        return self.conduct.chairs[number]

    @property
    def present(self) -> frozenset[int]:
        """The players who play themselves: not automatic, not left to the steward."""
        return frozenset(
            seat.number
            for seat in self.seats
            if not (seat.is_automatic or self.chair(seat.number).is_stewarded)
        )

    @property
    def is_frozen(self) -> bool:
        """Whether the game is in quarantine: nobody decides, the steward neither."""
        return self.game.frozen_at is not None

    def earlier(self, version: int) -> Projection:
        """Return what the columns said after the event with this sequence."""
        stored = event_store.load_records(self.game, limit=version)
        return projections.rebuild((record for record, _ in stored), self.game.clock)

    def take(
        self,
        events: Sequence[Event],
        decided_by: int | None,
        how: DecidedHow,
        *,
        state: GameState | None = None,
        command: str = "",
        request_id: UUID | None = None,
    ) -> None:
        """Add the events of one decision; ``state`` is the one after them, if known."""
        first, *others = events
        self.entries.append(Entry(first, decided_by, how, command, request_id))
        self.entries += [Entry(event, decided_by, how) for event in others]
        decision = RecordedDecision(events, decided_by, how, self.now, state)
        self._projection = projections.advance(self._projection, decision, self.earlier)
        self._decisions.append(decision)

    def join(
        self, number: int, salt_commitment: str, how: DecidedHow, *, own_seal: bool
    ) -> None:
        """Let a player join, bound to what they add to the dice."""
        events, state = join(
            self.state, number, salt_commitment, self.chance, own_seal=own_seal
        )
        self.take(events, number, how, state=state)

    def start(self, salts: Salts) -> None:
        """Start the game that all have joined, with their salts in seat order."""
        events, state = start(self.state, salts, self.chance)
        self.take(events, None, DecidedHow.SYSTEM, state=state)

    def decide(
        self,
        player: int,
        command: Command,
        how: DecidedHow,
        *,
        request_id: UUID | None = None,
    ) -> None:
        """Take a player's decision, and its time out of their bank."""
        events, state = decide(self.state, player, command, self.chance)
        if not isinstance(events[-1], SeedRevealed):  # which stays the last event
            spent = self._time_spent(player, how)
            events, state = (*events, *spent), replay(spent, state)
        self.take(
            events,
            player,
            how,
            state=state,
            command=notation.to_text(command),
            request_id=request_id,
        )

    def _time_spent(self, player: int, how: DecidedHow) -> tuple[TimeSpent, ...]:
        """Return what a decision made now takes out of its player's bank."""
        chair, clock = self.chair(player), self.conduct.clock or DEFAULT
        if not how.is_by_hand or not chair.bank:
            return ()  # orders had their answer ready: it is us who wait
        seat, asked_at = self.seat(player), self._projection.waits[player].at
        calendar = clocks.calendar(self.conduct, seat, self.outages)
        seconds = min(chair.bank, accounts.charge(clock, calendar, asked_at, self.now))
        return (TimeSpent(player, seconds),) if seconds else ()

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
            how = self._how_automatic(waiting[0])
            self.decide(waiting[0], steward.choose(self.state, waiting[0]), how)

    def _how_automatic(self, player: int) -> DecidedHow:
        automatic = self.seat(player).is_automatic
        return DecidedHow.AUTOMATIC if automatic else DecidedHow.STEWARD

    def save(self) -> None:
        """Write the events and the columns, and tell whoever listens."""
        event_store.append(
            game=self.game, entries=self.entries, now=self.now, changes=self._project()
        )
        began, *_ = self._decisions
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
                open_until=undoing.open_until(self._decisions, self.conduct.clock),
                now=self.now,
            )
        )

    def refresh(self) -> None:
        """Write the columns of the seats: their clocks moved without a decision."""
        rows.update_seats(self._project())

    def _project(self) -> rows.Changes:
        return projections.project(
            self.game,
            self.seats,
            self._projection,
            outages=self.outages,
            now=self.now,
        )


def open_table(game_id: int, *, now: datetime, skip_locked: bool = False) -> Table:
    """
    Lock a game for this transaction and return it with its seats and state.

    Raise Game.DoesNotExist if there is none, or, with ``skip_locked``, if somebody else
    is at it (PostgreSQL only: SQLite has one writer at a time anyway).
    """
    game = rows.lock_game(game_id, skip_locked=skip_locked)
    seats, around = rows.seats_around(game)
    # Who had to wait for the lock read the time before those who were faster did.
    now = max(now, around.recorded_at or now)
    state = positions.state_of(game)
    away = outages.until(now, latest=around.outage, beat_at=around.beat_at)
    return Table(game, seats, state, now, away)


def open_table_of(
    seat_id: int, *, now: datetime, skip_locked: bool
) -> tuple[Table, Seat]:
    """Lock the game of a seat; return it with the seat. Raise as ``open_table``."""
    game_id = rows.game_of_seat(seat_id)
    table = open_table(game_id, now=now, skip_locked=skip_locked)
    return table, next(seat for seat in table.seats if seat.pk == seat_id)
