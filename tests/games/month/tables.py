"""The schedule of simulated games: who plays with whom, by which clock, and when."""

from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from itertools import cycle

from msgspec.structs import replace

from games.accounts import users
from games.accounts.users import user_for_email
from games.clocks import PRESETS
from games.lobby.new_games import Wanted, create_practice_game
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT
from stoneage_core.time_control import TimeControl
from tests.games.month import player_habits as o
from tests.games.month import player_profiles as t
from tests.games.month.simulation import Simulation

MONTH = timedelta(days=30)

ZONES = (
    *("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland"),
    *("UTC", "America/St_Johns", "Australia/Lord_Howe"),
)

#: How many people have each profile. They sit at many tables.
EACH = 14

#: How often a profile sits at a table. Vanishers sit with patient players.
MIXED = {
    t.Steady: 3,
    t.Dawdler: 4,
    t.Vanisher: 4,
    t.Returner: 5,
    t.Racer: 2,
    o.Vacationer: 3,
    o.Asker: 4,
    o.OrderWriter: 4,
    o.Regretter: 3,
    o.Voter: 5,
}

#: Slow clocks make few decisions. With quick ones whole games are over in a day.
CLOCKS = {
    "unhurried": 7,
    "relaxed": 5,
    "a_move_a_day": 9,
    "saver": 8,
    "lunch_break": 2,
    "live": 1,
}
#: How many misses are forgiven, if not as in the preset.
MISSES = (1, 1, 3)

#: Every this many tables there is one with only prompt people, or with a guest.
PROMPT_EVERY, GUEST_EVERY = 10, 50
#: Prompt people finish a game in days, so most of their games have just begun.
WHOLE_PROMPT_GAMES = 2
JUST_NOW = timedelta(hours=8)


class Company:
    """All people, by profile."""

    def __init__(self, world: Simulation) -> None:
        self.world = world
        zones = cycle(ZONES)
        self.people = {
            kind: [self._person(kind, next(zones)) for _ in range(EACH)]
            for kind in (*MIXED, t.Swift, o.Outsider)
        }

    def _person(self, kind: type[t.Steady], zone: str) -> t.Steady:
        name = f"{kind.__name__}{len(self.world.people)}".lower()
        user = user_for_email(
            email=f"{name}@example.org", now=self.world.now, time_zone=zone
        )
        person = kind(user)
        self.world.welcome(person)
        return person

    def cast(self, kinds: list[type[t.Steady]], size: int) -> list[Wanted]:
        """Return the addresses of different people with these profiles."""
        random, chosen = self.world.random, list[Wanted]()
        while len(chosen) < size:
            email = random.choice(self.people[random.choice(kinds)]).user.email
            if email not in chosen:
                chosen.append(str(email))
        return chosen


def open_tables(world: Simulation, count: int) -> None:
    """Plan the start of this many tables in the course of the month."""
    company = Company(world)
    for number in range(count):
        _open_one(world, company, number)
    for outsider in company.people[o.Outsider]:
        outsider.look_around(world, every=timedelta(days=1.5))


def _open_one(world: Simulation, company: Company, number: int) -> None:
    random = world.random
    size = random.choices((2, 3, 4), (3, 2, 2))[0]
    begins = MONTH * random.random()
    if number % GUEST_EVERY == 1:
        world.schedule.after(begins, partial(_practice, world))
        return
    is_prompt = number % PROMPT_EVERY == 0
    if is_prompt and number // PROMPT_EVERY >= WHOLE_PROMPT_GAMES:
        begins = MONTH - JUST_NOW * random.random()
    kinds = [t.Swift] if is_prompt else list(_as_often(MIXED))
    cast = company.cast(kinds, size)
    if size > 2 and random.random() < 0.25:
        cast[-1] = DEFAULT_OPPONENT
    control = _clock(world)
    world.schedule.after(begins, partial(world.open_table, cast, control))


def _practice(world: Simulation) -> None:
    user = users.create_guest(name="", language="en", time_zone="UTC", now=world.now)
    world.welcome(t.Guest(user))
    create_practice_game(now=world.now, guest=user)


def _clock(world: Simulation) -> TimeControl:
    control = PRESETS[world.random.choice(list(_as_often(CLOCKS)))]
    if world.random.random() < 0.2:
        return replace(control, misses=world.random.choice(MISSES))
    return control


def _as_often(weights: dict[object, int]) -> Iterator[object]:
    for one, times in weights.items():
        yield from [one] * times
