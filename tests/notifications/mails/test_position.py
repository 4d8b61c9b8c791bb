"""A position in words, for both parts of a mail."""

from django.template.loader import render_to_string
from django.utils.translation import override
from msgspec.structs import replace

from notifications.mails.blocks.position import position_of
from stoneage_core import GameState
from stoneage_core.chance import RandomChance
from stoneage_core.components.places import Place
from stoneage_core.components.resources import Resources
from stoneage_core.components.tools import Tool
from stoneage_core.simulation import opening
from stoneage_core.state import Player, Stack

NAMES = ("Ada", "Ben")
ANY_RESOURCES, ONE_USE_TOOL, POTTERY = 36, 34, 17


def position(player: Player, **changes: object) -> dict[str, object]:
    """Return the opening as Ben sees it, with the given tribe of Ada's."""
    state: GameState = opening(2, RandomChance(1)).state
    players = (player, state.players[1])
    return position_of(replace(state, players=players, **changes), NAMES, 1)


def test_readers_tribe_comes_first() -> None:
    ben, ada = position(Player())["tribes"]  # type: ignore[misc]
    assert (ben.name, ben.note.split(", ")[:2]) == ("Ben", ["you", "blue"])
    assert (ada.name, ada.note.split(", ")[0]) == ("Ada", "red")
    assert ben.meal == "You’ll have 7 food left after the next feeding."
    assert ada.meal == "", "everybody counts for themselves"


def test_tribe_named_like_its_colour_has_no_empty_brackets() -> None:
    state: GameState = opening(2, RandomChance(1)).state
    found = position_of(state, ("Ada", "Blue"), 0)
    shown = render_to_string("emails/_position.txt", found)
    assert "\nBlue: " in shown
    assert "()" not in shown


def test_facts_of_a_tribe() -> None:
    tools = (Tool(2, used=True), Tool(1), Tool(1))
    tribe = Player(people=1, food=3, food_track=4, score=1, tools=tools)
    _, ada = position(tribe)["tribes"]  # type: ignore[misc]
    assert ada.points == "1 point"
    assert ada.facts[:3] == ("1 person", "3 food", "food track 4")
    assert ada.facts[3:] == ("+1 +1 tools (used: +2)",)


def test_all_tools_may_be_used() -> None:
    _, ada = position(Player(tools=(Tool(1, used=True),)))["tribes"]  # type: ignore[misc]
    assert ada.facts[3] == "0 tools (used: +1)"


def test_cards_are_named() -> None:
    tribe = Player(
        cards=(POTTERY, ANY_RESOURCES, ONE_USE_TOOL),
        open_cards=(ANY_RESOURCES, ONE_USE_TOOL),
    )
    _, ada = position(tribe)["tribes"]  # type: ignore[misc]
    assert ada.holdings == (
        "0 buildings, 3 cards: medicine, pottery; 1 × tools; "  # noqa: RUF001
        "kept open: any 2 resources and a one-use tool of 3"
    )


def test_hunger_is_predicted() -> None:
    state: GameState = opening(2, RandomChance(1)).state
    hungry = (Player(people=6, food=1), state.players[1])
    seen = position_of(replace(state, players=hungry), NAMES, 0)
    assert seen["tribes"][0].meal == "You’ll be 5 food short at the next feeding."


def test_people_on_places_are_listed() -> None:
    placed = [0] * len(Place)
    placed[Place.HUNTING_GROUNDS.number] = 2
    placed[Place.HUT.number] = 2
    placed[Place.CARD_1.number] = 1
    seen = position(Player(people=7, placed=tuple(placed)))
    rows = {row.label: (row.text, row.rest) for row in seen["places"]}  # type: ignore[attr-defined]
    assert rows["Hunting grounds"] == ("Ada 2", "")
    assert rows["Hut"] == ("Ada 2", "full")
    assert rows.keys() == {"Hunting grounds", "Hut"}, "what is empty is not told"
    assert seen["cards"][0].who == "Ada"  # type: ignore[index]


def test_empty_stack_is_marked() -> None:
    seen = position(Player(), stacks=(Stack(None, 0), Stack(1, 1)))
    first, second = seen["buildings"]  # type: ignore[misc]
    assert (first.text, first.rest) == ("empty", "")
    assert second.text == "2 wood and 1 brick, 10 points"
    assert second.rest == "1 building left"


def test_counts_use_the_plurals_of_the_language() -> None:
    with override("ko"):
        tribe = Player(people=6, food=3, resources=Resources(wood=2, gold=1))
        _, ada = position(tribe)["tribes"]  # type: ignore[misc]
    assert ada.facts[:2] == ("일꾼 6명", "식량 3개")
    assert ada.facts[3] == "나무 2개, 금 1개"


def test_colour_is_not_repeated_as_name() -> None:
    state: GameState = opening(2, RandomChance(1)).state
    with override("es"):
        ben, ada = position_of(state, ("Rojo", "Ben"), 1)["tribes"]
    assert "azul" in ben.note
    assert "rojo" not in ada.note
