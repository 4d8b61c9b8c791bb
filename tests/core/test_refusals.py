"""All refusals of the engine: codes and sentences. Other tests check codes only."""

import pytest

from stoneage_core import Code, GameError, create, evolve, join, replay
from stoneage_core.chance import LoadedChance
from stoneage_core.commands import UseTools
from stoneage_core.events.rounds import TurnStarted
from stoneage_core.notation import from_text
from stoneage_core.record import log
from stoneage_core.terms import Terms
from tests.core.scenario import (
    acting,
    busy,
    nightfall,
    opened,
    opening,
    placing,
    starving,
    sundown,
    tribe,
    when,
)


def decided(state, command, player=0):
    return lambda: when(state, player, command)


ENDED = nightfall(sundown(slots=(None,) * 4, unseen_cards=())).state
SALE = acting(busy(card_1=1, resources="wood"))
DICE = when(SALE, 0, "buy 1 wood", dice=(1, 2)).state

ROLL = when(acting(busy(forest=1, tools="1")), 0, "use forest", dice=(2,)).state
OWNER = {"cards": (36,), "open_cards": (36,)}

JOINED = replay(opening()[:3])

REFUSALS = [
    (
        *(Code.NOT_UNDERSTOOD, lambda: from_text("fly")),
        "“fly” isn’t a command that can be read here; one is, for example, “forest 3”",
    ),
    (Code.NOT_UNDERSTOOD, decided(opened(), 7), "That isn’t a command"),
    (Code.NOT_AWAITED, decided(opened(), "hut", player=1), "It isn’t your turn"),
    (Code.WRONG_PHASE, decided(opened(), "pick 1"), "That can’t be done now"),
    (Code.GAME_OVER, decided(ENDED, "hut"), "This game is over."),
    (
        *(Code.ALREADY_JOINED, lambda: join(opened(), 0, LoadedChance())),
        "You’re in this game already",
    ),
    (
        *(Code.PLACE_CLOSED, decided(placing(), "building 3")),
        "Building 3 is closed to you in this round",
    ),
    (
        *(Code.PLACE_FULL, decided(placing(tribe(), tribe(field=1)), "field")),
        "The field has no room left",
    ),
    (
        *(Code.PLACED_ALREADY, decided(placing(tribe(forest=1)), "forest 1")),
        "You have people at the forest already",
    ),
    (
        *(Code.WRONG_NUMBER, decided(opened(), "river 6")),
        "The river takes 1 to 5 of your people now",
    ),
    (
        *(Code.WRONG_NUMBER, decided(opened(), "hut 1")),
        "The hut takes exactly 2 of your people now",
    ),
    (
        *(Code.WRONG_NUMBER, decided(placing(tribe(hunting_grounds=4)), "hut")),
        "The hut takes two people and you have one left",
    ),
    (
        *(Code.WRONG_NUMBER, lambda: join(JOINED, 2, LoadedChance())),
        "There’s no player 3 in this game",
    ),
    (
        Code.INVALID,
        lambda: create(game="", commitment="", terms=Terms(1), chance=LoadedChance()),
        "A game is for two to four players.",
    ),
    (
        *(Code.NOBODY_THERE, decided(SALE, "use quarry")),
        "None of your people can do that at the quarry",
    ),
    (
        Code.NO_SUCH_TOOL,
        decided(ROLL, "tools 2"),
        "You have no unused tool of value 2 left for this",
    ),
    (
        *(Code.NO_SUCH_TOOL, decided(ROLL, "tools once 2")),
        "You have no one-use tool of value 2",
    ),
    (
        *(Code.NO_SUCH_TOOL, decided(ROLL, UseTools((1, 2)))),
        "Name the tools from high to low",
    ),
    (Code.NO_SUCH_DIE, decided(DICE, "pick 3"), "No die shows 3"),
    (
        *(Code.NO_SUCH_CARD, decided(SALE, "take wood gold")),
        "You have no card to turn over for resources now",
    ),
    (
        *(Code.WRONG_PAYMENT, decided(SALE, "buy 1 wood wood")),
        "Card 1 asks for 1 resource of any kind",
    ),
    (
        *(Code.WRONG_PAYMENT, decided(acting(busy(**OWNER)), "take gold")),
        "The card gives exactly 2 resources",
    ),
    (
        *(Code.WRONG_PAYMENT, decided(starving(tribe(), owing=(2, 0)), "feed wood")),
        "You have to pay for exactly 2 food, with one resource each",
    ),
    (Code.NOT_ENOUGH, decided(SALE, "buy 1 gold"), "You have 1 wood, not 1 gold"),
    (Code.BAD_STREAM, lambda: log.load(""), "The log is empty"),
    (
        *(Code.BAD_STREAM, lambda: evolve(opened(), TurnStarted(3))),
        "Event 14, TurnStarted, can’t follow what came before it",
    ),
]


#: Those of the rules around the board are tested with them, and with the services.
AROUND_THE_BOARD = {
    *(Code.NOT_STARTED, Code.STARTED, Code.CANCELLED, Code.FROZEN),
    *(
        Code.ON_AUTOPILOT,
        Code.TOO_LATE,
        Code.INVALID,
        Code.FORBIDDEN,
        Code.IRREGULAR,
    ),
}


@pytest.mark.parametrize(("code", "attempt", "sentence"), REFUSALS)
def test_a_refusal_has_its_code_and_sentence(code, attempt, sentence):
    with pytest.raises(GameError) as refused:
        attempt()
    assert refused.value.code is code
    assert str(refused.value) == sentence
    assert refused.value.phrase.key == f"refusal.{code}"


def test_every_code_has_a_refusal():
    assert {code for code, _, _ in REFUSALS} | AROUND_THE_BOARD == set(Code)
