"""The labels of draws: other decisions can neither choose nor predict dice."""

from random import Random

import pytest

from stoneage_core import (
    GameState,
    SealedChance,
    awaited,
    create,
    decide,
    go_back,
    join,
    replay,
    start,
)
from stoneage_core.autopilot import choose
from stoneage_core.chance import LoadedChance, RandomChance
from stoneage_core.commands import Command, UsePlace
from stoneage_core.components.places import Place
from stoneage_core.events.actions import DiceRolled
from stoneage_core.events.clocks import AbsenceDeclared, AbsenceEnded
from stoneage_core.events.staff import GameRolledBack
from stoneage_core.simulation import opening, random_policy
from stoneage_core.terms import Terms
from tests.core.recorded import assert_legal_outcome, recorded_chance_of
from tests.core.scenario import (
    acting,
    busy,
    command_of,
    nightfall,
    sundown,
    tribe,
    when,
)
from tests.core.test_golden import each_game, recorded


class Listening(LoadedChance):
    """A chance that records the labels of its draws."""

    def __init__(self, chance=None, **loaded):
        super().__init__(**loaded)
        self.labels = []
        self.chance = chance or super()

    def roll(self, label):
        self.labels.append(label)
        return self.chance.roll(label)

    def pick(self, items, label):
        self.labels.append(label)
        return self.chance.pick(items, label)


def labels(state: GameState, *commands: Command, dice=()) -> list[str]:
    """Return the labels of the draws when the first player decides."""
    chance = Listening(dice=dice)
    for command in commands:
        state = decide(state, 0, command, chance).state
    return chance.labels


def rolled(events):
    return next(event.dice for event in events if isinstance(event, DiceRolled))


def test_a_roll_is_labelled_by_game_beacon_kind_round_player_and_place():
    drawn = labels(acting(busy(forest=3)), UsePlace(Place.FOREST), dice=(1, 2, 3))
    assert drawn == [f"stones//dice/1/0/0/forest/{index}" for index in range(3)]


def test_draws_of_the_opening_are_labelled_by_card_building_and_place():
    chance = Listening()
    state = create(game="g", commitment="", terms=Terms(2), chance=chance).state
    for player in (1, 0):
        state = join(state, player, chance).state
    assert chance.labels == []
    start(state, chance)
    assert chance.labels == [
        "g//start/0/0/-/-/0",
        *(f"g//card/1/0/-/card_{slot}/0" for slot in (1, 2, 3, 4)),
        *(f"g//building/0/0/-/building_{stack}/0" for stack in (1, 2)),
    ]


def test_the_draw_of_a_card_is_labelled_with_the_next_round():
    chance = Listening()
    state = sundown(slots=(5, 6, 7, None))
    decide(state, 1, command_of("leave card 1"), chance)
    assert chance.labels == ["stones//card/2/0/-/card_4/0"]


@pytest.mark.parametrize(
    ("card", "drawn"),
    [
        (1, ["all/1/0/0/card_1/0", "all/1/0/0/card_1/1"]),
        (32, ["further/1/0/0/card_1/0"]),
    ],
)
def test_the_draw_of_a_card_benefit_is_labelled_by_player_and_slot(card, drawn):
    buyer = busy(card_1=1, resources="wood")
    state = acting(buyer, slots=(card, 6, 7, 8))
    buy = command_of("buy 1 wood")
    assert labels(state, buy, dice=(1, 2)) == [f"stones//{draw}" for draw in drawn]


def test_a_roll_of_three_begins_a_roll_of_five():
    chance = SealedChance(bytes(32))
    few, many = (
        rolled(decide(acting(busy(forest=n)), 0, UsePlace(Place.FOREST), chance).events)
        for n in (3, 5)
    )
    assert many[:3] == few


def padded(state: GameState, times: int) -> GameState:
    """Let a player declare and end absences, ``times`` times."""
    away = AbsenceDeclared(0, "2026-12-03T18:00:00+00:00", "2026-12-10T18:00:00+00:00")
    return replay([away, AbsenceEnded(0)] * times, state)


def test_events_around_the_board_do_not_change_a_roll():
    # If dice depended on the sequence, a player who knew the seed could choose them by
    # adding events.
    chance, state = SealedChance(bytes(32)), acting(busy(forest=4))
    rolls = {
        rolled(decide(padded(state, n), 0, UsePlace(Place.FOREST), chance).events)
        for n in range(30)
    }
    assert len(rolls) == 1


def test_places_used_before_do_not_change_a_roll():
    chance, state = SealedChance(bytes(32)), acting(busy(forest=2, quarry=2))
    at_once = rolled(decide(state, 0, UsePlace(Place.FOREST), chance).events)
    later = decide(state, 0, UsePlace(Place.QUARRY), chance).state
    assert rolled(decide(later, 0, UsePlace(Place.FOREST), chance).events) == at_once


class RewoundTable:
    """A random game that often goes back."""

    def __init__(self, players: int, dice: Random) -> None:
        self.dice = dice
        self.chance = Listening(RandomChance(dice.randrange(2**32)))
        self.policy = random_policy(dice) if dice.random() < 0.5 else choose
        opened = opening(players, self.chance)
        self.events, self.state = [*opened.events], opened.state
        self.ends = [self.state]

    def play(self, decisions: int, returns: float) -> None:
        for _ in range(decisions):
            if self.dice.random() < returns:
                self.go_back(self.dice.choice(self.ends))
            elif self.dice.random() < returns:
                self.happens((AbsenceEnded(0),))
            elif waiting := sorted(awaited(self.state)):
                player = self.dice.choice(waiting)
                command = self.policy(self.state, player)
                decided = decide(self.state, player, command, self.chance)
                self.happens(decided.events)
            elif not returns:
                return

    def happens(self, events) -> None:
        self.events += events
        self.state = replay(events, self.state)
        self.ends.append(self.state)

    def go_back(self, past: GameState) -> None:
        self.events.append(GameRolledBack(past.version))
        self.state = go_back(self.state, past)
        self.ends.append(self.state)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_label_is_drawn_twice_in_a_game(players):
    for number in range(12):
        table = RewoundTable(players, Random(f"{players} {number}"))
        table.play(5_000, returns=0)
        assert len(table.chance.labels) == len(set(table.chance.labels)) > 100


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_label_is_drawn_twice_in_a_game_that_goes_back(players):
    # The game also goes back to positions that it had gone back from.
    for number in range(40):
        table = RewoundTable(players, Random(f"back {players} {number}"))
        table.play(150, returns=0.1)
        assert len(table.chance.labels) == len(set(table.chance.labels))
        assert replay(table.events) == table.state


@each_game
def test_no_label_is_drawn_twice_in_a_golden_game(name):
    events = recorded(name)
    chance = Listening(recorded_chance_of(events))
    chance.reveal = chance.chance.reveal
    assert_legal_outcome(events, chance)
    assert len(chance.labels) == len(set(chance.labels))


def test_going_back_twice_gives_new_draws():
    # Otherwise players could go back twice and get the dice that they saw first.
    state = acting(busy(forest=2, quarry=2))
    once = when(state, 0, "use forest", dice=(1, 2)).state
    again = go_back(once, state)
    assert (again.drawn_at, again.redone) == (once.drawn_at, (0, 1))
    assert go_back(again, state).redone == (0, 2)
    assert labels(again, UsePlace(Place.FOREST), dice=(1, 1))[0].split("/")[4] == "1"


def test_going_back_over_no_draw_keeps_the_dice():
    state = acting(busy(forest=2, field=1))
    used = when(state, 0, "use field").state
    assert go_back(used, state).redone == ()


def test_going_back_over_rounds_gives_new_draws_to_these_rounds_only():
    state = sundown(tribe(), tribe(), slots=(5, 6, 7, None))
    after = nightfall(state).state
    assert after.round == 2
    back = go_back(after, state)
    assert back.redone == (0, 1, 1)
    assert [back.times_redone(number) for number in (0, 1, 2, 3)] == [0, 1, 1, 0]
