"""The page of a plan: moves as links, steps, what it leads to; nothing is stored."""

from urllib.parse import parse_qs

import pytest
from django.http import QueryDict
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from games.presentation.tribes import ComparedTribe, NumberChange
from games.table.plan import PlanAddress, PlanPage, address_in, plan_page
from stoneage_core import GameState, autopilot
from stoneage_core.plan import Course, follow_plan, let_others_play, plan_text
from stoneage_core.simulation import play
from tests.core.scenario import acting, busy, opened, starving, tribe

NAMES = ("Alice", "Bob", "Carol", "Dave")


def planned(
    state: GameState, query: str = "", reader: int = 0, at: str = "", **more: str
) -> PlanPage:
    """The page of a plan by its address; thrown dice show sixes."""
    address = address_in(QueryDict(f"{query}&at={at}"))
    return plan_page(
        state, NAMES, reader, address, draw=lambda count: (6,) * count, **more
    )


def plan_of(link: str) -> str:
    """The steps in an address."""
    return parse_qs(link.removeprefix("?")).get("plan", [""])[0]


def labels(page: PlanPage) -> list[str]:
    return [move.label for group in page.groups for move in group.moves]


def test_plan_has_one_canonical_query_string() -> None:
    address = PlanAddress("1-hut,2-field", 12, 1, 1)
    assert address.query == "?plan=1-hut,2-field&from=12&upto=1&as=2"


@given(
    st.builds(
        PlanAddress,
        text=st.text(),
        version=st.none() | st.integers(0, 10**6),
        shown=st.none() | st.integers(0, 10**6),
        player=st.none() | st.integers(0, 3),
    )
)
def test_query_string_of_a_plan_is_read_as_it_was_written(address: PlanAddress) -> None:
    assert address_in(QueryDict(address.query[1:])) == address


@pytest.mark.parametrize("wrong", ["x", "-1", "1.5", "", "٣", "9999999999999999999"])
def test_invalid_number_in_a_query_string_is_ignored(wrong: str) -> None:
    address = address_in(QueryDict(f"from={wrong}&upto={wrong}&as={wrong}"))
    assert (address.version, address.shown, address.player) == (None, None, None)


def test_zero_is_no_player_and_no_face_of_a_die() -> None:
    assert address_in(QueryDict("as=0")).player is None
    assert address_in(QueryDict("die=7&die=3&die=0&die=x")).dice == (3,)


def test_an_empty_plan_asks_for_a_place() -> None:
    page = planned(opened(2))
    assert page.heading == "Your turn"
    assert page.groups == ()
    assert (page.back_link, page.on_link, page.orders) == ("", "", "")


def test_a_place_that_is_looked_at_offers_its_moves_with_odds() -> None:
    page = planned(opened(2), at="forest")
    assert [group.title for group in page.groups] == ["Forest"]
    assert labels(page)[:2] == ["1 person", "2 people"]
    one = page.groups[0].moves[0]
    assert plan_of(one.link) == "1-forest-1"
    assert one.odds == "≥ 1: 67 %"


def test_tools_raise_the_odds() -> None:
    state = acting(busy(forest=1, tools="2"))
    (use,) = planned(state, at="forest").groups[0].moves
    assert use.odds.endswith("with all tools")
    assert "0: 33 %" in use.odds


def test_a_closed_place_offers_nothing_while_people_are_placed() -> None:
    assert planned(opened(2), "plan=1-hut", at="hut", reader=1).groups == ()


def test_the_reader_may_go_ahead_of_others() -> None:
    page = planned(opened(2), reader=1)
    assert page.actor == 1
    assert page.heading == "You, ahead of Alice"
    assert [one.name for one in page.actors] == ["Alice", "Bob"]
    assert planned(opened(2), "as=1", reader=1).heading == "Turn of Alice"


def test_others_can_be_moved_too() -> None:
    page = planned(opened(2), "plan=1-hut&as=2", at="forest")
    assert plan_of(page.groups[0].moves[2].link) == "1-hut,2-forest-3"


def test_steps_back_and_on() -> None:
    page = planned(opened(2), "plan=1-hut,2-field,1-forest-2&upto=2&from=7")
    assert [line.text for line in page.lines] == ["hut", "field", "forest 2"]
    assert [line.is_shown for line in page.lines] == [True, True, False]
    assert page.count == 2
    assert page.back_link.endswith("from=7&upto=1")
    assert "upto" not in page.on_link
    assert page.now_link.endswith("upto=0")
    assert plan_of(page.shorter_link) == "1-hut"
    assert plan_of(page.clear_link) == ""
    assert page.state.players[0].unplaced == 3


def test_another_move_replaces_the_steps_that_are_not_shown() -> None:
    page = planned(opened(2), "plan=1-hut,2-field&upto=1", at="forest")
    assert plan_of(page.groups[0].moves[0].link) == "1-hut,1-forest-1"


def test_a_step_that_cannot_be_done_ends_the_plan_and_says_why() -> None:
    page = planned(opened(2), "plan=1-hut,2-hut,1-field")
    assert page.refusal == "Step 2 is no longer possible: the hut has no room left."
    assert page.address.text == "1-hut"


def test_invalid_plan_is_reported() -> None:
    page = planned(opened(2), "plan=1-dance")
    assert "“dance” isn’t a command that can be read here" in page.refusal
    assert page.lines == ()


def test_a_typed_move_is_added_in_own_words() -> None:
    page = planned(opened(2), "move=3 people in the forest")
    assert page.address.text == "1-forest-3"
    with override("es"):
        page = planned(opened(2), "plan=1-hut&move=bosque 2&as=2", language="es")
    assert page.address.text == "1-hut,2-forest-2"


def test_a_typed_move_that_cannot_be_done_changes_nothing() -> None:
    page = planned(opened(2), "plan=1-hut&move=hut&as=2")
    assert page.address.text == "1-hut"
    assert page.refusal == "The hut has no room left"
    page = planned(opened(2), "plan=1-hut&move=<b>dance")
    assert page.refusal == "“<b>dance” isn’t a move that can be planned here."


def test_dice_are_set_thrown_or_average() -> None:
    state = acting(busy(forest=3))
    page = planned(state, "plan=1-use-forest&from=4")
    assert page.dice
    assert page.dice.faces == (3, 4, 3)
    assert page.dice.luck == "As high or higher: 62 % of throws"
    assert plan_of(page.dice.thrown_link) == "1-use-forest-dice-6-6-6"
    assert plan_of(page.dice.average_link) == "1-use-forest"
    set_by_hand = planned(state, "plan=1-use-forest&upto=1&die=1&die=1&die=2")
    assert set_by_hand.address.text == "1-use-forest-dice-1-1-2"
    assert set_by_hand.said.startswith("Alice rolled 1, 1 and 2")


def test_step_that_other_dice_make_impossible_is_reported() -> None:
    state = acting(busy(forest=1, card_1=1))
    plan = "plan=1-use-forest-dice-6,1-buy-1-wood"
    assert planned(state, plan).refusal == ""
    page = planned(state, f"{plan}&upto=1&die=1")
    assert page.address.text == "1-use-forest-dice-1"
    assert page.refusal.startswith("Step 2 is no longer possible: ")


def test_plan_is_compared_with_the_present_position() -> None:
    state = acting(busy(forest=3, resources="wood"))
    page = planned(state, "plan=1-use-forest")
    assert page.comparison == (
        ComparedTribe(0, "Alice", (NumberChange("wood", "wood", 1, 4),)),
    )
    assert planned(state, "plan=1-use-forest&upto=0").comparison == ()


def test_others_play_on_by_one_press() -> None:
    page = planned(opened(3), "plan=1-hut")
    played = plan_of(page.others_link).split(",")
    assert played[0] == "1-hut"
    assert {step[0] for step in played[1:]} == {"2", "3"}
    again = planned(opened(3), page.others_link.removeprefix("?"))
    assert again.refusal == ""
    assert again.actor == 0


def test_no_link_leads_to_a_plan_that_is_too_long() -> None:
    state = opened(4)
    whole = let_others_play(Course(state), 4)  # nobody's seat: all of them play on
    assert let_others_play(follow_plan(state, whole[:-3]), 4) == whole[-3:]
    full = planned(state, f"plan={plan_text(whole)}")
    assert (full.count, full.refusal) == (len(whole), "")
    assert full.heading == "The plan can’t get longer"
    assert (full.groups, full.actors, full.others_link) == ((), (), "")
    typed = planned(state, f"plan={plan_text(whole)}&move=hut")
    assert typed.address.text == plan_text(whole)


def test_readers_steps_become_orders_in_their_words() -> None:
    query = "plan=1-hut,2-field,1-card-2"
    assert planned(opened(2), query).orders == "hut, card 2\ncard 2"
    with override("es"):
        words = planned(opened(2), query).orders
    assert words.startswith("cabaña, carta 2")


def test_first_step_can_be_played_if_it_is_the_readers_turn() -> None:
    assert planned(opened(2), "plan=1-hut").first == "hut"
    assert planned(opened(2), "plan=2-hut", reader=1).first == ""
    assert planned(opened(2), "plan=2-hut,1-field").first == ""


def test_several_uses_can_be_played_in_their_order() -> None:
    state = acting(busy(forest=1, hut=2, tools="1"))
    plan = "plan=1-use-hut,1-use-forest-dice-2,1-tools-1"
    assert planned(state, plan).uses == ("hut", "forest")
    assert planned(state, "plan=1-use-hut").uses == ()
    assert planned(state, "plan=1-use-forest-dice-2,1-tools-1").uses == ()
    assert planned(opened(2), "plan=1-hut,1-field").uses == ()


def test_a_plan_may_go_on_to_the_end_of_the_round() -> None:
    state = starving(tribe(resources="wood"), tribe(resources="wood"), owing=(1, 1))
    page = planned(state, "plan=1-feed-wood-1,2-go-hungry")
    assert page.state.round == state.round + 1
    assert labels(page) == []
    assert page.orders == "feed wood"


def test_finished_plan_has_no_next_player() -> None:
    page = planned(play(2, 5, autopilot.choose).state, at="forest")
    assert page.actor is None
    assert page.heading == "The game would be over"
    assert (page.groups, page.actors, page.others_link) == ((), (), "")
