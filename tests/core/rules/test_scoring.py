"""Final scoring and the two tie-breaks (rules: final scoring)."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stoneage_core import Terms, TieBreak
from stoneage_core.components.cards import CARDS, Green
from stoneage_core.rules.scoring import final_score, ranks
from stoneage_core.state import Score
from tests.core.scenario import tribe

FIRST_OF_EACH = {}
SECOND_OF_EACH = {}
for _card in CARDS.values():
    if isinstance(_card.scoring, Green):
        _copies = FIRST_OF_EACH
        if _card.scoring.symbol in FIRST_OF_EACH:
            _copies = SECOND_OF_EACH
        _copies[_card.scoring.symbol] = _card.id

ONCE_4 = 35


@given(st.sets(st.sampled_from([*FIRST_OF_EACH.values(), *SECOND_OF_EACH.values()])))
def test_first_and_second_copies_of_symbols_score_their_squares(cards):
    symbols = Counter(CARDS[card].scoring.symbol for card in cards)
    doubled = sum(copies == 2 for copies in symbols.values())
    assert (
        final_score(tribe(cards=tuple(cards))).green == len(symbols) ** 2 + doubled**2
    )


def test_sand_cards_of_one_figure_add_up():
    score = final_score(tribe(cards=(7, 8, 14, 19, 31), food_track=10))
    assert score.farmers == 70


def test_sand_cards_score_0_if_they_multiply_0():
    score = final_score(tribe(cards=tuple(CARDS), people=5))
    assert (score.farmers, score.tool_makers, score.hut_builders) == (0, 0, 0)
    assert score.shamans == 35


def test_tool_makers_count_used_tiles_but_no_one_use_tools():
    held = {"cards": (9, 10, ONCE_4), "open_cards": (ONCE_4,)}
    assert final_score(tribe(tools="4 4* 3", **held)).tool_makers == 5 * 11


def test_each_resource_left_is_a_point_and_food_is_none():
    score = final_score(tribe(resources="wood brick gold gold", food=40))
    assert (score.resources, score.total) == (4, 4)


def test_lines_of_the_scoring_add_up_to_the_total():
    score = Score(
        before=-10,
        green=9,
        farmers=1,
        tool_makers=2,
        hut_builders=3,
        shamans=4,
        resources=5,
    )
    assert score.total == 14


def test_scoring_names_every_line():
    cards = (1, 2, 7, 33, 5, 18)
    full = tribe(
        score=20,
        cards=cards,
        food_track=3,
        tools="2 1",
        buildings=(1, 2),
        people=6,
        resources="wood wood",
    )
    assert final_score(full) == Score(
        before=20,
        green=4,
        farmers=3,
        tool_makers=6,
        hut_builders=2,
        shamans=12,
        resources=2,
    )


@pytest.mark.parametrize("tie_break", TieBreak)
def test_most_points_win_whatever_the_tie_break(tie_break):
    players = (tribe(score=50, food_track=9), tribe(score=51), tribe(score=-3))
    assert ranks(players, Terms(len(players), tie_break=tie_break)) == (2, 1, 3)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"food_track": 4}, {"food_track": 3, "tools": "4 4 4", "people": 10}),
        ({"tools": "2 1"}, {"tools": "2", "people": 10}),
        ({"people": 6}, {"people": 5}),
    ],
)
def test_ties_compare_food_track_then_tools_then_people(first, second):
    players = (tribe(score=50, **second), tribe(score=50, **first))
    assert ranks(players, Terms(2)) == (2, 1)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"tools": "4 4 4"}, {"food_track": 10}),
        ({"people": 10}, {"food_track": 4}),
        ({"food_track": 1, "tools": "1 1"}, {"people": 7}),
    ],
)
def test_ties_may_compare_the_sum_instead(first, second):
    players = (tribe(score=50, **second), tribe(score=50, **first))
    assert ranks(players, Terms(2, tie_break=TieBreak.SUM)) == (2, 1)


def test_one_use_tools_break_no_tie():
    armed = tribe(score=50, cards=(ONCE_4,), open_cards=(ONCE_4,))
    assert ranks((armed, tribe(score=50)), Terms(2)) == (1, 1)


@pytest.mark.parametrize("tie_break", TieBreak)
def test_victory_is_shared_by_those_still_tied(tie_break):
    even = {"score": 50, "food_track": 2, "tools": "1 1", "people": 7}
    players = (tribe(score=12), tribe(**even), tribe(score=49), tribe(**even))
    assert ranks(players, Terms(len(players), tie_break=tie_break)) == (4, 1, 3, 1)


def test_equal_sums_share_a_rank_if_ties_compare_sums():
    players = (tribe(food_track=2), tribe(people=7))
    assert ranks(players, Terms(2, tie_break=TieBreak.SUM)) == (1, 1)
    assert ranks(players, Terms(2)) == (1, 2)
