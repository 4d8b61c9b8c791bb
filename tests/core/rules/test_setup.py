"""Before the first round (rules: set-up)."""

import pytest

from stoneage_core import (
    INITIAL,
    IllegalMove,
    Phase,
    TieBreak,
    create,
    join,
    replay,
    start,
)
from stoneage_core.chance import LoadedChance
from stoneage_core.components.places import Place
from stoneage_core.components.resources import NOTHING
from stoneage_core.errors import Refusal
from stoneage_core.events.rounds import (
    BuildingRevealed,
    CardRevealed,
    PhaseStarted,
    RoundStarted,
    TurnStarted,
)
from stoneage_core.events.setup import (
    GameCreated,
    GameStarted,
    PlayerJoined,
)
from stoneage_core.state import Player, Stack
from stoneage_core.terms import Terms
from tests.core.scenario import opened, opening, options

PLAYER_COUNTS = (2, 3, 4)


def created(**options):
    terms = Terms(**{"player_count": 2} | options)
    return create(game="g", commitment="c", terms=terms, chance=LoadedChance()).events


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_each_tribe_begins_with_5_people_12_food_and_nothing_else(players):
    assert opened(players).players == (Player(),) * players
    first = Player()
    assert (first.people, first.food) == (5, 12)
    assert (first.food_track, first.score) == (0, 0)
    assert (first.resources, first.tools) == (NOTHING, ())


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_four_cards_are_revealed_whatever_the_number_of_players(players):
    assert opened(players).slots == (1, 2, 3, 4)
    assert len(opened(players).unseen_cards) == 32


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_as_many_stacks_of_7_as_players_are_used(players):
    state = opened(players)
    assert state.stacks == tuple(Stack(top + 1, 7) for top in range(players))
    assert len(state.unseen_buildings) == 28 - players


def test_opening_is_told_in_order():
    assert opening(2) == [
        GameCreated("stones", "", 1, Terms(2, first_player=0)),
        PlayerJoined(0),
        PlayerJoined(1),
        GameStarted(0),
        CardRevealed(Place.CARD_1, 1),
        CardRevealed(Place.CARD_2, 2),
        CardRevealed(Place.CARD_3, 3),
        CardRevealed(Place.CARD_4, 4),
        BuildingRevealed(Place.BUILDING_1, 1),
        BuildingRevealed(Place.BUILDING_2, 2),
        RoundStarted(1, 0),
        PhaseStarted(Phase.PLACEMENT),
        TurnStarted(0),
    ]


def test_start_player_is_chosen_by_the_host():
    state = replay(opening(3, first_player=2))
    assert (state.start_player, state.turn) == (2, 2)
    assert options(state, 0) == []
    assert options(state, 2) != []


def test_start_player_is_drawn_when_the_host_chose_none():
    state = replay(created(player_count=3, first_player=None))
    chance = LoadedChance(picks=[1])
    for player in range(3):
        state = join(state, player, chance).state
    assert start(state, chance).state.start_player == 1


def test_tie_break_is_an_option_of_the_game():
    assert replay(created()).terms.tie_break is TieBreak.SEQUENTIAL
    assert replay(created(tie_break=TieBreak.SUM)).terms.tie_break is TieBreak.SUM


def test_players_join_in_any_order_and_the_game_starts_when_all_have():
    state = replay(created(player_count=3))
    for player in (2, 0, 1):
        assert not state.is_full
        with pytest.raises(IllegalMove, match="can’t be done now"):
            start(state, LoadedChance())
        events = join(state, player, LoadedChance()).events
        assert events == (PlayerJoined(player),)
        state = replay(events, state)
    assert state.phase is Phase.INVITATION
    state = start(state, LoadedChance()).state
    assert (state.phase, state.round) == (Phase.PLACEMENT, 1)
    with pytest.raises(IllegalMove, match="can’t be done now"):
        start(state, LoadedChance())


@pytest.mark.parametrize("players", [-1, 0, 1, 5])
def test_a_game_is_for_two_to_four_players(players):
    with pytest.raises(Refusal, match="for two to four players"):
        created(player_count=players)


@pytest.mark.parametrize("first", [-1, 2])
def test_start_player_must_be_one_of_the_game(first):
    with pytest.raises(Refusal, match="has to be one of the players"):
        created(first_player=first)


def test_nobody_joins_twice():
    state = replay([*created(), PlayerJoined(1)])
    with pytest.raises(IllegalMove) as refused:
        join(state, 1, LoadedChance())
    assert refused.value.code == "already_joined"
    assert str(refused.value) == "You’re in this game already"


def test_nobody_joins_a_game_that_has_started():
    with pytest.raises(IllegalMove, match="You’re in this game already"):
        join(opened(), 0, LoadedChance())


@pytest.mark.parametrize("player", [-1, 2])
def test_nobody_joins_at_a_seat_that_is_not_there(player):
    with pytest.raises(IllegalMove, match="no player"):
        join(replay(created()), player, LoadedChance())


def test_nobody_is_awaited_before_the_start():
    assert options(replay(created())) == []
    assert INITIAL.question is None
