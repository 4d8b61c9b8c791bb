"""Reviews: costs of decisions, accuracy, and luck."""

from random import Random

import pytest
from msgspec.structs import replace

from stoneage_core import notation
from stoneage_core.chance import RandomChance
from stoneage_core.model.boards import command_of_move
from stoneage_core.model.styles import ALL_ROUND, load_styles
from stoneage_core.opponents.choosing import choose
from stoneage_core.opponents.ladder import OPPONENTS
from stoneage_core.opponents.matches import policy_of
from stoneage_core.opponents.reviewing import (
    Effort,
    ReviewedDecision,
    ReviewedRound,
    accuracy_of,
    costliest,
    review_decision,
    review_round,
    summarize_review,
)
from stoneage_core.opponents.searching import study_of
from stoneage_core.simulation import opening, play, random_policy

EFFORT = Effort(search=60, comparison=40, proof=80, round=80)


def positions_of(players, seed):
    """Return the decisions of a game with their positions, and its last state."""
    seen = []

    def decide(state, player):
        command = choose(OPPONENTS["Thatch"], state, player, state.game).command
        seen.append((state, player, notation.to_text(command)))
        return command

    return seen, play(players, seed, decide).state


def decision(
    sequence=1, player=0, cost=0.0, error=0.0, gains=(0.0, 0.0), lost=0.0, stake=0.1
):
    return ReviewedDecision(
        sequence=sequence,
        player=player,
        best="field",
        chance=0.5 - cost,
        best_chance=0.5,
        error=error,
        lost=lost,
        stake=stake,
        gains=gains,
        gain_error=0.03,
    )


def test_a_cost_within_two_standard_errors_does_not_count():
    assert decision(cost=0.1, error=0.04).cost == pytest.approx(0.1)
    assert decision(cost=0.1, error=0.06).cost == 0


def test_costliest_sorts_by_cost_and_skips_decisions_without_one():
    decisions = [
        decision(1, cost=0.1),
        decision(2),
        decision(3, cost=0.3),
        decision(4, cost=0.1),
        decision(5, cost=0.2),
        decision(6, cost=0.001),
    ]
    assert [each.sequence for each in costliest(decisions)] == [3, 5, 1]


def test_losses_within_their_errors_lower_the_accuracy():
    # Each of them is less than two standard errors, which is not enough for the list.
    decisions = [decision(lost=0.05, cost=0.05, error=0.03) for _ in range(40)]
    assert costliest(decisions) == []
    assert accuracy_of(decisions).value == pytest.approx(0.5)


def test_errors_of_measured_losses_cancel_out():
    decisions = [decision(lost=lost) for lost in (0.02, -0.02) * 40]
    accuracy = accuracy_of(decisions)
    assert accuracy.value == pytest.approx(1)
    assert 0 < accuracy.error < 0.05


def test_a_decision_counts_by_what_was_at_stake():
    small, large = decision(lost=0.01, stake=0.01), decision(lost=0.0, stake=0.3)
    assert accuracy_of([small, *[large] * 3]).value > 0.98


def test_accuracy_is_from_zero_to_one():
    assert accuracy_of([decision(lost=-0.01)] * 20).value == 1
    assert accuracy_of([decision(lost=0.2)] * 20).value == 0


def test_accuracy_is_unknown_if_little_was_at_stake():
    assert accuracy_of([]) is None
    assert accuracy_of([decision(stake=0.0)]) is None
    assert accuracy_of([decision(lost=x, stake=0.01) for x in (0.1, -0.1)]) is None


@pytest.mark.long
def test_a_random_player_is_much_less_accurate_than_a_bot(quick):
    seen = []

    def recorded(policy):
        def decide(state, player):
            command = policy(state, player)
            seen.append((state, player, notation.to_text(command)))
            return command

        return decide

    play(2, 1, *map(recorded, (random_policy(Random(2)), policy_of("ochre"))))
    effort = Effort(search=120, comparison=160, proof=160, round=1)
    found = [review_decision(*one, effort) for one in seen]
    lucky, bot = (
        accuracy_of([each for each in found if each and each.player == player])
        for player in (0, 1)
    )
    assert lucky.value < 0.3
    assert bot.value > 0.5


def test_start_play_and_luck_add_up_to_the_result():
    decisions = [
        decision(1, 0, gains=(-0.2, 0.2)),
        decision(2, 1, gains=(0.1, -0.1)),
        decision(3, 1, gains=(0.05, -0.05)),
    ]
    rounds = [ReviewedRound(1, 9, (0.4, 0.6)), ReviewedRound(2, 20, (0.1, 0.9))]
    ann, ben = summarize_review(rounds, decisions, (1,))
    assert (ann.start, ann.own, ann.others) == (0.4, -0.2, pytest.approx(0.15))
    assert ann.luck == pytest.approx(-0.35)
    assert (ben.own, ben.others) == (pytest.approx(-0.15), 0.2)
    assert ben.luck == pytest.approx(0.35)
    assert ann.error == pytest.approx(0.03 * 3**0.5)
    assert (ann.result, ben.result) == (0, 1)
    assert (ann.decisions, ben.decisions) == (1, 2)


def test_the_jump_to_the_result_of_an_early_end_is_not_luck():
    rounds = [ReviewedRound(1, 9, (0.4, 0.6))]
    decisions = [decision(1, 0, gains=(-0.2, 0.2))]
    ann, ben = summarize_review(rounds, decisions, (1,), (0.25, 0.75))
    assert (ann.luck, ben.luck) == (pytest.approx(0.05), pytest.approx(-0.05))
    assert (ann.early_end, ben.early_end) == (-0.25, 0.25)
    for each in (ann, ben):
        parts = (each.start, each.own, each.others, each.luck, each.early_end)
        assert sum(parts) == pytest.approx(each.result)


def test_a_game_that_was_played_out_has_no_early_end():
    rounds = [ReviewedRound(1, 9, (0.4, 0.6))]
    players = summarize_review(rounds, [], (1,))
    assert [each.early_end for each in players] == [0, 0]


def test_a_shared_win_counts_in_parts():
    rounds = [ReviewedRound(1, 9, (0.25, 0.25, 0.5))]
    results = [each.result for each in summarize_review(rounds, [], (0, 2))]
    assert results == [0.5, 0, 0.5]


def test_chances_of_a_round_add_up_to_one():
    seen, _ = positions_of(3, 1)
    reviewed = review_round(seen[40][0], EFFORT)
    assert sum(reviewed.chances) == pytest.approx(1, abs=0.001)
    assert (reviewed.round, reviewed.sequence) == (
        seen[40][0].round,
        seen[40][0].version,
    )


def test_reviews_are_deterministic():
    seen, _ = positions_of(2, 2)
    state, player, text = next(one for one in seen if one[0].round == 5)
    first = review_decision(state, player, text, EFFORT)
    assert first == review_decision(state, player, text, EFFORT)


def test_every_decision_of_a_game_can_be_reviewed():
    seen, _ = positions_of(2, 3)
    few = replace(EFFORT, search=12, comparison=4)
    reviewed = [review_decision(*one, few) for one in seen[::3]]
    assert any(each is None for each in reviewed)
    found = [each for each in reviewed if each]
    assert len({each.player for each in found}) == 2
    for each in found:
        assert 0 <= each.chance <= 1
        assert 0 <= each.best_chance <= 1
        assert notation.from_text(each.best)
        assert len(each.gains) == 2


def test_following_the_weights_neither_gains_nor_loses():
    seen, _ = positions_of(2, 4)
    placements = [one for one in seen if one[0].round == 3 and " " in one[2]]
    state, player, _ = placements[4]
    row = load_styles()[ALL_ROUND].row(state.player_count)
    own = command_of_move(state, player, study_of(state, player, row, 1).own_move())
    for text in {notation.to_text(own), "hunting grounds 1"}:
        review = review_decision(state, player, text, EFFORT)
        assert review
        follows = text == notation.to_text(own)
        assert (review.gains == (0.0, 0.0)) == follows


@pytest.mark.parametrize("seed", [1, 2, 3, 4, 5, 6, 7])
def test_a_blunder_has_a_cost(seed, quick):
    # The first player sends the whole tribe to the clay pit.
    state = opening(2, RandomChance(seed)).state
    effort = Effort(search=400, comparison=400, proof=400, round=400)
    review = review_decision(state, 0, "clay pit 5", effort)
    assert review
    assert review.best != "clay pit 5"
    assert review.cost > 0.1
    assert costliest([review]) == [review]
    assert review.gains[0] < 0 < review.gains[1]
