"""What each pane of the dock chooses beforehand: what is careful, or nothing."""

import re
from typing import Any

import pytest

from stoneage_core import GameState
from stoneage_core.components.cards import CARDS, AnyResources, OneUseTool
from stoneage_core.components.places import Place
from stoneage_core.state import DiceDecision, ToolsDecision
from tests.core.scenario import acting, placing, starving, tribe
from tests.e2e.table_pages import turn_page
from tests.support.pages import with_tags_on_one_line

CHECKED = re.compile(r'<input type="(?:radio|checkbox)"[^>]*\bchecked\b[^>]*>')


def pane_of(state: GameState, at: str = "") -> str:
    """Return the HTML of what the first player is asked."""
    html = with_tags_on_one_line(turn_page(state, 0, at=at, names=("Anna", "Ben")))
    on_view = r'<section class="dock-pane" data-pane="\w*">(.*?)</section>'
    (pane,) = re.findall(on_view, html, re.DOTALL)
    return str(pane)


def checked(html: str) -> list[str]:
    values = (re.search(r'value="([^"]*)"', one) for one in CHECKED.findall(html))
    return [found[1] for found in values if found]


def main_button(html: str) -> tuple[str, str]:
    """Return the attributes and the words of the one main button."""
    (found,) = re.findall(
        r'<button class="button-main"([^>]*)>(.*?)</button>', html, re.DOTALL
    )
    return found[0], re.sub(r"<[^>]+>", "", found[1]).strip()


def filled(html: str) -> dict[str, int]:
    """Return what the number inputs hold."""
    fields = r'name="(wood|brick|stone|gold)"[^>]*value="(\d+)"'
    return {name: int(count) for name, count in re.findall(fields, html)}


def rolled(*dice: int, **facts: Any) -> GameState:
    own = tribe(hunting_grounds=len(dice), **facts)
    decision = ToolsDecision(0, Place.HUNTING_GROUNDS, "food", dice)
    return acting(own, decision=decision)


def card_with(benefit: type) -> int:
    return next(one.id for one in CARDS.values() if isinstance(one.benefit, benefit))


def test_placing_chooses_no_place_and_at_a_place_a_safe_number() -> None:
    state = placing(tribe(people=7))
    assert checked(pane_of(state)) == []
    assert checked(pane_of(state, "river")) == ["river 3"]


def test_tools_that_help_are_ticked() -> None:
    html = pane_of(rolled(3, 2, tools="1 1"))
    assert checked(html) == ["1"]
    assert "undecided" not in html


def test_a_one_use_tool_is_never_ticked_nor_named_on_the_button() -> None:
    html = pane_of(rolled(3, 3, open_cards=(card_with(OneUseTool),)))
    assert checked(html) == []
    assert 'name="undecided"' in html
    attributes, _words = main_button(html)
    assert 'data-choose="Choose what to take"' in attributes
    assert "number-chip-best" not in html


def test_while_another_roll_may_follow_no_tool_is_ticked() -> None:
    html = pane_of(rolled(3, 2, tools="1", river=2))
    assert checked(html) == []
    assert 'name="undecided"' in html


def test_no_die_is_picked() -> None:
    state = acting(tribe(forest=1), decision=DiceDecision((1, 3), (0, 1)))
    html = pane_of(state)
    assert checked(html) == []
    assert html.count(" required") == 2
    assert "Pick a die" in main_button(html)[1]


def test_a_card_is_paid_with_the_cheapest() -> None:
    state = acting(tribe(card_2=1, forest=1, resources="wood wood gold"))
    html = pane_of(state, "card_2")
    assert filled(html) == {"wood": 2, "gold": 0}
    assert main_button(html)[1] == "Pay these"


def test_resources_needed_elsewhere_are_not_chosen_beforehand() -> None:
    state = acting(tribe(card_1=1, card_2=1, resources="wood gold"))
    html = pane_of(state, "card_1")
    assert filled(html) == {"wood": 0, "gold": 0}
    assert main_button(html)[1] == "Choose what to pay"


@pytest.mark.parametrize(
    ("purse", "words"),
    [
        ("wood wood gold", "Pay these"),
        ("gold gold gold stone", "Choose what to pay"),
    ],
)
def test_hunger_is_paid_off_only_if_it_costs_as_much(purse: str, words: str) -> None:
    state = starving(tribe(resources=purse, food=0), tribe(), owing=(2, 0), turn=0)
    html = pane_of(state)
    assert main_button(html)[1] == words
    assert "button-quiet" in html


@pytest.mark.parametrize("question", ["card_2", "feeding"])
def test_an_open_card_that_helps_leaves_no_loss_on_the_main_button(
    question: str,
) -> None:
    """Neither to leave what it could pay for, nor to go hungry."""
    card = card_with(AnyResources)
    if question == "feeding":
        own = tribe(food=0, open_cards=(card,), cards=(card,))
        state = starving(own, tribe(), owing=(2, 0), turn=0)
        html = pane_of(state)
    else:
        state = acting(tribe(card_2=1, forest=1, open_cards=(card,), cards=(card,)))
        html = pane_of(state, question)
    assert "button-main" not in html
    assert "button-quiet" in html


def test_the_order_of_uses_begins_with_the_village_and_ends_with_purchases() -> None:
    html = pane_of(acting(tribe(card_2=1, forest=1, hut=2, building_1=1)))
    used = re.findall(r'name="use" value="(\w+)"', html)
    assert used == ["hut", "forest", "building_1", "card_2"]
