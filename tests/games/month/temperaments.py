"""What people do when they are asked: at once, at the last second, or never again."""

from collections.abc import Iterator
from datetime import timedelta
from functools import partial

from msgspec.structs import replace

from games import selectors, services
from games.announcements import GameAdvanced, SubstituteOffered
from games.models import Seat, StoredEvent, SubstituteOffer, User
from games.timekeeping import PRESETS
from stoneage_core import conduct as c
from stoneage_core import steward
from tests.games.month.world import World

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
SECOND = timedelta(seconds=1)

#: For who has no deadline: guests.
NO_HURRY = 3 * DAY

MEALS = "feed wood brick stone gold"
ORDERS = (
    f"place hut, field, forest 3, clay pit 2, hunting grounds 1\n{MEALS}\ntools gain",
    f"place forest 2\nplace quarry 2\npick 6 5 4 3 2 1\n{MEALS}",
    "use forest, clay pit, quarry, river, hunting grounds, hut, field, tool maker",
)


class Steady:
    """Answers some time, sooner or later, and votes on what is proposed."""

    #: Between which shares of the time that is left they answer.
    shares = (0.1, 0.85)
    votes = True

    def __init__(self, user: User) -> None:
        self.user = user

    def asked(self, world: World, seat: Seat) -> None:
        """Plan what to do about a question."""
        self.answer_at_leisure(world, seat)

    def told(self, world: World, seat: Seat, news: GameAdvanced) -> None:
        """Take notice of what happened at the table."""
        for event in news.events:
            if isinstance(event, c.MotionMade) and event.player != seat.number:
                self._consider(world, seat, event)

    def kept_out(self, world: World, seat: Seat) -> None:
        """Learn that the steward, or somebody else, plays in one's place."""

    def offered(self, world: World, seat: Seat, offer: SubstituteOffered) -> None:
        """Propose to let the substitute sit down; one of the table is enough."""
        if self.votes and not world.seat(seat).is_stewarded:
            world.agenda.after(
                world.random.uniform(1, 12) * HOUR,
                partial(self._propose_substitute, world, seat, offer),
            )

    def disarmed(self, world: World, seat: Seat) -> None:
        """Learn that the standing orders were put aside."""

    # What they do

    def answer_at_leisure(self, world: World, seat: Seat) -> None:
        left = NO_HURRY if seat.deadline_at is None else seat.deadline_at - world.now
        share = world.random.uniform(*self.shares)
        self.answer_after(world, seat, share * left)

    def answer_after(self, world: World, seat: Seat, delay: timedelta) -> None:
        assert seat.awaited_version is not None
        deed = partial(self.answer, world, seat, seat.awaited_version)
        world.agenda.after(delay, deed)

    def answer(self, world: World, seat: Seat, question: int) -> bool:
        """Decide, if it is still the same question; return whether they did."""
        seat = world.seat(seat)
        if seat.awaited_version != question or seat.is_stewarded:
            return False
        return self.submit(world, seat)

    def submit(self, world: World, seat: Seat) -> bool:
        state = world.state(seat.game_id)
        return world.attempt(
            self,
            lambda: services.command_submit(
                seat=seat,
                command=steward.choose(state, seat.number),
                expected_version=state.version,
                request_id=None,
                now=world.now,
            ),
        )

    def _consider(self, world: World, seat: Seat, motion: c.MotionMade) -> None:
        if self.votes:
            agrees = world.random.random() < 0.85
            vote = partial(self._vote, world, seat, motion.motion, agrees)
            world.agenda.after(world.random.uniform(0.5, 20) * HOUR, vote)

    def _vote(self, world: World, seat: Seat, motion: int, agrees: bool) -> None:
        world.attempt(
            self,
            lambda: services.vote_cast(
                seat=seat, motion=motion, agrees=agrees, now=world.now
            ),
        )

    def _propose_substitute(
        self, world: World, seat: Seat, told: SubstituteOffered
    ) -> None:
        offer = SubstituteOffer.objects.select_related("seat").get(
            seat__game=seat.game_id, number=told.number
        )
        world.attempt(
            self,
            lambda: services.substitute_propose(seat=seat, offer=offer, now=world.now),
        )


class Prompt(Steady):
    """Answers within minutes, of however little time there is."""

    def answer_at_leisure(self, world: World, seat: Seat) -> None:
        left = NO_HURRY if seat.deadline_at is None else seat.deadline_at - world.now
        minutes = world.random.uniform(1, 30) * MINUTE
        self.answer_after(world, seat, min(minutes, left / 3))


class Dawdler(Steady):
    """Uses up the time, and answers nevertheless."""

    shares = (0.7, 0.99)


class Guest(Steady):
    """Has no address, and all the time in the world; half of them never come again."""

    def asked(self, world: World, seat: Seat) -> None:
        if world.random.random() < 0.9:
            self.answer_at_leisure(world, seat)


class Vanisher(Steady):
    """Answers now and then, until they stop for ever."""

    votes = False

    def asked(self, world: World, seat: Seat) -> None:
        if world.random.random() < 0.3:
            self.answer_at_leisure(world, seat)


class Returner(Vanisher):
    """Vanishes, finds the steward or a substitute in their place, and comes back."""

    def kept_out(self, world: World, seat: Seat) -> None:
        days = world.random.uniform(0.5, 7)
        world.agenda.after(days * DAY, partial(self._return, world, seat))

    def _return(self, world: World, seat: Seat) -> None:
        seat = world.seat(seat)
        # By the seat's link or signed in; a substitute has revoked that link.
        by_link = seat.user_id == self.user.pk and world.random.random() < 0.5
        user = None if by_link else self.user
        world.attempt(
            self, lambda: services.seat_return(seat=seat, user=user, now=world.now)
        )


class Racer(Steady):
    """Decides around the last second, on the page that has been open since long."""

    def asked(self, world: World, seat: Seat) -> None:
        assert seat.deadline_at is not None
        state = world.state(seat.game_id)
        offset = world.random.choice((-SECOND, -SECOND / 1000, 0 * SECOND, SECOND))
        swept = world.random.choice(("before", "after", "later"))
        command = steward.choose(state, seat.number)
        deed = partial(self._race, world, seat, command, state.version)
        if swept == "before":
            world.sweep_at(seat.deadline_at)
        world.agenda.at(seat.deadline_at + offset, deed)
        if swept == "after":
            world.sweep_at(seat.deadline_at)

    def _race(self, world: World, seat: Seat, command: object, version: int) -> None:
        world.attempt(
            self,
            lambda: services.command_submit(
                seat=seat,
                command=command,
                expected_version=version,
                request_id=None,
                now=world.now,
            ),
        )


class Vacationer(Steady):
    """Goes away when asked, now and then, and comes back on time or earlier."""

    def asked(self, world: World, seat: Seat) -> None:
        if world.random.random() < 0.7:
            self.answer_at_leisure(world, seat)
            return
        days = world.random.uniform(0.5, 6)
        world.agenda.after(HOUR, partial(self._go, world, seat, days * DAY))
        self.answer_after(world, seat, days * DAY + 2 * HOUR)

    def _go(self, world: World, seat: Seat, length: timedelta) -> None:
        gone = world.attempt(
            self,
            lambda: services.absence_declare(
                seat=seat, ends=world.now + length, now=world.now
            ),
        )
        if gone and world.random.random() < 0.3:
            world.agenda.after(length / 2, partial(self._come_back, world, seat))

    def _come_back(self, world: World, seat: Seat) -> None:
        world.attempt(self, lambda: services.absence_end(seat=seat, now=world.now))


class OrderWriter(Steady):
    """Writes down what to do instead of doing it."""

    def asked(self, world: World, seat: Seat) -> None:
        at_deadline = world.random.random() < 0.4
        world.agenda.after(MINUTE, partial(self._write, world, seat, at_deadline))
        if not at_deadline:
            self.answer_at_leisure(world, seat)

    def disarmed(self, world: World, seat: Seat) -> None:
        seat = world.seat(seat)
        if seat.awaited_version is not None:
            self.answer_after(world, seat, HOUR)

    def _write(self, world: World, seat: Seat, at_deadline: bool) -> None:
        text = world.random.choice(ORDERS)
        world.attempt(
            self,
            lambda: services.orders_write(
                seat=seat, text=text, at_deadline=at_deadline, now=world.now
            ),
        )


class Regretter(Steady):
    """Takes back what can be taken back, once in a while, and decides anew."""

    def submit(self, world: World, seat: Seat) -> bool:
        done = super().submit(world, seat)
        if done and world.random.random() < 0.3:
            world.agenda.after(MINUTE, partial(self._regret, world, seat))
        return done

    def _regret(self, world: World, seat: Seat) -> None:
        game = world.news[seat.game_id].game
        last = selectors.open_decision(game, seat.number, world.now)
        if last is not None:
            world.attempt(
                self,
                lambda: services.decision_take_back(
                    seat=seat, sequence=last.sequence, now=world.now
                ),
            )


class Voter(Steady):
    """Has proposals: another clock, to take something back, to end it all."""

    def asked(self, world: World, seat: Seat) -> None:
        self.answer_at_leisure(world, seat)
        if world.random.random() < 0.25:
            propose = world.random.choice([*self._proposals()])
            world.agenda.after(MINUTE, partial(propose, world, seat))

    def _proposals(self) -> Iterator[object]:
        yield from (self._other_clock, self._take_back, self._take_back, self._end)

    def _other_clock(self, world: World, seat: Seat) -> None:
        clock = PRESETS[world.random.choice(("unhurried", "relaxed", "saver"))]
        # As many misses as before: what the judge counts then has one meaning.
        clock = replace(clock, misses=world.news[seat.game_id].game.clock.misses)
        world.attempt(
            self,
            lambda: services.clock_propose(seat=seat, clock=clock, now=world.now),
        )

    def _take_back(self, world: World, seat: Seat) -> None:
        decided = StoredEvent.objects.filter(game=seat.game_id).exclude(command="")
        last = decided.order_by("-sequence").first()
        if last is not None:
            world.attempt(
                self,
                lambda: services.takeback_propose(
                    seat=seat, decision=last.sequence, now=world.now
                ),
            )

    def _end(self, world: World, seat: Seat) -> None:
        world.attempt(self, lambda: services.end_propose(seat=seat, now=world.now))


class Outsider(Steady):
    """Has no table, and offers to play on where somebody is missing."""

    def look_around(self, world: World, every: timedelta) -> None:
        """Offer for one of the seats that need somebody, and look again later."""
        world.agenda.after(every, partial(self.look_around, world, every))
        if needing := selectors.stewarded_seats():
            seat = world.random.choice(needing)
            world.attempt(
                self,
                lambda: services.substitute_offer(
                    seat=seat, user=self.user, now=world.now
                ),
            )
