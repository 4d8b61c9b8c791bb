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
from stoneage_core.errors import Irregular, Refusal
from stoneage_core.events.rounds import (
    BuildingRevealed,
    CardRevealed,
    PhaseStarted,
    RoundStarted,
    TurnStarted,
)
from stoneage_core.events.service import RulesChanged
from stoneage_core.events.setup import GameCreated, GameStarted, PlayerJoined
from stoneage_core.rules.draft import Draft
from stoneage_core.rules.setup import change_rules, create_game
from stoneage_core.rules_versions import RULES_VERSION
from stoneage_core.state import Player, Stack
from stoneage_core.terms import Terms
from tests.core.scenario import opened, opening, options

PLAYER_COUNTS = (2, 3, 4)


def created(**options):
    terms = Terms(**{"player_count": 2} | options)
    return create(game="g", commitment="c", terms=terms, chance=LoadedChance()).events


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_a_new_game_has_four_cards_and_a_stack_of_seven_for_each_tribe(players):
    state = opened(players)
    assert state.players == (Player(),) * players
    assert state.slots == (1, 2, 3, 4)
    assert len(state.unseen_cards) == 32
    assert state.stacks == tuple(Stack(top + 1, 7) for top in range(players))
    assert len(state.unseen_buildings) == 28 - players


def test_a_tribe_begins_with_5_people_12_food_and_nothing_else():
    assert (Player().people, Player().food) == (5, 12)
    assert (Player().food_track, Player().score) == (0, 0)
    assert (Player().resources, Player().tools) == (NOTHING, ())


def test_the_events_of_an_opening_are_in_order():
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


@pytest.mark.parametrize(
    ("state", "player", "code"),
    [
        (replay([*created(), PlayerJoined(1)]), 1, "already_joined"),
        (opened(), 0, "already_joined"),
        (replay(created()), -1, "wrong_number"),
        (replay(created()), 2, "wrong_number"),
    ],
)
def test_only_a_free_seat_of_a_waiting_game_can_be_joined(state, player, code):
    with pytest.raises(IllegalMove) as refused:
        join(state, player, LoadedChance())
    assert refused.value.code == code


@pytest.mark.parametrize("version", [0, RULES_VERSION + 1])
def test_a_game_needs_a_known_version_of_the_rules(version):
    draft = Draft(INITIAL, LoadedChance())
    with pytest.raises(Irregular):
        create_game(draft, GameCreated("g", "c", version, Terms(2)))
    create_game(draft, GameCreated("g", "c", RULES_VERSION, Terms(2)))
    assert draft.state.rules_version == RULES_VERSION


@pytest.mark.parametrize("version", [0, 1, 3, 4])
def test_rules_change_to_the_next_known_version_only(version, monkeypatch):
    monkeypatch.setattr("stoneage_core.rules.setup.RULES_VERSION", 3)
    draft = Draft(replay(created()), LoadedChance())
    with pytest.raises(Irregular):
        change_rules(draft, RulesChanged(version))
    change_rules(draft, RulesChanged(2))
    assert draft.state.rules_version == 2


def test_nobody_is_awaited_before_the_start():
    assert options(replay(created())) == []
    assert INITIAL.question is None
