"""Ending a game early: it is scored as it stands."""

import pytest

from stoneage_core import GameState, IllegalMove, Phase, awaited, end, replay, reveal
from stoneage_core.chance import LoadedChance
from stoneage_core.events.chance import SeedRevealed
from stoneage_core.rules.scoring import final_score
from stoneage_core.state import EndReason
from tests.core.scenario import acting, busy, opened, when

BY_STAFF = [reason for reason in EndReason if reason.is_by_staff]


def ended(state: GameState) -> GameState:
    return end(state, LoadedChance([], [])).state


def test_ending_scores_every_player_at_once():
    state = opened(3)
    events = end(state, LoadedChance([], [])).events
    after = replay(events, state)
    scores = tuple(final_score(tribe) for tribe in state.players)
    assert (after.phase, after.end_reason) == (Phase.ENDED, EndReason.AGREED)
    assert after.scores == scores
    assert after.ranks == (1, 1, 1)
    assert isinstance(events[-1], SeedRevealed)


@pytest.mark.parametrize("reason", BY_STAFF)
def test_the_seed_of_a_game_that_the_staff_ended_is_revealed_later(reason):
    state, chance = opened(3), LoadedChance([], [], "c0ffee")
    with pytest.raises(IllegalMove, match="isn’t over"):
        reveal(state, chance)
    after = end(state, chance, reason).state
    assert (after.phase, after.seed) == (Phase.ENDED, "")
    after = reveal(after, chance).state
    assert after.seed == "c0ffee"
    with pytest.raises(IllegalMove, match="over"):
        reveal(after, chance)


def test_nobody_is_awaited_after_an_end_in_the_middle_of_a_roll():
    state = acting(busy(card_1=1, resources="wood"))
    rolled = when(state, 0, "buy 1 wood", dice=(1, 2)).state
    after = ended(rolled)
    assert rolled.question is not None
    assert (after.question, awaited(after)) == (None, frozenset())


def test_a_finished_game_cannot_be_ended():
    with pytest.raises(IllegalMove, match="over"):
        end(ended(opened(2)), LoadedChance([], []))


def test_a_game_cannot_be_ended_before_its_start():
    with pytest.raises(IllegalMove, match="hasn’t started"):
        end(GameState(), LoadedChance([], []))
