"""Standing orders: what was written down in advance is done, and nothing else."""

import doctest
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from stoneage_core import GameState, InvalidCommand, awaited, decide
from stoneage_core.autopilot import choose
from stoneage_core.chance import LoadedChance, RandomChance
from stoneage_core.components.places import BUILDING_STACKS
from stoneage_core.notation import to_text as spelt
from stoneage_core.simulation import opening, play, random_policy
from stoneage_core.standing import (
    Answered,
    Disarmed,
    answer,
    parse,
    to_text,
)
from stoneage_core.standing import text as standing_text
from stoneage_core.standing.alternatives import MOST_ALTERNATIVES
from stoneage_core.standing.text import LONGEST_TEXT, MOST_ORDERS
from tests.core.scenario import acting, busy, opened, placing, starving, tribe, when
from tests.support.written_orders import ALL_ORDERS, draw_orders

ONE_USE = {"cards": (33,), "open_cards": (33,)}

SPELLINGS = [
    "place hut, field, forest 3",
    "place hunting grounds 10\nplace card 2",
    "use tool maker, hut, hunting grounds",
    "pick 6 5 4 3 2 1",
    "pick 3",
    "tools gain",
    "tools gain cards",
    "tools none",
    "feed wood brick",
    "go hungry",
    "place hut\nuse forest\npick 6\ntools gain\nfeed gold",
]

OTHER_WORDS = [
    ("PLACE  Hut,field , clay 2", "place hut, field, clay pit 2"),
    ("place hut else field else forest 3", "place hut, field, forest 3"),
    ("place hut, else field,", "place hut, field"),
    ("place place hut, place hunt 2", "place hut, hunting grounds 2"),
    ("use toolmaker else hunt", "use tool maker, hunting grounds"),
    ("pick 6, 5 else 4", "pick 6 5 4"),
    ("feed wood, brick", "feed wood brick"),
    ("feed nothing", "go hungry"),
    ("no tools", "tools none"),
    ("Tools  GAIN\tcards", "tools gain cards"),
    ("\n# while I am away\r\n  # and after\n\ngo hungry\n\n", "go hungry"),
    ("pick 6\nplace hut\nplace field", "place hut\nplace field\npick 6"),
]

MISTAKES = [
    ("fly", "“fly” isn’t an order; one is, for example, “place hut, field, forest 3”"),
    ("go home", "“go home” isn’t an order; one is,"),
    ("leave card 2", "“leave card 2” isn’t an order; one is,"),
    ("place", "it names nothing to choose from"),
    ("place , else", "it names nothing to choose from"),
    ("pick", "it names nothing to choose from"),
    (
        "place hut, fly",
        "“fly” isn’t a command that can be read here; one is, for example, “forest 3”",
    ),
    ("place forest", "“forest” isn’t a command that can be read here;"),
    ("place hut, pick 6", "“pick 6” doesn’t place people"),
    ("place hut 3", "the hut never takes 3 of your people"),
    ("place forest 8", "the forest never takes 8 of your people"),
    ("place card 1 2", "card 1 never takes 2 of your people"),
    ("place hut, field, hut 2", "it names “hut 2” twice"),
    ("use fly", "“fly” isn’t a place; put a comma between two places"),
    (
        "use hut field",
        "“hut field” isn’t a place; put a comma between two places",
    ),
    ("use hunt, hunting grounds", "it names “hunting grounds” twice"),
    ("pick 7", "“7” isn’t a face of a die; those are 1 to 6"),
    ("pick ٣", "“٣” isn’t a face of a die; those are 1 to 6"),
    ("pick 6 6", "it names “6” twice"),
    ("feed food", "“food” isn’t a resource; those are wood, brick, stone and gold"),
    ("feed wood 2", "“2” isn’t a resource; those are wood, brick, stone and gold"),
    ("feed wood wood", "it names “wood” twice"),
    (
        "tools 2",
        "for tools, write “tools gain”, “tools gain cards” or “tools none”",
    ),
    ("tools", "for tools, write “tools gain”, “tools gain cards” or “tools none”"),
]


def settled(text: str, state: GameState, player: int = 0) -> tuple[str, str]:
    """The command that orders in text answer with, and the orders that remain."""
    answered = answer(parse(text), state, player)
    assert isinstance(answered, Answered)
    assert decide(state, player, answered.command, LoadedChance()).events
    return spelt(answered.command), to_text(answered.orders)


def disarmed(text: str, state: GameState, player: int = 0) -> str:
    """The sentence with which orders in text disarm."""
    answered = answer(parse(text), state, player)
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
    assert parse(text).is_empty
    assert to_text(parse(text)) == ""


@pytest.mark.parametrize("text", SPELLINGS)
def test_an_order_is_not_nothing(text):
    assert not parse(text).is_empty


@pytest.mark.parametrize(("line", "sentence"), MISTAKES)
def test_a_mistake_is_told_with_its_line(line, sentence):
    assert mistake(line).startswith(f"Line 1: {sentence}")
    assert mistake(f"# a thought\n\nplace river 1\n{line}").startswith("Line 4: ")


@pytest.mark.parametrize(
    "text",
    [
        "pick 6\npick 5",
        "tools gain\nno tools",
        "feed wood\ngo hungry",
        "use hut\nuse hut",
    ],
)
def test_an_order_that_stands_is_given_once(text):
    english = (
        "an earlier line says what to do then; only “place” and “buy” may be repeated"
    )
    assert mistake(text) == f"Line 2: {english}"


def test_hunger_is_given_once_too():
    assert mistake("go hungry\nfeed wood").startswith("Line 2: an earlier line")


def test_there_are_only_so_many_orders():
    text = "place hut\n" * MOST_ORDERS
    assert len(parse(text).placements) == MOST_ORDERS
    assert mistake(f"{text}pick 6") == "There may be 24 orders at most, not 25"


def test_there_are_only_so_many_alternatives():
    many = [f"hunt {people}" for people in range(1, 11)] + ["hut", "field"]
    assert len(many) == MOST_ALTERNATIVES
    assert len(parse(f"place {', '.join(many)}").placements[0]) == MOST_ALTERNATIVES
    sentence = "Line 1: it may name 12 alternatives at most, not 13"
    assert mistake(f"place {', '.join(many)}, river 1") == sentence


def test_there_are_only_so_many_characters():
    assert parse("go hungry".rjust(LONGEST_TEXT)) == parse("go hungry")
    sentence = "Orders, names in full, may have 2000 characters at most, not 2001"
    assert mistake("go hungry".rjust(LONGEST_TEXT + 1)) == sentence


def test_names_in_full_count():
    line = "place " + ",".join(f"hunt {people}" for people in range(1, 11))
    text = "\n".join([line] * 14)
    assert len(text) < LONGEST_TEXT
    assert mistake(text).startswith("Orders, names in full, may have 2000 characters")


@for_all(ALL_ORDERS)
def test_orders_come_back_from_their_text(orders):
    assert parse(to_text(orders)) == orders
    assert parse(to_text(orders).upper()) == orders


@for_all(st.text() | st.text("placehutfield usepick,6543\n#togainbuyrdmos|2w"))
def test_any_text_is_read_or_refused(text):
    with suppress(InvalidCommand):
        orders = parse(text)
        assert parse(to_text(orders)) == orders


def test_the_examples_are_understood():
    assert doctest.testmod(standing_text).failed == 0


# Placing people


def test_the_first_placement_that_is_legal_is_played_and_used_up():
    state = placing(tribe(), tribe(hut=2))
    text = "place hut, field, forest 3\nplace card 1\npick 6"
    assert settled(text, state) == ("field", "place card 1\npick 6")


def test_orders_are_for_the_placements_that_follow():
    placed, rest = settled("place hut\nplace forest 2", placing())
    others = when(placing(), 0, placed).state
    mine = when(others, 1, "field").state
    assert settled(rest, mine) == ("forest 2", "")


def test_placements_that_are_gone_disarm():
    state = placing(tribe(), tribe(hut=2, field=1))
    assert disarmed("place hut, field, tool maker", state) == (
        "None of hut, field and tool maker is possible now"
    )
    assert disarmed("place hut\nplace forest 1", state) == (
        "Your order “hut” isn’t possible now"
    )


def test_more_people_than_are_left_disarm():
    state = placing(tribe(people=5, river=2))
    assert disarmed("place forest 4", state) == (
        "Your order “forest 4” isn’t possible now"
    )


@pytest.mark.parametrize("place", BUILDING_STACKS[2:])
def test_a_stack_that_is_not_in_the_game_disarms(place):
    assert place.label in disarmed(f"place {place.label}", placing())


# Using places


def test_places_are_used_in_the_order_given():
    state = acting(tribe(hut=2, forest=1, tool_maker=1, card_1=1, resources="wood"))
    text = "use tool maker, field, hut"
    assert settled(text, state) == ("use tool maker", text)
    tooled = when(state, 0, "use tool maker").state
    assert settled(text, tooled) == ("use hut", text)


def test_about_places_not_named_nothing_is_said():
    state = acting(tribe(card_1=1, forest=1, resources="wood"))
    assert answer(parse("use hut, field"), state, 0) is None


# Tools


@pytest.mark.parametrize(
    ("order", "dice", "tools", "command"),
    [
        ("tools gain", (2,), "1 2", "tools 1"),
        ("tools gain", (1,), "1", "no tools"),
        ("tools gain cards", (1,), "1", "tools once 2"),
        ("tools gain cards", (2,), "1", "tools 1"),
        ("tools none", (2,), "1 2", "no tools"),
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
        ("pick 6 5", (2, 5), "pick 5"),
        ("pick 3 6", (3, 6), "pick 3"),
        ("pick 1", (2, 4), "pick 4"),
        ("pick 1", (5, 6), "pick 6"),
    ],
)
def test_faces_are_picked_as_ordered_then_as_autopilot_would(order, dice, command):
    state = acting(busy(card_1=1, resources="wood"))
    rolled = when(state, 0, "buy 1 wood", dice=dice).state
    assert settled(order, rolled) == (command, order)


# Feeding


@pytest.mark.parametrize(
    ("order", "command"),
    [
        ("feed wood brick", "feed wood 2 brick 1"),
        ("feed brick wood", "feed wood 1 brick 2"),
        ("feed gold stone brick", "feed brick 2 gold 1"),
        ("go hungry", "go hungry"),
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
    "place": "place field",
    "use": "use river",
    "tools": "tools gain",
    "pick": "pick 1",
    "feed": "feed wood",
}


@pytest.mark.parametrize("asked", ASKED)
def test_nothing_is_decided_of_which_nothing_is_said(asked):
    others = "\n".join(line for name, line in LINES.items() if name != asked)
    assert answer(parse(others), ASKED[asked], 0) is None
    assert isinstance(answer(parse(LINES[asked]), ASKED[asked], 0), Answered)


@pytest.mark.parametrize("asked", ASKED)
def test_nothing_is_answered_for_those_who_are_not_asked(asked):
    orders = parse("\n".join(LINES.values()))
    assert answer(orders, ASKED[asked], 1) is None


def test_nothing_is_answered_when_the_game_is_over():
    orders = parse("\n".join(LINES.values()))
    assert answer(orders, play(2, 5, choose).state, 0) is None


# Whole games


@for_all(st.integers(2, 4), st.integers(0, 2**32 - 1))
def test_whatever_is_answered_is_accepted(players, seed):
    """Each answer is decided; where there is none a random player decides."""
    dice, chance = Random(seed), RandomChance(seed)
    otherwise = random_policy(dice)
    state = opening(players, chance).state
    kept = [draw_orders(dice) for _ in range(players)]
    while waiting := awaited(state):
        for idle in set(range(players)) - waiting:
            assert answer(kept[idle], state, idle) is None
        player = dice.choice(sorted(waiting))
        match answer(kept[player], state, player):
            case Answered(command, remaining):
                kept[player] = remaining
            case Disarmed(reason):
                assert str(reason.phrase())
                kept[player], command = draw_orders(dice), otherwise(state, player)
            case None:
                command = otherwise(state, player)
        state = decide(state, player, command, chance).state
