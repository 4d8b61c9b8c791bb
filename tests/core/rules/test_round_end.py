"""The end of a round and of the game (rules: new round, the end)."""

import pytest
from msgspec.structs import replace

from stoneage_core import Phase, awaited
from stoneage_core.components.cards import ALL_CARDS
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
    outcome = nightfall(sundown(players=players))
    assert outcome.of(RoundStarted, PhaseStarted, TurnStarted)[-3:] == [
        RoundStarted(2, 1),
        PhaseStarted(Phase.PLACEMENT),
        TurnStarted(1),
    ]


def test_start_player_marker_comes_round_again():
    state = acting(tribe(card_1=1), tribe(), start_player=1)
    assert when(state, 0, "leave card 1").of(RoundStarted) == [RoundStarted(2, 0)]


@pytest.mark.parametrize(
    ("before", "slid"),
    [
        ((1, 2, 3, None), None),
        ((1, None, None, None), None),
        ((None, 2, 3, 4), (2, 3, 4, None)),
        ((1, None, 3, None), (1, 3, None, None)),
        ((None, None, None, 4), (4, None, None, None)),
        ((None, 2, None, 4), (2, 4, None, None)),
    ],
)
def test_cards_left_move_to_the_cheap_end_and_keep_their_order(before, slid):
    outcome = nightfall(sundown(slots=before), picks=(31, 32, 33))
    assert outcome.of(CardsSlid) == ([] if slid is None else [CardsSlid(slid)])
    stay = [card for card in before if card is not None]
    assert outcome.state.slots == (*stay, 31, 32, 33)[:4]


def test_new_cards_fill_the_rest_from_the_cheap_end():
    empty = (None, None, None, None)
    outcome = nightfall(sundown(slots=empty), picks=(9, 8, 7, 6))
    cards = zip(CARD_SLOTS, (9, 8, 7, 6), strict=True)
    assert outcome.of(CardRevealed) == [CardRevealed(*pair) for pair in cards]
    assert not {9, 8, 7, 6} & set(outcome.state.unseen_cards)


def test_nothing_moves_when_no_card_was_bought():
    outcome = nightfall(sundown())
    assert outcome.of(CardsSlid, CardRevealed) == []


def test_game_ends_when_the_slots_cannot_all_be_filled():
    outcome = nightfall(sundown(slots=(1, None, 3, None), unseen_cards=(20,)))
    assert [ended.reason for ended in outcome.of(GameEnded)] == [NO_CARDS]
    assert outcome.of(RoundStarted, CardRevealed, CardsSlid) == []


def test_game_goes_on_when_the_last_cards_just_fill_the_slots():
    outcome = nightfall(sundown(slots=(1, None, 3, None), unseen_cards=(20, 30)))
    assert outcome.state.slots == (1, 3, 20, 30)
    assert outcome.state.unseen_cards == ()
    assert outcome.of(GameEnded) == []


def test_game_goes_on_with_an_empty_deck_while_the_slots_are_full():
    outcome = nightfall(sundown(unseen_cards=()))
    assert outcome.of(GameEnded) == []


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


def test_empty_stack_is_checked_before_the_cards():
    slots = {"slots": (None,) * 4, "unseen_cards": ()}
    outcome = nightfall(sundown(stacks=(Stack(1, 7), Stack(None, 0)), **slots))
    assert outcome.state.end_reason is NO_BUILDINGS


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
    assert refusal(state, 0, "hut") == ("game_over", "This game is over.")
    assert state.question is None


def test_winners_are_none_before_the_end():
    assert sundown().winners == ()


def test_every_card_is_somewhere_after_a_round():
    outcome = nightfall(sundown(slots=(None, 2, None, 4)))
    seen = {*outcome.state.slots, *outcome.state.unseen_cards}
    assert seen == set(ALL_CARDS)
