"""Standing orders that buy: to the letter, when their time has come, or not at all."""

import pytest

from stoneage_core import GameState, InvalidCommand, decide
from stoneage_core.chance import LoadedChance
from stoneage_core.notation import to_text as spelt
from stoneage_core.standing import Answered, Disarmed, answer, parse, to_text
from tests.core.scenario import acting, tribe, when

SPELLINGS = [
    ("buy 2", "buy card 2 cheapest"),
    ("buy card 2 wood brick else cheapest", "buy card 2 wood brick, card 2 cheapest"),
    ("BUY 2 brick 1 wood", "buy card 2 wood brick"),
    ("buy card 2 cheapest | card 3", "buy card 2 cheapest, card 3 cheapest"),
    ("build 3 wood wood brick", "buy building 3 wood wood brick"),
    ("build 3, card 2 most", "buy building 3 cheapest, card 2 most"),
    ("buy 2, build 3", "buy card 2 cheapest, building 3 cheapest"),
    ("build 1 most, leave", "buy building 1 most, nothing"),
    ("buy card 4 most else nothing", "buy card 4 most, nothing"),
    ("use hut, card 2, building 1", "use hut, card 2, building 1"),
]
EXAMPLE = "can’t be bought; try, for example, “card 2 wood brick”"
MISTAKES = [
    ("buy", "it names nothing to choose from"),
    ("buy nothing", "it names nothing to choose from"),
    ("build leave", "it names nothing to choose from"),
    ("buy 7", f"“card 7” {EXAMPLE}"),
    ("buy card", f"“card” {EXAMPLE}"),
    ("buy cheapest", f"“card cheapest” {EXAMPLE}"),
    ("buy nothing, 2", f"“card nothing” {EXAMPLE}"),
    ("build 1 flour", f"“building 1 flour” {EXAMPLE}"),
    ("buy 2 cheapest most", f"“card 2 cheapest most” {EXAMPLE}"),
    ("buy 2 wood", "card 2 asks for 2 resources of any kinds"),
    ("build 1 wood 9", "no building asks for 9 wood"),
    ("buy 2, card 2 cheapest", "it names “card 2 cheapest” twice"),
]

#: A purse of two wood, a brick and a gold.
PURSE = "wood wood brick gold"


def standing_on(resources: str = PURSE, **placed: int) -> GameState:
    """The state in which a player is asked about their people on these places."""
    return acting(tribe(resources=resources, **placed), tribe(forest=1, field=1))


def settled(text: str, state: GameState) -> tuple[str, str]:
    """The command that orders in text answer with, and the orders that remain."""
    answered = answer(parse(text), state, 0)
    assert isinstance(answered, Answered)
    assert decide(state, 0, answered.command, LoadedChance([1] * 9)).events
    return spelt(answered.command), to_text(answered.orders)


@pytest.mark.parametrize(("text", "spelling"), SPELLINGS)
def test_purchases_have_one_spelling(text, spelling):
    assert to_text(parse(text)) == spelling
    assert to_text(parse(spelling)) == spelling


@pytest.mark.parametrize(("line", "sentence"), MISTAKES)
def test_a_mistake_is_told_with_its_line(line, sentence):
    with pytest.raises(InvalidCommand) as refused:
        parse(f"place hut\n{line}")
    assert str(refused.value) == f"Line 2: {sentence}"


def test_a_purchase_is_paid_as_written_and_used_up():
    state = standing_on(card_2=1, card_3=1)
    text = "buy card 2 wood brick\nbuy card 3 cheapest\ntools gain"
    assert settled(text, state) == (
        "buy 2 wood brick",
        "buy card 3 cheapest\ntools gain",
    )


@pytest.mark.parametrize(
    ("how", "command"),
    [("cheapest", "buy 2 wood wood"), ("most", "buy 2 brick gold")],
)
def test_a_budget_finds_the_payment(how, command):
    assert settled(f"buy card 2 {how}", standing_on(card_2=1, card_1=1)) == (
        command,
        "",
    )


def test_the_first_that_can_be_paid_is_bought():
    state = standing_on(card_2=1, card_1=1)
    text = "buy card 2 stone stone, building 1 cheapest, card 1 gold"
    assert settled(text, state) == ("buy 1 gold", "")


def test_what_cannot_be_paid_as_written_disarms():
    state = standing_on(card_2=1, card_1=1)
    answered = answer(parse("buy card 2 stone stone"), state, 0)
    assert isinstance(answered, Disarmed)
    sentence = "“card 2 stone stone” can’t be bought now"
    assert str(answered.reason.phrase()) == sentence
    answered = answer(parse("buy card 2 gold gold, card 1 stone"), state, 0)
    assert isinstance(answered, Disarmed)
    assert str(answered.reason.phrase()) == (
        "None of card 2 gold gold and card 1 stone can be bought now"
    )


def test_it_is_left_where_that_was_written():
    state = standing_on(card_2=1, card_1=1)
    text = "buy card 2 stone stone, card 1 stone, nothing"
    assert settled(text, state) == ("leave card 2", text)
    left = when(state, 0, "leave card 2").state
    assert not left.players[0].on(parse(text).purchases[0].purchases[0].place)


def test_places_where_nobody_stands_say_nothing():
    state = standing_on(card_2=1, card_1=1)
    text = "buy card 3 gold gold gold\nbuy card 2 cheapest"
    assert settled(text, state) == ("buy 2 wood wood", "buy card 3 gold gold gold")
    assert answer(parse("buy building 1 most, nothing"), state, 0) is None


def test_purchases_wait_for_all_other_people():
    state = standing_on(card_2=1, forest=2)
    assert answer(parse("buy card 2 cheapest, nothing"), state, 0) is None
    text = "use forest\nbuy card 2 cheapest, nothing"
    assert settled(text, state) == ("use forest", text)


def test_use_says_when_to_buy():
    state = standing_on(card_2=1, forest=2)
    text = "use card 2, forest\nbuy card 2 cheapest"
    assert settled(text, state) == ("buy 2 wood wood", "use card 2, forest")


def test_what_cannot_be_paid_yet_is_not_left_yet():
    state = standing_on(resources="wood", card_2=1, forest=2)
    text = "use card 2, forest\nbuy card 2 cheapest, nothing"
    assert settled(text, state) == ("use forest", text)


def test_use_alone_buys_nothing():
    state = standing_on(card_2=1, card_1=1)
    assert answer(parse("use card 2, card 1"), state, 0) is None


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
