"""In which order a rated game counts its players."""

import pytest

from stoneage_core import SealedChance, commitment
from stoneage_core.errors import Refusal
from stoneage_core.match.decide import decide_match
from stoneage_core.match.history import History
from stoneage_core.match.lifecycle import Create
from stoneage_core.match.ranks import rated_ranks
from stoneage_core.match.state import Authorship, Match, SeatStatus, Source, TableState
from stoneage_core.state import GameState
from stoneage_core.terms import Terms
from tests.core.match.match_play import FRIDAY, SEED

HERE, AWAY = SeatStatus(), SeatStatus(is_on_autopilot=True)
LENT, BOT = SeatStatus(is_substituted=True), SeatStatus(bot="ochre")


def counted(ranks, seats, /, **changes):
    rated = changes.pop("rated", True)
    terms = Terms(len(seats), rated=rated)
    board = {"terms": terms, "seed": "c0ffee", "ranks": ranks, **changes}
    return rated_ranks(Match(GameState(**board), TableState(seats=seats)))


def test_results_count_as_they_are_ties_included():
    assert counted((2, 1, 3), (HERE, HERE, HERE)) == (2, 1, 3)
    assert counted((1, 1, 3), (HERE, HERE, BOT)) == (1, 1, 3)


def test_who_left_comes_last_however_the_seat_was_played_on():
    assert counted((1, 2, 3), (AWAY, HERE, HERE)) == (3, 1, 2)
    assert counted((2, 1, 3), (HERE, LENT, HERE)) == (1, 3, 2)
    assert counted((1, 2, 3, 4), (AWAY, HERE, LENT, HERE)) == (3, 1, 3, 2)
    assert counted((1, 1), (AWAY, BOT)) == (2, 1)


@pytest.mark.parametrize("missing", [{"rated": False}, {"seed": ""}, {"ranks": ()}])
def test_what_was_not_agreed_is_not_final_or_has_no_result_does_not_count(missing):
    assert counted((1, 2), (HERE, HERE), **missing) == ()


def test_a_game_that_everybody_left_does_not_count():
    assert counted((1, 2), (AWAY, LENT)) == ()


def created(**terms):
    command = Create("g", commitment(SEED), Terms(2, **terms))
    by = Authorship(None, Source.SERVICE, FRIDAY)
    chance = SealedChance(SEED)
    return decide_match(Match(), command, by, chance=chance, past=History).match.board


def test_it_is_agreed_on_with_the_game_and_rules_the_coach_out():
    assert created(rated=True).terms.rated
    assert not created(coached=True).terms.rated
    with pytest.raises(Refusal, match="no coach"):
        created(rated=True, coached=True)
