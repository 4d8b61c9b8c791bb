"""Every command as a short text, and back again."""

import pytest

from stoneage_core import InvalidCommand
from stoneage_core.commands import (
    Build,
    BuyCard,
    Feed,
    GoHungry,
    Leave,
    PickDie,
    PlacePeople,
    TakeResources,
    UsePlace,
    UseTools,
)
from stoneage_core.components.places import GATHERING, PLACES, Place
from stoneage_core.components.resources import NOTHING, Resources
from stoneage_core.notation import LONGEST_TEXT, from_text, to_text

WOOD_BRICK = Resources(wood=1, brick=1)

SPELLINGS = [
    ("forest 3", PlacePeople(Place.FOREST, 3)),
    ("hunting grounds 10", PlacePeople(Place.HUNTING_GROUNDS, 10)),
    ("clay pit 1", PlacePeople(Place.CLAY_PIT, 1)),
    ("tool maker", PlacePeople(Place.TOOL_MAKER, 1)),
    ("tool maker 2", PlacePeople(Place.TOOL_MAKER, 2)),
    ("hut", PlacePeople(Place.HUT, 2)),
    ("hut 1", PlacePeople(Place.HUT, 1)),
    ("field", PlacePeople(Place.FIELD, 1)),
    ("card 2", PlacePeople(Place.CARD_2, 1)),
    ("card 2 2", PlacePeople(Place.CARD_2, 2)),
    ("building 4", PlacePeople(Place.BUILDING_4, 1)),
    ("use forest", UsePlace(Place.FOREST)),
    ("use tool maker", UsePlace(Place.TOOL_MAKER)),
    ("no tools", UseTools()),
    ("tools 2 1", UseTools((2, 1))),
    ("tools 1 once 3", UseTools((1,), (3,))),
    ("tools once 4 3", UseTools((), (4, 3))),
    ("buy 2 wood brick", BuyCard(Place.CARD_2, WOOD_BRICK)),
    ("build 1 wood wood brick", Build(Place.BUILDING_1, Resources(2, 1))),
    ("leave card 2", Leave(Place.CARD_2)),
    ("leave building 1", Leave(Place.BUILDING_1)),
    ("pick 5", PickDie(5)),
    ("take wood gold", TakeResources(Resources(1, 0, 0, 1))),
    ("take gold gold", TakeResources(Resources(gold=2))),
    ("feed wood 2 brick 1", Feed(Resources(2, 1))),
    ("go hungry", GoHungry()),
]

OTHER_WORDS = [
    ("place forest 3", PlacePeople(Place.FOREST, 3)),
    ("place hut", PlacePeople(Place.HUT, 2)),
    ("hunting 3", PlacePeople(Place.HUNTING_GROUNDS, 3)),
    ("hunt 3", PlacePeople(Place.HUNTING_GROUNDS, 3)),
    ("clay 4", PlacePeople(Place.CLAY_PIT, 4)),
    ("toolmaker", PlacePeople(Place.TOOL_MAKER, 1)),
    ("use hunt", UsePlace(Place.HUNTING_GROUNDS)),
    ("use toolmaker", UsePlace(Place.TOOL_MAKER)),
    ("FoReSt   3", PlacePeople(Place.FOREST, 3)),
    ("\tGo\nHungry ", GoHungry()),
    ("tools 1 2 1", UseTools((2, 1, 1))),
    ("tools 1 once 2 4", UseTools((1,), (4, 2))),
    ("buy card 2 brick wood", BuyCard(Place.CARD_2, WOOD_BRICK)),
    ("buy 2 wood 1 brick 1", BuyCard(Place.CARD_2, WOOD_BRICK)),
    ("buy building 1 wood", Build(Place.BUILDING_1, Resources(1))),
    ("build building 1 gold 2 wood", Build(Place.BUILDING_1, Resources(1, 0, 0, 2))),
    ("feed wood brick wood", Feed(Resources(2, 1))),
    ("feed wood 2 brick", Feed(Resources(2, 1))),
    ("feed 2 wood 1 brick", Feed(Resources(2, 1))),
    ("feed 2 wood brick", Feed(Resources(2, 1))),
    ("build 1 2 wood", Build(Place.BUILDING_1, Resources(2))),
    ("take gold wood", TakeResources(Resources(1, 0, 0, 1))),
    ("take gold 2", TakeResources(Resources(gold=2))),
    ("feed", Feed(NOTHING)),
]

NONSENSE = [
    *("", "   ", "fly", "forest", "forest three", "forest 3 4", "forest -1"),
    *("forest 1000", "forest ٣", "clay pit", "pit 3", "hut two", "place", "place 3"),
    *("use", "use fly", "use forest 3", "tools", "tools x", "tools once", "once 2"),
    *("tools 1 once", "tools 1 3 once"),
    *("tools 1 once 2 once 3", "no", "no dice", "no tools today"),
    *("buy", "buy wood", "buy 0 wood", "buy 5 wood", "buy card", "buy 2 food"),
    *("buy building", "build", "build 5 wood", "build 1 2 wood 1", "build building x"),
    *("leave", "leave 2", "leave card", "leave card 2 now", "leave card 5"),
    *("pick", "pick x", "pick 5 6", "take food", "take 2", "feed 2 wood 1"),
    *("go", "go home", "go hungry now", "card", "building 0", "forest 3; hut"),
]


@pytest.mark.parametrize(("text", "command"), SPELLINGS)
def test_each_command_has_one_spelling(text, command):
    assert to_text(command) == text
    assert from_text(text) == command


@pytest.mark.parametrize(("text", "command"), OTHER_WORDS)
def test_other_words_are_understood(text, command):
    assert from_text(text) == command


@pytest.mark.parametrize("text", NONSENSE)
def test_nonsense_is_refused_with_an_example(text):
    with pytest.raises(InvalidCommand) as refused:
        from_text(text)
    sentence = (
        f"“{text}” isn’t a command that can be read here; "
        "one is, for example, “forest 3”"
    )
    assert refused.value.code == "not_understood"
    assert str(refused.value) == sentence


def test_a_text_may_have_any_length_but_no_more_than_the_longest():
    longest = "forest 3".rjust(LONGEST_TEXT)
    assert from_text(longest) == PlacePeople(Place.FOREST, 3)
    with pytest.raises(InvalidCommand):
        from_text(f" {longest}")


def test_a_long_text_is_shown_cut_short():
    with pytest.raises(InvalidCommand) as refused:
        from_text("x" * 10_000)
    assert str(refused.value).startswith(f"“{'x' * LONGEST_TEXT}…” isn’t a command")


@pytest.mark.parametrize("place", PLACES)
def test_every_place_can_be_named(place):
    people = 3 if place in GATHERING else 2 if place is Place.HUT else 1
    command = PlacePeople(place, people)
    assert from_text(to_text(command)) == command
    assert from_text(f"use {place.label}") == UsePlace(place)


@pytest.mark.parametrize(
    "command",
    [
        Feed(),
        BuyCard(Place.CARD_2, NOTHING),
        Build(Place.BUILDING_1, NOTHING),
        TakeResources(NOTHING),
    ],
)
def test_no_spelling_ends_in_a_space(command):
    text = to_text(command)
    assert text == text.strip()
    assert from_text(text) == command
