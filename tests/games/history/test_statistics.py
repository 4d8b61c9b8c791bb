"""Statistics: scores, luck and pace in small games that were counted by hand."""

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from games.history.chart import BOTTOM, HEIGHT, LEFT, TOP, chart_of, spread, step_for
from games.history.statistics import (
    PlayerPace,
    RoundEnd,
    TurningPoint,
    lead_of,
    luck_of,
    pace_of,
    points_in,
    round_ends,
    turning_points,
)
from games.log.positions import PastEvent
from games.presentation.timeline import PlayedDecision
from stoneage_core.components.places import Place
from stoneage_core.components.resources import Resources
from stoneage_core.events.actions import DiceRolled
from stoneage_core.events.base import Event
from stoneage_core.events.purchases import DiceForAllRolled, DiePicked, PointsScored
from stoneage_core.events.rounds import RoundStarted
from stoneage_core.state import GameState, Player, Score

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def happened(*events: Event) -> list[PastEvent]:
    return [
        PastEvent(sequence, event, None, "page", "", NOON)
        for sequence, event in enumerate(events, start=1)
    ]


def rolled(player: int, good: str, *dice: int) -> DiceRolled:
    return DiceRolled(player, Place.FOREST, good, dice)


# Luck


def test_luck_is_the_difference_from_the_average() -> None:
    alice, bob = luck_of(
        happened(rolled(0, "wood", 6, 5), rolled(0, "gold", 1), rolled(1, "food", 2)), 2
    )
    assert (alice.dice, alice.pips, alice.mean, alice.luck) == (3, 12, 4.0, 1.5)
    assert (bob.dice, bob.pips, bob.mean, bob.luck) == (1, 2, 2.0, -1.5)


def test_luck_in_goods_is_counted_without_tools() -> None:
    # One die: 3 to 5 make one wood, 6 makes two: (3 + 2) / 6. Only a 6 makes gold.
    (luck,) = luck_of(happened(rolled(0, "wood", 6), rolled(0, "gold", 5)), 1)
    assert luck.goods == pytest.approx({"wood": 2 - 5 / 6, "gold": -1 / 6})


def test_dice_for_all_count_for_nobody() -> None:
    for_all = DiceForAllRolled(0, Place.CARD_1, (6, 6))
    (luck, other) = luck_of(happened(for_all, DiePicked(1, 6)), 2)
    assert luck.dice == other.dice == 0
    assert luck.mean == 0.0
    assert luck.is_usual


def test_two_deviations_are_usual() -> None:
    # Twelve dice: 35 / 12 each, 35 in total. Two deviations are 11.83 pips.
    (luck,) = luck_of(happened(rolled(0, "food", *[4] * 6, *[5] * 6)), 1)
    assert luck.luck == 12
    assert luck.usual == pytest.approx(11.83, abs=0.01)
    assert not luck.is_usual


# Pace


def decision(
    player: int, minutes: int | None, first: int, how: str = "page"
) -> PlayedDecision:
    asked = None if minutes is None else NOON - timedelta(minutes=minutes)
    return PlayedDecision(first, first, player, how, "hut", NOON, asked)


def test_pace_counts_only_decisions_in_person() -> None:
    alice, bob, carol = pace_of(
        [
            decision(0, 1, 10),
            decision(0, 2, 20),
            decision(0, 60, 30),
            decision(0, 900, 35, "orders"),
            decision(0, 900, 40, "autopilot"),
            decision(0, None, 45),
            decision(1, 4, 50),
            decision(2, 4, 60, "automatic"),
        ],
        3,
    )
    assert alice == PlayerPace(3, 2 * 60, 21 * 60, 60 * 60, 30)
    assert bob == PlayerPace(1, 240, 240, 240, 50)
    assert carol is None


# Rounds


def state(number: int, *points: int) -> GameState:
    tribes = tuple(Player(score=each) for each in points)
    return GameState(round=number, players=tribes, scores=(None,) * len(tribes))


def test_each_round_ends_before_the_next_begins() -> None:
    states = [
        GameState(),
        state(1, 0, 0),
        state(1, 7, 3),
        state(2, 7, 3),
        state(2, 9, 20),
    ]
    stream = happened(
        RoundStarted(1, 0),
        PointsScored(0, 7),
        RoundStarted(2, 1),
        PointsScored(1, 17),
    )
    begun, *ends = round_ends(stream, states)
    assert begun == RoundEnd(0, (0, 0))
    assert ends == [RoundEnd(1, (7, 3)), RoundEnd(2, (9, 20))]
    assert round_ends([], states) == ()


def test_taken_back_events_end_no_round() -> None:
    states = [
        GameState(),
        state(1, 0, 0),
        state(2, 5, 0),
        state(1, 0, 0),
        state(1, 2, 0),
    ]
    stream = happened(
        RoundStarted(1, 0),
        RoundStarted(2, 1),
        PointsScored(0, 0),
        PointsScored(0, 2),
    )
    kept = [one for one in stream if one.sequence != 2]
    assert round_ends(kept, states)[1:] == (RoundEnd(1, (2, 0)),)


def test_game_from_a_position_starts_with_its_points() -> None:
    states = [GameState(), state(6, 40, 12), state(6, 42, 12), state(7, 42, 12)]
    stream = happened(PointsScored(0, 2), PointsScored(0, 2), RoundStarted(7, 0))
    begun = RoundEnd(5, (40, 12))
    ends = round_ends(stream, states)
    assert ends == (begun, RoundEnd(6, (42, 12)), RoundEnd(7, (42, 12)))
    assert turning_points(ends) == (TurningPoint(6, 0, 28, 30),)
    chart = chart_of([end.points for end in ends], first=begun.round)
    assert [tick.label for tick in chart.columns] == [5, 6, 7]
    assert [mark.round for mark in chart.curves[0].marks] == [5, 6, 7]


def test_final_scores_count_once() -> None:
    tribe = Player(score=12, resources=Resources(wood=2))
    running = GameState(round=3, players=(tribe, tribe), scores=(None, None))
    assert points_in(running) == (14, 14)
    score = Score(12, 0, 0, 0, 0, 0, 2)
    over = replace(running, scores=(score, None))
    assert points_in(over) == (14, 14)


def test_lead_is_measured_against_the_best_other_player() -> None:
    assert lead_of(0, (10, 4, 7)) == 3
    assert lead_of(1, (10, 4, 7)) == -6


def test_turning_points_are_the_rounds_in_which_a_lead_grew_most() -> None:
    ends = [
        RoundEnd(0, (0, 0)),
        RoundEnd(1, (5, 0)),
        RoundEnd(2, (6, 1)),
        RoundEnd(3, (6, 21)),
        RoundEnd(4, (16, 21)),
    ]
    assert turning_points(ends, most=2) == (
        TurningPoint(3, 1, -5, 15),
        TurningPoint(4, 0, -15, -5),
    )
    first, second = turning_points(ends, most=2)
    assert (first.swing, first.takes_lead) == (20, True)
    assert (second.swing, second.takes_lead) == (10, False)
    # In round 2 both won one point, so nobody's lead grew.
    assert [each.round for each in turning_points(ends, most=9)] == [3, 4, 1]
    assert turning_points([]) == ()


# The chart


def test_chart_spans_all_points_and_rounds() -> None:
    chart = chart_of([(0, 0), (20, -3), (40, 10)])
    assert [tick.label for tick in chart.rows] == [-10, 0, 10, 20, 30, 40]
    assert [tick.label for tick in chart.columns] == [0, 1, 2]
    red, blue = chart.curves
    assert red.marks[0].x == LEFT
    assert red.marks[2].y == TOP
    assert chart.rows[0].at == HEIGHT - BOTTOM
    assert red.marks[0].y == blue.marks[0].y
    assert red.shape != blue.shape


def test_chart_without_points_is_flat() -> None:
    chart = chart_of([(0, 0), (0, 0)])
    assert {mark.y for mark in chart.curves[0].marks} == {HEIGHT - BOTTOM}


def test_chart_of_a_constant_has_a_line_above_it() -> None:
    chart = chart_of([(50, 50), (50, 50)])
    assert [tick.label for tick in chart.rows] == [50, 55]


def test_only_some_of_many_rounds_are_labelled() -> None:
    chart = chart_of([(number, 0) for number in range(31)])
    assert len(chart.columns) <= 11


def test_labels_do_not_overlap() -> None:
    first, second, third = spread([250, 252, 100], gap=17)
    assert third < first < second
    assert second - first == 17
    assert second <= HEIGHT - BOTTOM


def test_only_overlapping_labels_are_moved() -> None:
    floor = HEIGHT - BOTTOM
    assert spread([TOP, floor, floor, 120], gap=17) == [TOP, floor - 17, floor, 120]


@pytest.mark.parametrize(("span", "step"), [(0, 5), (31, 10), (300, 50), (9000, 1000)])
def test_grid_has_few_lines(span: int, step: int) -> None:
    assert step_for(span) == step
