"""Orders that buy: to the letter, when their time has come, or not at all."""

import pytest

from stoneage_core import GameState, decide
from stoneage_core.chance import LoadedChance
from stoneage_core.notation import to_text as spelt
from stoneage_core.orders import Answered, Disarmed, next_command, parse, to_text
from tests.core.scenario import acting, tribe, when

#: A purse of two wood, a brick and a gold.
PURSE = "wood wood brick gold"


def standing_on(resources: str = PURSE, **placed: int) -> GameState:
    """The state in which a player is asked about their people on these places."""
    return acting(tribe(resources=resources, **placed), tribe(forest=1, field=1))


def settled(text: str, state: GameState) -> tuple[str, str]:
    """The command that orders in text answer with, and the orders that remain."""
    answered = next_command(parse(text), state, 0)
    assert isinstance(answered, Answered)
    assert decide(state, 0, answered.command, LoadedChance([1] * 9)).events
    return spelt(answered.command), to_text(answered.orders)


def disarmed(text: str, state: GameState) -> str:
    """The sentence with which orders in text disarm."""
    answered = next_command(parse(text), state, 0)
    assert isinstance(answered, Disarmed)
    return str(answered.reason.phrase())


def test_a_purchase_is_paid_as_written_and_used_up():
    state = standing_on(card_2=1, card_3=1)
    text = "buy 2 wood brick\nbuy 3 cheapest\ntools gain"
    assert settled(text, state) == ("buy 2 wood brick", "buy 3 cheapest\ntools gain")


@pytest.mark.parametrize(
    ("how", "command"),
    [("cheapest", "buy 2 wood wood"), ("most", "buy 2 brick gold")],
)
def test_a_budget_finds_the_payment(how, command):
    state = standing_on(card_2=1, card_1=1)
    assert settled(f"buy 2 {how}", state) == (command, "")


def test_the_first_that_can_be_paid_is_bought():
    state = standing_on(card_2=1, card_1=1)
    text = "buy 2 stone stone, build 1 cheapest, buy 1 gold"
    assert settled(text, state) == ("buy 1 gold", "")


def test_a_payment_that_is_not_possible_disarms_the_orders():
    state = standing_on(card_2=1, card_1=1)
    assert disarmed("buy 2 stone stone\nbuy 1 cheapest", state) == (
        "Your order “buy 2 stone stone” isn’t possible now"
    )
    assert disarmed("buy 2 gold gold, buy 1 stone", state) == (
        "None of buy 2 gold gold and buy 1 stone is possible now"
    )


def test_it_is_left_where_that_was_written():
    state = standing_on(card_2=1, card_1=1)
    text = "buy 2 stone stone, leave\nbuy 1 stone, leave"
    command, rest = settled(text, state)
    assert (command, rest) == ("leave card 2", "buy 1 stone, leave card 1")
    left = when(state, 0, command).state
    assert settled(rest, left) == ("leave card 1", "")


def test_steps_for_places_without_people_are_ignored():
    state = standing_on(card_2=1, card_1=1)
    text = "buy 3 gold gold gold\nbuy 2 cheapest"
    assert settled(text, state) == ("buy 2 wood wood", "buy 3 gold gold gold")
    assert next_command(parse("build 1 most, leave"), state, 0) is None


def test_purchases_wait_for_other_people_that_no_later_order_uses():
    state = standing_on(card_2=1, forest=2)
    buy = "buy 2 cheapest, leave card 2"
    assert next_command(parse(buy), state, 0) is None
    assert settled(f"use forest\n{buy}", state) == ("use forest", buy)
    state = standing_on(card_2=1, forest=2, hut=2)
    assert settled(f"{buy}\nuse forest", state) == ("use forest", buy)


def test_orders_say_when_to_buy():
    state = standing_on(card_2=1, forest=2)
    text = "buy 2 cheapest, leave card 2\nuse forest"
    assert settled(text, state) == ("buy 2 wood wood", "use forest")


def test_a_purchase_that_cannot_be_paid_waits_for_other_people():
    state = standing_on(resources="wood", card_2=1, forest=2)
    buy = "buy 2 cheapest, leave card 2"
    assert settled(f"{buy}\nuse forest", state) == ("use forest", buy)


def test_without_a_payment_the_player_chooses_among_several():
    state = standing_on(card_2=1, card_1=1)
    assert next_command(parse("use card 2\nuse card 1"), state, 0) is None


def test_of_a_building_that_asks_for_exact_goods_no_other_payment_is_made():
    """Building 1 asks for two wood and a brick, building 26 for one to seven goods."""
    everyone = (tribe(resources=PURSE, building_1=1, building_2=1), tribe(forest=1))
    state = acting(*everyone, tops=(1, 26))
    assert settled("build 1 most", state) == ("build 1 wood wood brick", "")
    assert settled("build 1 gold, build 2 most", state) == (
        "build 2 wood wood brick gold",
        "",
    )
    assert settled("build 2 cheapest", state) == ("build 2 wood", "")
