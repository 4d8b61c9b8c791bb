"""A simulated month: its tables, players, and the sweeps of the service."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from random import Random
from typing import Protocol

from django.db.models import Min

from games import tasks
from games.accounts.users import user_for_email
from games.errors import Refused
from games.lobby.new_games import Wanted, create_game
from games.models import Game, Heartbeat, Outage, Seat, SeatOffer, User
from games.outages import HEART
from games.seats.invitations import accept_seat
from games.signals import (
    DecisionDue,
    GameAdvanced,
    OfferMade,
    OrdersDisarmed,
    SeatInvited,
    bus,
)
from stoneage_core import GameError, GameState
from stoneage_core.events.seats import AutopilotSeated, SeatTaken
from stoneage_core.terms import Terms
from stoneage_core.time_control import TimeControl
from tests.games.month.schedule import Agenda

#: The service sweeps every ten seconds. Simulating a month of that would take all day,
#: so sweeps at the very moment of a deadline are planned separately (``sweep_at``).
SWEEP = timedelta(minutes=15)


class SimulatedPerson(Protocol):
    """A user. Their profile decides what they do."""

    user: User

    def asked(self, world: "Simulation", seat: Seat) -> None: ...
    def notified(self, world: "Simulation", seat: Seat, news: GameAdvanced) -> None: ...
    def kept_out(self, world: "Simulation", seat: Seat) -> None: ...
    def offered(self, world: "Simulation", seat: Seat, offer: SeatOffer) -> None: ...
    def disarmed(self, world: "Simulation", seat: Seat) -> None: ...


class Simulation:
    """
    The tables, their players, and the service.

    People know what the service publishes about a table, as they would by email: its
    latest ``news``. ``refused`` counts refusals, by class and error.
    """

    def __init__(self, start: datetime, random: Random) -> None:
        self.schedule = Agenda(start)
        self.random = random
        self.people: dict[int, SimulatedPerson] = {}
        self.news: dict[int, GameAdvanced] = {}
        self.refused: Counter[tuple[str, str]] = Counter()
        self.reminded = self.disarmed = 0
        self._asked: set[tuple[int, int]] = set()
        self._next_sweep = start

    @property
    def now(self) -> datetime:
        return self.schedule.now

    # People

    def welcome(self, player: SimulatedPerson) -> None:
        """Register a person."""
        self.people[player.user.pk] = player

    def open_table(self, cast: list[Wanted], control: TimeControl) -> Game:
        """Let the first of the cast invite the others."""
        host = user_for_email(email=str(cast[0]), now=self.now)
        return create_game(
            host=host, players=cast, now=self.now, terms=Terms(len(cast), control)
        )

    def attempt(self, player: SimulatedPerson, deed: Callable[[], object]) -> bool:
        """Let a player do something that may be refused. Return whether it was not."""
        try:
            deed()
        except (Refused, GameError) as refusal:
            self.refused[type(player).__name__, type(refusal).__name__] += 1
            return False
        return True

    def state(self, game_id: int) -> GameState:
        return self.news[game_id].state

    def seat(self, seat: Seat) -> Seat:
        """Return a seat as it was last published."""
        return self.news[seat.game_id].seats[seat.number]

    # What the service publishes

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Listen to what is published, as the outbox does."""
        bus.connect(self._hear)
        try:
            yield
        finally:
            bus.disconnect(self._hear)

    def _hear(self, payload: object, **_: object) -> None:
        match payload:
            case SeatInvited(seat):
                self._invite(seat)
            case GameAdvanced():
                self._advance(payload)
            case OfferMade(offer, seats):
                for each in seats:
                    self._tell(each, lambda p, s: p.offered(self, s, offer))
            case OrdersDisarmed(seat):
                self.disarmed += 1
                self._tell(seat, lambda player, own: player.disarmed(self, own))
            case DecisionDue():
                self.reminded += 1

    def _invite(self, seat: Seat) -> None:
        hours = timedelta(hours=self.random.uniform(0, 6))
        self.schedule.after(hours, lambda: accept_seat(seat=seat, now=self.now))

    def _advance(self, news: GameAdvanced) -> None:
        self.news[news.game.pk] = news
        for seat in news.seats:
            self._tell(seat, lambda player, own: player.notified(self, own, news))
            self._ask(seat)
        for event in news.events:
            if isinstance(event, AutopilotSeated | SeatTaken):
                seat = news.seats[event.player]
                self.people[seat.absent_user_id or seat.user_id].kept_out(self, seat)

    def _ask(self, seat: Seat) -> None:
        """Ask once for each turn, but nobody on autopilot."""
        if seat.awaited_version is None or seat.is_on_autopilot:
            return
        question = (seat.pk, seat.awaited_version)
        if question not in self._asked:
            self._asked.add(question)
            self._tell(seat, lambda player, own: player.asked(self, own))

    def _tell(self, seat: Seat, tell: Callable[[SimulatedPerson, Seat], None]) -> None:
        if seat.user_id is not None:
            tell(self.people[seat.user_id], seat)

    # The service at work

    def run(self, until: datetime) -> None:
        """Run everything until a time."""
        while (coming := self.schedule.next_at) is not None and coming <= until:
            if not self._swept_before(coming):
                self._beat(coming)
                self.schedule.do_next()
        while self._swept_before(until):
            pass
        self.schedule.now = until

    def _swept_before(self, moment: datetime) -> bool:
        """Sweep if something is due before the next action. Return whether it was."""
        if moment < self._next_sweep:
            return False
        due = next_due()
        beat = _beat_after(max(due, self._next_sweep)) if due else None
        if beat is None or beat > moment:
            self._next_sweep = _beat_after(moment)
            return False
        self._next_sweep = beat + SWEEP
        self.schedule.now = beat
        self.sweep()
        return True

    def sweep(self) -> None:
        """Sweep like a service that was never away."""
        self._beat(self.now)
        tasks.sweep_due()

    def _beat(self, moment: datetime) -> None:
        Heartbeat.objects.filter(pk=HEART).update(beat_at=moment)

    def sweep_at(self, moment: datetime) -> None:
        """Plan a sweep for a beat to come at this very moment."""
        self.schedule.at(moment, self.sweep)

    def fail(self, length: timedelta) -> Outage:
        """
        Let the service be away, without sweeps and pages.

        People come back with it.
        """
        self.sweep()
        self.schedule.now += length
        self.schedule.put_off(self.now)
        tasks.sweep_due()
        return Outage.objects.latest("pk")


def next_due() -> datetime | None:
    """Return when the next sweep has something to do."""
    first = Seat.objects.aggregate(
        Min("deadline_at"), Min("orders_at"), Min("remind_at")
    )
    return min(filter(None, first.values()), default=None)


def _beat_after(moment: datetime) -> datetime:
    """Return the first beat at or after a time."""
    into = timedelta(seconds=moment.timestamp() % SWEEP.total_seconds())
    return moment + (SWEEP - into) if into else moment
