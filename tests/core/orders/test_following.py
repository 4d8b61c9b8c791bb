"""Following orders to the letter."""

import doctest
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from stoneage_core import GameState, InvalidCommand, awaited, decide, notation
from stoneage_core.autopilot import choose
from stoneage_core.chance import LoadedChance, RandomChance
from stoneage_core.components.places import BUILDING_STACKS
from stoneage_core.notation import to_text as spelt
from stoneage_core.orders import (
    Answered,
    Disarmed,
    after_own_decision,
    next_command,
    parse,
    to_text,
)
from stoneage_core.orders import text as orders_text
from stoneage_core.orders.following import Failed
from stoneage_core.orders.text import LONGEST_TEXT, MOST_ALTERNATIVES, MOST_STEPS
from stoneage_core.simulation import opening, play, random_policy
from tests.core.scenario import acting, busy, opened, placing, starving, tribe, when
from tests.support.written_orders import ALL_ORDERS, draw_orders

#: It gives any two resources when it is turned over.
TWO_RESOURCES = 36
ONE_USE = {"cards": (33,), "open_cards": (33,)}

SPELLINGS = [
    "hut, field, forest 3",
    "hunting grounds 10\ncard 2",
    "use tool maker\nuse hut, use hunting grounds",
    "buy 2 wood brick, buy 2 cheapest, leave card 2",
    "build 1 most",
    "take wood gold",
    "pick 6, pick 5, pick 4",
    "pick 3",
    "tools gain",
    "tools gain cards",
    "tools 2 1 once 3",
    "no tools",
    "feed wood brick",
    "feed wood 2 brick 1",
    "go hungry",
    "hut\nuse forest\npick 6\ntools gain\nfeed gold",
]

OTHER_WORDS = [
    ("PLACE  Hut,field , clay 2", "hut, field, clay pit 2"),
    ("place hut else field else forest 3", "hut, field, forest 3"),
    ("place hut, else field,", "hut, field"),
    ("place hut, place hunt 2", "hut, hunting grounds 2"),
    ("hut | field", "hut, field"),
    ("use toolmaker else hunt", "use tool maker, use hunting grounds"),
    ("pick 6, 5 else 4", "pick 6, pick 5, pick 4"),
    ("feed wood, brick", "feed wood, feed brick"),
    ("feed 2 wood", "feed wood 2"),
    ("buy 2", "buy 2 cheapest"),
    ("buy card 2 brick 1 wood", "buy 2 wood brick"),
    (
        "buy card 2 most, card 3, building 1",
        "buy 2 most, buy 3 cheapest, build 1 cheapest",
    ),
    ("build 3, leave", "build 3 cheapest, leave building 3"),
    ("Tools  GAIN\tcards", "tools gain cards"),
    ("\n# while I am away; hut\r\n  # and after\n\ngo hungry\n\n", "go hungry"),
    ("pick 6; hut;; field", "pick 6\nhut\nfield"),
]

MISTAKES = [
    (
        "fly",
        "“fly” isn’t a command that can be read here; one is, for example, “forest 3”",
    ),
    ("go home", "“go home” isn’t a command that can be read here;"),
    (", else", "it names nothing to choose from"),
    ("place", "“place” isn’t a command that can be read here;"),
    ("place hut, fly", "“place fly” isn’t a command that can be read here;"),
    ("place forest", "“place forest” isn’t a command that can be read here;"),
    ("hut, pick 6", "its alternatives don’t answer the same question"),
    ("tools gain, feed wood", "its alternatives don’t answer the same question"),
    ("place hut 3", "the hut never takes 3 of your people"),
    ("forest 8", "the forest never takes 8 of your people"),
    ("card 1 2", "card 1 never takes 2 of your people"),
    ("hut, field, hut 2", "it names “hut” twice"),
    ("use fly", "“use fly” isn’t a command that can be read here;"),
    ("use hut field", "“use hut field” isn’t a command that can be read here;"),
    ("use hunt, hunting grounds", "it names “use hunting grounds” twice"),
    ("pick 7", "“7” isn’t a face of a die; those are 1 to 6"),
    ("pick ٣", "“pick ٣” isn’t a command that can be read here;"),
    ("pick 6, 6", "it names “pick 6” twice"),
    ("feed food", "“feed food” isn’t a command that can be read here;"),
    ("feed wood wood", "it names “wood” twice"),
    ("tools", "“tools” isn’t a command that can be read here;"),
    ("buy 7", "“buy 7” isn’t a command that can be read here;"),
    ("buy cheapest", "“buy” isn’t a command that can be read here;"),
    ("buy 2 wood brick most", "“buy 2 wood brick most” isn’t a command that can be"),
    ("buy 2 wood", "card 2 asks for 2 resources of any kinds"),
    ("build 1 wood 9", "no building asks for 9 wood"),
    ("buy 2, card 2 cheapest", "it names “buy 2 cheapest” twice"),
    ("leave", "“leave” isn’t a command that can be read here;"),
]


def settled(text: str, state: GameState, player: int = 0) -> tuple[str, str]:
    """The command that orders in text answer with, and the orders that remain."""
    answered = next_command(parse(text), state, player)
    assert isinstance(answered, Answered)
    assert decide(state, player, answered.command, LoadedChance()).events
    return spelt(answered.command), to_text(answered.orders)


def disarmed(text: str, state: GameState, player: int = 0) -> str:
    """The sentence with which orders in text disarm."""
    answered = next_command(parse(text), state, player)
    assert isinstance(answered, Disarmed)
    return str(answered.reason.phrase())


def mistake(text: str) -> str:
    with pytest.raises(InvalidCommand) as refused:
        parse(text)
    assert refused.value.code == "not_understood"
    return str(refused.value)


# Text


@pytest.mark.parametrize("text", SPELLINGS)
def test_orders_have_one_spelling(text):
    assert to_text(parse(text)) == text


@pytest.mark.parametrize(("text", "spelling"), OTHER_WORDS)
def test_other_words_are_understood(text, spelling):
    assert to_text(parse(text)) == spelling


@pytest.mark.parametrize("text", ["", "  \n\t\n", "# nothing but a thought"])
def test_a_text_may_order_nothing(text):
    assert parse(text) == ()
    assert to_text(parse(text)) == ""


@pytest.mark.parametrize(("line", "sentence"), MISTAKES)
def test_an_error_names_its_line(line, sentence):
    assert mistake(line).startswith(f"Line 1: {sentence}")
    assert mistake(f"# a thought\n\nriver 1\n{line}").startswith("Line 4: ")


@pytest.mark.parametrize(
    "text",
    ["pick 6\npick 5", "tools gain\nno tools", "feed wood\ngo hungry"],
)
def test_a_preference_is_given_once(text):
    assert mistake(text) == "Line 2: an earlier line says what to do then"


def test_there_are_only_so_many_orders():
    text = "hut\n" * MOST_STEPS
    assert len(parse(text)) == MOST_STEPS
    assert mistake(f"{text}pick 6") == "There may be 40 orders at most, not 41"


def test_there_are_only_so_many_alternatives():
    many = [f"hunt {people}" for people in range(1, 11)] + ["hut", "field"]
    assert len(many) == MOST_ALTERNATIVES
    assert len(parse(", ".join(many))[0]) == MOST_ALTERNATIVES
    sentence = "Line 1: it may name 12 alternatives at most, not 13"
    assert mistake(f"{', '.join(many)}, river 1") == sentence


def test_there_are_only_so_many_characters():
    assert parse("go hungry".rjust(LONGEST_TEXT)) == parse("go hungry")
    sentence = "Orders, names in full, may have 2000 characters at most, not 2001"
    assert mistake("go hungry".rjust(LONGEST_TEXT + 1)) == sentence


def test_names_in_full_count():
    line = ",".join(f"hunt {people}" for people in range(1, 11))
    text = "\n".join([line] * 14)
    assert len(text) < LONGEST_TEXT
    assert mistake(text).startswith("Orders, names in full, may have 2000 characters")


@for_all(ALL_ORDERS)
def test_orders_come_back_from_their_text(orders):
    assert parse(to_text(orders)) == orders
    assert parse(to_text(orders).upper()) == orders


@for_all(st.text() | st.text("placehutfield usepick,6543\n#;togainbuyrdmos|2w"))
def test_any_text_is_read_or_refused(text):
    with suppress(InvalidCommand):
        orders = parse(text)
        assert parse(to_text(orders)) == orders


def test_the_examples_are_understood():
    assert doctest.testmod(orders_text).failed == 0


# Placing people


def test_the_first_placement_that_is_legal_is_played_and_used_up():
    state = placing(tribe(), tribe(hut=2))
    text = "hut, field, forest 3\ncard 1\npick 6"
    assert settled(text, state) == ("field", "card 1\npick 6")


def test_orders_are_for_the_placements_that_follow():
    placed, rest = settled("hut\nforest 2", placing())
    others = when(placing(), 0, placed).state
    mine = when(others, 1, "field").state
    assert settled(rest, mine) == ("forest 2", "")


def test_placements_that_are_gone_disarm():
    state = placing(tribe(), tribe(hut=2, field=1))
    assert disarmed("hut, field, tool maker", state) == (
        "None of hut, field and tool maker is possible now"
    )
    assert disarmed("hut\nforest 1", state) == "Your order “hut” isn’t possible now"


def test_more_people_than_are_left_disarm():
    state = placing(tribe(people=5, river=2))
    assert disarmed("forest 4", state) == "Your order “forest 4” isn’t possible now"


@pytest.mark.parametrize("place", BUILDING_STACKS[2:])
def test_a_stack_that_is_not_in_the_game_disarms(place):
    assert place.label in disarmed(f"place {place.label}", placing())


# Using places


def test_places_are_used_in_the_order_given():
    state = acting(tribe(hut=2, forest=1, tool_maker=1, card_1=1, resources="wood"))
    text = "use tool maker\nuse field\nuse hut"
    assert settled(text, state) == ("use tool maker", "use field\nuse hut")
    tooled = when(state, 0, "use tool maker").state
    assert settled("use field\nuse hut", tooled) == ("use hut", "use field")


def test_about_places_not_named_nothing_is_said():
    state = acting(tribe(card_1=1, forest=1, resources="wood"))
    assert next_command(parse("use hut\nuse field"), state, 0) is None


def test_resources_are_taken_from_an_open_card():
    card = {"cards": (TWO_RESOURCES,), "open_cards": (TWO_RESOURCES,)}
    state = acting(tribe(card_2=1, **card), tribe(forest=1))
    text = "take wood gold\nbuy 2 wood gold"
    assert settled(text, state) == ("take wood gold", "buy 2 wood gold")
    taken = when(state, 0, "take wood gold").state
    answered = next_command(parse("buy 2 wood gold"), taken, 0)
    assert isinstance(answered, Answered)
    assert spelt(answered.command) == "buy 2 wood gold"


# Tools


@pytest.mark.parametrize(
    ("order", "dice", "tools", "command"),
    [
        ("tools gain", (2,), "1 2", "tools 1"),
        ("tools gain", (1,), "1", "no tools"),
        ("tools gain cards", (1,), "1", "tools once 2"),
        ("tools gain cards", (2,), "1", "tools 1"),
        ("no tools", (2,), "1 2", "no tools"),
        ("tools 2, tools 1", (2,), "1", "tools 1"),
    ],
)
def test_tools_are_added_as_ordered(order, dice, tools, command):
    state = acting(busy(forest=1, tools=tools, **ONE_USE))
    rolled = when(state, 0, "use forest", dice=dice).state
    assert settled(order, rolled) == (command, order)


# Dice for all


@pytest.mark.parametrize(
    ("order", "dice", "command"),
    [
        ("pick 6, pick 5", (2, 5), "pick 5"),
        ("pick 3, pick 6", (3, 6), "pick 3"),
        ("pick 1, pick 6, pick 5, pick 4", (2, 4), "pick 4"),
    ],
)
def test_faces_are_picked_as_ordered(order, dice, command):
    state = acting(busy(card_1=1, resources="wood"))
    rolled = when(state, 0, "buy 1 wood", dice=dice).state
    assert settled(order, rolled) == (command, order)


def test_faces_that_did_not_fall_disarm():
    state = acting(busy(card_1=1, resources="wood"))
    rolled = when(state, 0, "buy 1 wood", dice=(2, 4)).state
    assert disarmed("pick 6, 5", rolled) == (
        "None of pick 6 and pick 5 is possible now"
    )


# Feeding


@pytest.mark.parametrize(
    ("order", "command"),
    [
        ("feed wood brick", "feed wood 2 brick 1"),
        ("feed brick wood", "feed wood 1 brick 2"),
        ("feed gold stone brick", "feed brick 2 gold 1"),
        ("go hungry", "go hungry"),
        ("feed stone 3, feed wood 2 brick 1", "feed wood 2 brick 1"),
    ],
)
def test_the_tribe_is_fed_as_ordered(order, command):
    state = starving(tribe(resources="wood wood brick brick gold"), owing=(3, 0))
    assert settled(order, state) == (command, order)


def test_resources_that_are_not_named_are_not_used():
    state = starving(tribe(resources="wood brick gold"), owing=(3, 0))
    assert disarmed("feed brick wood", state) == (
        "You’re 3 food short, but your brick and wood make only 2"
    )
    assert disarmed("feed stone", state) == (
        "You’re 3 food short, but your stone makes only 0"
    )
    assert disarmed("feed stone, feed brick", state) == (
        "None of feed stone and feed brick is possible now"
    )


# What is not said


ASKED = {
    "place": opened(2),
    "use": acting(busy()),
    "tools": when(acting(busy(tools="1", forest=1)), 0, "use forest", dice=(2,)).state,
    "pick": when(
        acting(busy(card_1=1, resources="wood")), 0, "buy 1 wood", dice=(1, 2)
    ).state,
    "feed": starving(tribe(resources="wood"), owing=(1, 0)),
}
LINES = {
    "place": "field",
    "use": "use river",
    "tools": "tools gain",
    "pick": "pick 1",
    "feed": "feed wood",
}


@pytest.mark.parametrize("asked", ASKED)
def test_questions_without_an_order_are_left_to_the_player(asked):
    others = "\n".join(line for name, line in LINES.items() if name != asked)
    assert next_command(parse(others), ASKED[asked], 0) is None
    assert isinstance(next_command(parse(LINES[asked]), ASKED[asked], 0), Answered)


@pytest.mark.parametrize("asked", ASKED)
def test_players_who_are_not_asked_get_no_answer(asked):
    orders = parse("\n".join(LINES.values()))
    assert next_command(orders, ASKED[asked], 1) is None


def test_nothing_is_answered_when_the_game_is_over():
    orders = parse("\n".join(LINES.values()))
    assert next_command(orders, play(2, 5, choose).state, 0) is None


# Whole games


@for_all(st.integers(2, 4), st.integers(0, 2**32 - 1), st.booleans())
def test_every_answer_is_accepted_by_the_rules(players, seed, dice_at_own_turn):
    """Every answer is a legal command; without one a random player decides."""
    dice, chance = Random(seed), RandomChance(seed)
    otherwise = random_policy(dice)
    state = opening(players, chance, dice_at_own_turn=dice_at_own_turn).state
    kept = [draw_orders(dice) for _ in range(players)]
    while waiting := awaited(state):
        for idle in set(range(players)) - waiting:
            assert next_command(kept[idle], state, idle) is None
        player = dice.choice(sorted(waiting))
        match next_command(kept[player], state, player):
            case Answered(command, remaining):
                kept[player] = remaining
            case Disarmed(reason):
                assert str(reason.phrase())
                kept[player], command = draw_orders(dice), otherwise(state, player)
            case None:
                command = otherwise(state, player)
        state = decide(state, player, command, chance).state


@pytest.mark.parametrize(
    ("decided", "left"),
    [
        ("river 2", "use hut\nbuy 2 most, leave card 2\nuse hut\nno tools\ntake wood"),
        ("use hut", "{place}buy 2 most, leave card 2\nuse hut\nno tools\ntake wood"),
        ("leave card 2", "{place}use hut\nuse hut\nno tools\ntake wood"),
        ("buy 2 wood", "{place}use hut\nuse hut\nno tools\ntake wood"),
        ("take gold", "{place}use hut\nbuy 2 most, leave card 2\nuse hut\nno tools"),
        ("use field", None),
        ("no tools", None),
        ("pick 6", None),
    ],
)
def test_a_decision_of_the_player_removes_the_first_step_for_it(
    decided: str, left: str | None
) -> None:
    place = "field, tool maker\n"
    rest = "use hut\nbuy 2 most, leave card 2\nuse hut\nno tools\ntake wood"
    orders = parse(place + rest)
    expected = place + rest if left is None else left.format(place=place)
    assert to_text(after_own_decision(orders, notation.from_text(decided))) == expected


def test_failed_orders_have_a_sentence():
    assert "possible" in Failed().phrase().english
