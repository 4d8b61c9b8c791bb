"""The end of a round and of the game (rules: new round, the end)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from stoneage_core import Phase, awaited
from stoneage_core.components.places import CARD_SLOTS
from stoneage_core.events.chance import SeedRevealed
from stoneage_core.events.feeding import TribeFed, TribeStarved
from stoneage_core.events.purchases import BuildingBuilt
from stoneage_core.events.rounds import (
    CardRevealed,
    CardsSlid,
    FinalScored,
    GameEnded,
    PhaseStarted,
    RoundStarted,
    TurnStarted,
)
from stoneage_core.state import EndReason, Stack
from tests.core.scenario import (
    acting,
    busy,
    nightfall,
    options,
    refusal,
    starving,
    sundown,
    tribe,
    when,
)

NO_CARDS, NO_BUILDINGS = EndReason.NO_CARDS, EndReason.NO_BUILDINGS


@pytest.mark.parametrize("players", [2, 3, 4])
def test_start_player_marker_moves_to_the_left(players):
    for start in range(players):
        last = (start - 1) % players
        tribes = [tribe(card_1=int(player == last)) for player in range(players)]
        state = acting(*tribes, players=players, turn=last, start_player=start)
        outcome = nightfall(state)
        following = (start + 1) % players
        assert outcome.of(RoundStarted, PhaseStarted, TurnStarted)[-3:] == [
            RoundStarted(2, following),
            PhaseStarted(Phase.PLACEMENT),
            TurnStarted(following),
        ]


@given(st.permutations([1, 2, 3, 4]), st.integers(0, 15))
def test_cards_left_slide_to_the_cheap_end_and_new_ones_fill_the_rest(cards, bought):
    before = tuple(None if bought >> at & 1 else card for at, card in enumerate(cards))
    stay = [card for card in before if card is not None]
    slid = (*stay, *[None] * (4 - len(stay)))
    outcome = nightfall(sundown(slots=before), picks=(31, 32, 33, 34))
    assert outcome.of(CardsSlid) == ([] if slid == before else [CardsSlid(slid)])
    new = [31, 32, 33, 34][: 4 - len(stay)]
    empty = CARD_SLOTS[len(stay) :]
    assert outcome.of(CardRevealed) == list(map(CardRevealed, empty, new))
    assert outcome.state.slots == (*stay, *new)
    assert not {*new} & {*outcome.state.unseen_cards}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"slots": (1, None, 3, None), "unseen_cards": (20,)}, NO_CARDS),
        ({"slots": (1, None, 3, None), "unseen_cards": (20, 30)}, None),
        ({"unseen_cards": ()}, None),
        # An empty stack is checked before the cards.
        ({"stacks": (Stack(1, 7), Stack(None, 0))}, NO_BUILDINGS),
        (
            {"slots": (None,) * 4, "unseen_cards": ()}
            | {"stacks": (Stack(1, 7), Stack(None, 0))},
            NO_BUILDINGS,
        ),
    ],
)
def test_game_ends_when_a_stack_is_empty_or_the_slots_cannot_be_filled(changes, reason):
    outcome = nightfall(sundown(**changes))
    assert outcome.state.end_reason is reason
    assert bool(outcome.of(RoundStarted)) is (reason is None)


def test_round_is_finished_when_a_stack_is_empty():
    last_tile = (Stack(1, 1), Stack(2, 7))
    state = acting(
        busy(building_1=1, resources="wood wood brick"),
        tribe(card_1=1, food=0),
        stacks=last_tile,
    )
    built = when(state, 0, "build 1 wood wood brick")
    assert built.of(BuildingBuilt, GameEnded) == list(built.events)
    end = when(built.state, 0, "use river", dice=(1, 1))
    assert end.of(TribeFed, TribeStarved, GameEnded) == [
        TribeFed(0, 5, tribe().resources),
        TribeStarved(1, 10),
        GameEnded(NO_BUILDINGS, (1, 2)),
    ]


def test_game_ends_only_after_the_tribes_are_fed():
    owed = starving(tribe(resources="wood"), owing=(1, 0), unseen_cards=())
    owed = replace(owed, slots=(1, 2, 3, None))
    outcome = when(owed, 0, "feed wood")
    assert [type(event) for event in outcome.events] == [
        *(TribeFed, FinalScored, FinalScored, GameEnded, SeedRevealed)
    ]


def test_end_scores_all_ranks_them_and_reveals_the_seed():
    rich = tribe(resources="gold gold gold", score=30)
    state = sundown(tribe(score=7), rich, slots=(None,) * 4, unseen_cards=())
    outcome = nightfall(state, seed="c0ffee")
    assert outcome.events[-2:] == (GameEnded(NO_CARDS, (2, 1)), SeedRevealed("c0ffee"))
    assert [scored.score.total for scored in outcome.of(FinalScored)] == [7, 33]
    assert [one.score for one in outcome.state.players] == [7, 33]
    assert [score.total for score in outcome.state.scores] == [7, 33]
    assert (outcome.state.winners, outcome.state.ranks) == ((1,), (2, 1))
    assert (outcome.state.phase, outcome.state.seed) == (Phase.ENDED, "c0ffee")


def test_nobody_is_awaited_and_nothing_can_be_done_after_the_end():
    state = nightfall(sundown(slots=(None,) * 4, unseen_cards=())).state
    assert awaited(state) == frozenset()
    assert [options(state, player) for player in (0, 1)] == [[], []]
    assert refusal(state, 0, "hut") == "game_over"
    assert state.question is None


def test_winners_are_none_before_the_end():
    assert sundown().winners == ()
