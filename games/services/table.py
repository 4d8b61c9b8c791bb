"""A game at work: locked, its decisions gathered, then written down all at once."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from games import dice, event_store, projections, rows, selectors
from games.announcements import GameAdvanced, announce
from games.event_store import Entry
from games.models import DecidedHow, Game, Seat
from games.projections import Decision
from stoneage_core import Chance, GameState, decide, join, notation, steward
from stoneage_core.engine import awaited
from stoneage_core.events import Event


class Table:
    """
    A game, its seats and what is being decided about them in this transaction.

    Decisions are taken one after the other, each on the state that the one before it
    left; ``save`` writes all of them, the columns and tells the receivers.
    """

    def __init__(
        self, game: Game, seats: Sequence[Seat], before: GameState, now: datetime
    ) -> None:
        self.game = game
        self.seats = tuple(seats)
        self.before = before
        self.now = now
        self.entries: list[Entry] = []
        self._projection = projections.present(game, seats, before)
        self._began: tuple[int | None, DecidedHow] | None = None

    @property
    def state(self) -> GameState:
        """The state after all decisions taken so far."""
        return self._projection.state

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

    def take(
        self,
        events: Sequence[Event],
        decided_by: int | None,
        how: DecidedHow,
        *,
        command: str = "",
        request_id: UUID | None = None,
    ) -> None:
        """Add the events of one decision."""
        first, *others = events
        self.entries.append(Entry(first, decided_by, how, command, request_id))
        self.entries += [Entry(event, decided_by, how) for event in others]
        decision = Decision(events, decided_by, how, self.now)
        self._projection = projections.advance(self._projection, decision)
        self._began = self._began or (decided_by, how)

    def join(self, number: int, salt: str, how: DecidedHow) -> None:
        """Let a player join; the last one starts the game."""
        self.take(join(self.state, number, salt, self.chance), number, how)

    def play_automatic(self) -> None:
        """Let automatic players decide until only people are awaited."""
        chance = self.chance
        automatic = frozenset(seat.number for seat in self.seats if seat.is_automatic)
        while waiting := sorted(awaited(self.state) & automatic):
            player = waiting[0]
            command = steward.choose(self.state, player)
            self.take(
                decide(self.state, player, command, chance),
                player,
                DecidedHow.AUTOMATIC,
                command=notation.to_text(command),
            )

    def save(self) -> None:
        """Write the events and the columns, and tell whoever listens."""
        assert self._began is not None, "nothing was decided"
        first_sequence = self.game.version + 1
        columns = projections.project(self.game, self.seats, self._projection)
        event_store.append(
            game=self.game, entries=self.entries, now=self.now, columns=columns
        )
        decided_by, how = self._began
        announce(
            GameAdvanced(
                game=self.game,
                seats=self.seats,
                before=self.before,
                state=self.state,
                events=self.events,
                first_sequence=first_sequence,
                decided_by=decided_by,
                decided_how=how,
                now=self.now,
            )
        )


def open_table(game_id: int, *, now: datetime, skip_locked: bool = False) -> Table:
    """
    Lock a game for this transaction and return it with its seats and state.

    Raise Game.DoesNotExist if there is none, or, with ``skip_locked``, if somebody else
    is at it (PostgreSQL only: SQLite has one writer at a time anyway).
    """
    game = rows.lock_game(game_id, skip_locked=skip_locked)
    return Table(game, rows.seats_of(game), selectors.state_of(game), now)
