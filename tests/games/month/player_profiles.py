"""Paces of simulated players: they decide at once, at the last second, or never."""

from datetime import timedelta
from functools import partial

from games.models import Seat, SeatOffer, User
from games.seats.offers import return_to_seat
from games.signals import GameAdvanced
from games.table.submit import submit_command
from games.table.votes import cast_vote
from stoneage_core import autopilot
from stoneage_core.events.proposals import ProposalMade
from tests.games.month.simulation import Simulation
from tests.support.proposals import propose_substitute

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
SECOND = timedelta(seconds=1)

#: For players without a deadline: guests.
NO_HURRY = 3 * DAY


class Steady:
    """Answers sooner or later, and votes on proposals."""

    #: The shares of the remaining time between which they answer.
    shares = (0.1, 0.85)
    votes = True

    def __init__(self, user: User) -> None:
        self.user = user

    def asked(self, world: Simulation, seat: Seat) -> None:
        """Plan how to respond to a question."""
        self.answer_at_leisure(world, seat)

    def notified(self, world: Simulation, seat: Seat, news: GameAdvanced) -> None:
        """React to events at the table."""
        for event in news.events:
            if isinstance(event, ProposalMade) and event.player != seat.number:
                self._consider(world, seat, event)

    def kept_out(self, world: Simulation, seat: Seat) -> None:
        """React to autopilot or somebody else taking the seat."""

    def offered(self, world: Simulation, seat: Seat, offer: SeatOffer) -> None:
        """Propose to accept the substitute. One player of the table is enough."""
        if self.votes and not world.seat(seat).is_on_autopilot:
            world.schedule.after(
                world.random.uniform(1, 12) * HOUR,
                partial(self._propose_substitute, world, seat, offer),
            )

    def disarmed(self, world: Simulation, seat: Seat) -> None:
        """React to orders that no longer fit."""

    # Responses

    def answer_at_leisure(self, world: Simulation, seat: Seat) -> None:
        left = NO_HURRY if seat.deadline_at is None else seat.deadline_at - world.now
        share = world.random.uniform(*self.shares)
        self.answer_after(world, seat, share * left)

    def answer_after(self, world: Simulation, seat: Seat, delay: timedelta) -> None:
        assert seat.awaited_version is not None
        deed = partial(self.answer, world, seat, seat.awaited_version)
        world.schedule.after(delay, deed)

    def answer(self, world: Simulation, seat: Seat, question: int) -> bool:
        """Decide, if it is still the same question. Return whether they did."""
        seat = world.seat(seat)
        if seat.awaited_version != question or seat.is_on_autopilot:
            return False
        return self.submit(world, seat)

    def submit(self, world: Simulation, seat: Seat) -> bool:
        state = world.state(seat.game_id)
        return world.attempt(
            self,
            lambda: submit_command(
                seat=seat,
                command=autopilot.choose(state, seat.number),
                expected_version=state.version,
                request_id=None,
                now=world.now,
            ),
        )

    def _consider(self, world: Simulation, seat: Seat, proposal: ProposalMade) -> None:
        if self.votes:
            agrees = world.random.random() < 0.85
            vote = partial(self._vote, world, seat, proposal.proposal, agrees)
            world.schedule.after(world.random.uniform(0.5, 20) * HOUR, vote)

    def _vote(self, world: Simulation, seat: Seat, proposal: int, agrees: bool) -> None:
        world.attempt(
            self,
            lambda: cast_vote(
                seat=seat, proposal=proposal, agrees=agrees, now=world.now
            ),
        )

    def _propose_substitute(
        self, world: Simulation, seat: Seat, offer: SeatOffer
    ) -> None:
        world.attempt(
            self,
            lambda: propose_substitute(seat=seat, offer=offer, now=world.now),
        )


class Swift(Steady):
    """Answers within minutes, however much time there is."""

    def answer_at_leisure(self, world: Simulation, seat: Seat) -> None:
        left = NO_HURRY if seat.deadline_at is None else seat.deadline_at - world.now
        minutes = world.random.uniform(1, 30) * MINUTE
        self.answer_after(world, seat, min(minutes, left / 3))


class Dawdler(Steady):
    """Uses up the time, but answers."""

    shares = (0.7, 0.99)


class Guest(Steady):
    """Has no address and no deadline, and soon loses interest."""

    def asked(self, world: Simulation, seat: Seat) -> None:
        if world.random.random() < 0.9:
            self.answer_at_leisure(world, seat)


class Vanisher(Steady):
    """Answers now and then, until they disappear for good."""

    votes = False

    def asked(self, world: Simulation, seat: Seat) -> None:
        if world.random.random() < 0.3:
            self.answer_at_leisure(world, seat)


class Returner(Vanisher):
    """Disappears, finds autopilot or a substitute in their seat, and returns."""

    def kept_out(self, world: Simulation, seat: Seat) -> None:
        days = world.random.uniform(0.5, 7)
        world.schedule.after(days * DAY, partial(self._return, world, seat))

    def _return(self, world: Simulation, seat: Seat) -> None:
        seat = world.seat(seat)
        # By the seat's link or signed in, because a substitute revoked the link.
        by_link = seat.user_id == self.user.pk and world.random.random() < 0.5
        user = None if by_link else self.user
        world.attempt(self, lambda: return_to_seat(seat=seat, user=user, now=world.now))


class Racer(Steady):
    """Decides around the last second, on a page that has long been open."""

    def asked(self, world: Simulation, seat: Seat) -> None:
        assert seat.deadline_at is not None
        state = world.state(seat.game_id)
        offset = world.random.choice((-SECOND, -SECOND / 1000, 0 * SECOND, SECOND))
        swept = world.random.choice(("before", "after", "later"))
        command = autopilot.choose(state, seat.number)
        deed = partial(self._race, world, seat, command, state.version)
        if swept == "before":
            world.sweep_at(seat.deadline_at)
        world.schedule.at(seat.deadline_at + offset, deed)
        if swept == "after":
            world.sweep_at(seat.deadline_at)

    def _race(
        self, world: Simulation, seat: Seat, command: object, version: int
    ) -> None:
        world.attempt(
            self,
            lambda: submit_command(
                seat=seat,
                command=command,
                expected_version=version,
                request_id=None,
                now=world.now,
            ),
        )
