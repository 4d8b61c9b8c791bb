"""Habits of simulated players: absences, orders, takebacks, proposals, substitutes."""

from collections.abc import Iterator
from datetime import timedelta
from functools import partial

from msgspec.structs import replace

from games import queries
from games.absences import declare_absence, end_absence
from games.clocks import PRESETS
from games.models import Seat, StoredEvent
from games.orders import write_orders
from games.seats.offers import offer_to_play
from games.signals import GameAdvanced
from games.table.submit import take_back_decision
from games.table.votes import decide_own
from stoneage_core.events.clocks import TimeAsked
from stoneage_core.match.commands import JsonCommand
from stoneage_core.match.more_time import AskForTime, GiveTime
from tests.games.month.player_profiles import DAY, HOUR, MINUTE, Steady
from tests.games.month.simulation import Simulation
from tests.support.proposals import propose_end, propose_takeback, propose_time_control

MEALS = "feed wood brick stone gold"
ORDERS = (
    f"hut, field, forest 3, clay pit 2, hunting grounds 1\n{MEALS}\ntools gain",
    f"forest 2\nquarry 2\npick 6, 5, 4, 3, 2, 1\n{MEALS}",
    "use forest; use clay pit; use quarry; use river; use hunting grounds; use hut; "
    "use field; use tool maker; buy 1, leave; buy 2 most, leave; build 1, leave",
)


class Vacationer(Steady):
    """Goes away now and then when asked, and returns on time or earlier."""

    def asked(self, world: Simulation, seat: Seat) -> None:
        if world.random.random() < 0.7:
            self.answer_at_leisure(world, seat)
            return
        days = world.random.uniform(0.5, 6)
        world.schedule.after(HOUR, partial(self._go, world, seat, days * DAY))
        self.answer_after(world, seat, days * DAY + 2 * HOUR)

    def _go(self, world: Simulation, seat: Seat, length: timedelta) -> None:
        gone = world.attempt(
            self,
            lambda: declare_absence(seat=seat, ends=world.now + length, now=world.now),
        )
        if gone and world.random.random() < 0.3:
            world.schedule.after(length / 2, partial(self._come_back, world, seat))

    def _come_back(self, world: Simulation, seat: Seat) -> None:
        world.attempt(self, lambda: end_absence(seat=seat, now=world.now))


class Asker(Steady):
    """Asks for more time now and then, and gives it to those who ask."""

    def asked(self, world: Simulation, seat: Seat) -> None:
        self.answer_at_leisure(world, seat)
        if world.random.random() < 0.3:
            world.schedule.after(
                MINUTE, partial(self._decide, world, seat, AskForTime())
            )

    def notified(self, world: Simulation, seat: Seat, news: GameAdvanced) -> None:
        super().notified(world, seat, news)
        for event in news.events:
            if isinstance(event, TimeAsked) and event.player != seat.number:
                gift = partial(self._decide, world, seat, GiveTime(event.player))
                world.schedule.after(world.random.uniform(0.1, 4) * HOUR, gift)

    def _decide(self, world: Simulation, seat: Seat, command: JsonCommand) -> None:
        world.attempt(
            self, lambda: decide_own(seat=seat, command=command, now=world.now)
        )


class OrderWriter(Steady):
    """Writes orders instead of deciding."""

    def asked(self, world: Simulation, seat: Seat) -> None:
        at_deadline = world.random.random() < 0.4
        world.schedule.after(MINUTE, partial(self._write, world, seat, at_deadline))
        if not at_deadline:
            self.answer_at_leisure(world, seat)

    def disarmed(self, world: Simulation, seat: Seat) -> None:
        seat = world.seat(seat)
        if seat.awaited_version is not None:
            self.answer_after(world, seat, HOUR)

    def _write(self, world: Simulation, seat: Seat, at_deadline: bool) -> None:
        text = world.random.choice(ORDERS)
        world.attempt(
            self,
            lambda: write_orders(
                seat=seat, text=text, at_deadline=at_deadline, now=world.now
            ),
        )


class Regretter(Steady):
    """Takes decisions back now and then, and decides again."""

    def submit(self, world: Simulation, seat: Seat) -> bool:
        done = super().submit(world, seat)
        if done and world.random.random() < 0.3:
            world.schedule.after(MINUTE, partial(self._regret, world, seat))
        return done

    def _regret(self, world: Simulation, seat: Seat) -> None:
        game = world.news[seat.game_id].game
        last = queries.open_decision(game, seat.number, world.now)
        if last is not None:
            world.attempt(
                self,
                lambda: take_back_decision(
                    seat=seat, sequence=last.sequence, now=world.now
                ),
            )


class Voter(Steady):
    """Proposes another clock, takebacks, and to end the game."""

    def asked(self, world: Simulation, seat: Seat) -> None:
        self.answer_at_leisure(world, seat)
        if world.random.random() < 0.25:
            propose = world.random.choice([*self._proposals()])
            world.schedule.after(MINUTE, partial(propose, world, seat))

    def _proposals(self) -> Iterator[object]:
        yield from (self._other_clock, self._take_back, self._take_back, self._end)

    def _other_clock(self, world: Simulation, seat: Seat) -> None:
        control = PRESETS[world.random.choice(("unhurried", "relaxed", "saver"))]
        # The number of misses stays, so that the count in the invariants remains valid.
        control = replace(
            control, misses=world.news[seat.game_id].game.time_control.misses
        )
        world.attempt(
            self,
            lambda: propose_time_control(seat=seat, control=control, now=world.now),
        )

    def _take_back(self, world: Simulation, seat: Seat) -> None:
        decided = StoredEvent.objects.filter(game=seat.game_id).moves()
        last = decided.order_by("-sequence").first()
        if last is not None:
            world.attempt(
                self,
                lambda: propose_takeback(
                    seat=seat, decision=last.sequence, now=world.now
                ),
            )

    def _end(self, world: Simulation, seat: Seat) -> None:
        world.attempt(self, lambda: propose_end(seat=seat, now=world.now))


class Outsider(Steady):
    """Sits at no table, and offers to play where somebody is missing."""

    def look_around(self, world: Simulation, every: timedelta) -> None:
        """Offer to play one of the seats that need somebody, and look again later."""
        world.schedule.after(every, partial(self.look_around, world, every))
        if needing := queries.autopilot_seats():
            seat = world.random.choice(needing)
            world.attempt(
                self,
                lambda: offer_to_play(seat=seat, user=self.user, now=world.now),
            )
