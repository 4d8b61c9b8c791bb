"""The ranks that a rated game counts."""

import pytest

from stoneage_core import SealedChance, commitment
from stoneage_core.errors import Refusal
from stoneage_core.events.setup import GameCreated
from stoneage_core.match.decide import decide_match
from stoneage_core.match.ranks import rated_ranks
from stoneage_core.match.state import (
    Authorship,
    History,
    Match,
    SeatStatus,
    Source,
    TableState,
)
from stoneage_core.rules_versions import RULES_VERSION
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


def test_ranks_are_those_of_the_result_with_ties():
    assert counted((2, 1, 3), (HERE, HERE, HERE)) == (2, 1, 3)
    assert counted((1, 1, 3), (HERE, HERE, BOT)) == (1, 1, 3)


def test_players_who_left_come_last_whatever_the_result():
    assert counted((1, 2, 3), (AWAY, HERE, HERE)) == (3, 1, 2)
    assert counted((2, 1, 3), (HERE, LENT, HERE)) == (1, 3, 2)
    assert counted((1, 2, 3, 4), (AWAY, HERE, LENT, HERE)) == (3, 1, 3, 2)
    assert counted((1, 1), (AWAY, BOT)) == (2, 1)


@pytest.mark.parametrize("missing", [{"rated": False}, {"seed": ""}, {"ranks": ()}])
def test_unrated_unfinal_and_unscored_games_do_not_count(missing):
    assert counted((1, 2), (HERE, HERE), **missing) == ()


def test_a_game_that_everybody_left_does_not_count():
    assert counted((1, 2), (AWAY, LENT)) == ()


def created(**terms):
    command = GameCreated("g", commitment(SEED), RULES_VERSION, Terms(2, **terms))
    by = Authorship(None, Source.SERVICE, FRIDAY)
    chance = SealedChance(SEED)
    return decide_match(Match(), command, by, chance=chance, past=History).match.board


def test_a_rated_game_cannot_have_a_coach():
    assert created(rated=True).terms.rated
    assert not created(coached=True).terms.rated
    with pytest.raises(Refusal, match="no coach"):
        created(rated=True, coached=True)
