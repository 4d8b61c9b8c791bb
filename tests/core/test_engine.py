"""decide, legal_commands, awaited, expire, and what happens by itself."""

import pytest
from msgspec.structs import replace

from stoneage_core import (
    Code,
    IllegalMove,
    InvalidCommand,
    Phase,
    awaited,
    decide,
    legal_commands,
    replay,
)
from stoneage_core.chance import LoadedChance, RandomChance
from stoneage_core.commands import PlacePeople
from stoneage_core.components.places import Place
from stoneage_core.engine import take_beacon
from stoneage_core.events.actions import (
    ActionDeclined,
    DiceRolled,
    GoodsGathered,
    PeoplePlaced,
    ToolsUsed,
)
from stoneage_core.events.chance import BeaconMissed
from stoneage_core.events.clocks import TurnTimedOut
from stoneage_core.events.feeding import TribeFed, TribeStarved
from stoneage_core.events.purchases import DiePicked, ResourcesTaken
from stoneage_core.events.rounds import PhaseStarted, RoundStarted, TurnStarted
from stoneage_core.payments import Payments
from stoneage_core.state import Question
from tests.core.scenario import (
    acting,
    busy,
    opened,
    options,
    placing,
    refusal,
    resources,
    starving,
    time_out,
    tribe,
    when,
)

ANY_TWO = {"cards": (36,), "open_cards": (36,)}


def test_only_the_player_whose_turn_it_is_is_awaited():
    state = opened(3)
    assert awaited(state) == {0}
    assert legal_commands(state, 1) == ()
    assert refusal(state, 1, "hut") == "not_awaited"


@pytest.mark.parametrize("player", [-1, 2, 99])
def test_players_that_are_not_there_are_not_awaited(player):
    assert legal_commands(opened(2), player) == ()
    assert refusal(opened(2), player, "hut") == "not_awaited"


@pytest.mark.parametrize("nonsense", ["hut", None, 7, Payments])
def test_unknown_commands_are_refused(nonsense):
    with pytest.raises(InvalidCommand) as refused:
        decide(opened(2), 0, nonsense, LoadedChance())
    assert refused.value.code is Code.NOT_UNDERSTOOD
    assert str(refused.value) == "That isn’t a command"


@pytest.mark.parametrize("command", ["use forest", "no tools", "pick 1", "feed wood"])
def test_commands_of_another_phase_are_refused(command):
    assert refusal(opened(2), 0, command) == "wrong_phase"


def test_a_refusal_carries_code_phrase_and_sentence():
    with pytest.raises(IllegalMove) as refused:
        decide(opened(2), 0, PlacePeople(Place.HUT, 3), LoadedChance())
    error = refused.value
    assert isinstance(error, ValueError)
    assert error.code is Code.WRONG_NUMBER
    assert error.phrase.key == "refusal.wrong_number"
    assert str(error) == str(error.phrase)


def test_a_decision_leaves_the_state_it_was_made_on():
    state = opened(2)
    before = repr(state)
    decide(state, 0, PlacePeople(Place.FOREST, 5), LoadedChance())
    assert repr(state) == before


@pytest.mark.parametrize(
    ("state", "question"),
    [
        (opened(2), Question.PLACE),
        (acting(busy()), Question.USE),
        (starving(owing=(1, 0)), Question.FEED),
    ],
)
def test_the_question_follows_from_phase_and_dice(state, question):
    assert state.question is question


def test_a_single_use_is_made_automatically():
    state = acting(tribe(forest=1, field=1), busy())
    outcome = when(state, 0, "use field", dice=(6,))
    assert outcome.of(DiceRolled, GoodsGathered, TurnStarted) == [
        DiceRolled(0, Place.FOREST, "wood", (6,)),
        GoodsGathered(0, Place.FOREST, "wood", 2),
        TurnStarted(1),
    ]


def test_a_purchase_is_never_made_automatically():
    state = acting(tribe(card_1=1, field=1, resources="wood"), busy())
    outcome = when(state, 0, "use field")
    assert options(outcome.state) == [
        "pay for card 1: 1 resource of any kind",
        "leave card 1",
    ]


def test_a_whole_round_of_forced_decisions_passes_at_once():
    lonely = tribe(people=1, food=9)
    state = acting(
        tribe(people=1, food=9, field=1), replace(lonely, placed=tribe(river=1).placed)
    )
    outcome = when(state, 0, "use field", dice=(1,))
    assert outcome.of(PhaseStarted, RoundStarted) == [
        PhaseStarted(Phase.FEEDING),
        RoundStarted(2, 1),
        PhaseStarted(Phase.PLACEMENT),
    ]
    assert awaited(outcome.state) == {1}


def test_time_out_places_people_for_the_player():
    outcome = time_out(opened(2), 0)
    timed_out, placed, passed = outcome.events
    assert (timed_out, passed) == (TurnTimedOut(0), TurnStarted(1))
    assert isinstance(placed, PeoplePlaced)


def test_time_out_goes_on_until_others_are_awaited_or_the_phase_is_over():
    state = placing(tribe(people=5), tribe(hunting_grounds=5))
    outcome = time_out(state, 0)
    assert outcome.tribe().unplaced == 0
    assert outcome.of(PhaseStarted) == [PhaseStarted(Phase.ACTIONS)]
    assert (outcome.state.phase, awaited(outcome.state)) == (Phase.ACTIONS, {0})


def test_time_out_plays_the_whole_turn():
    state = acting(tribe(forest=2, river=2, field=1, tools="1"), busy())
    outcome = time_out(state, 0, dice=(1, 1, 5, 1))
    assert outcome.events[0] == TurnTimedOut(0)
    assert outcome.events[-1] == TurnStarted(1)
    assert sum(outcome.tribe().placed) == 0


def test_time_out_ends_with_the_phase_though_the_player_begins_the_next():
    state = starving(tribe(food=0), owing=(1, 0), start_player=1)
    outcome = time_out(state, 0)
    assert outcome.of(TribeStarved, RoundStarted) == [
        TribeStarved(0, 10),
        RoundStarted(2, 0),
    ]
    assert outcome.of(PeoplePlaced) == []
    assert awaited(outcome.state) == {0}


def test_time_out_picks_a_die_and_no_more():
    state = acting(busy(card_1=1, resources="wood"), players=3)
    rolled = when(state, 0, "buy 1 wood", dice=(1, 2, 3))
    outcome = time_out(rolled.state, 0)
    assert outcome.of(DiePicked) == [DiePicked(0, 3)]
    assert awaited(outcome.state) == {1}


def test_time_out_feeds_the_tribe():
    state = starving(
        tribe(resources="wood gold"), tribe(resources="wood"), owing=(1, 1)
    )
    outcome = time_out(state, 0)
    assert outcome.events == (TurnTimedOut(0), TribeFed(0, 0, resources("wood")))
    assert awaited(outcome.state) == {1}


def test_time_out_turns_the_open_card_over_where_that_feeds_the_tribe():
    state = starving(tribe(**ANY_TWO), tribe(resources="wood"), owing=(2, 1))
    outcome = time_out(state, 0)
    assert outcome.of(ResourcesTaken, TribeFed) == [
        ResourcesTaken(0, 36, resources("wood wood")),
        TribeFed(0, 0, resources("wood wood")),
    ]


@pytest.mark.parametrize("player", [1, -1, 2])
def test_only_awaited_players_run_out_of_time(player):
    with pytest.raises(IllegalMove, match="It isn’t your turn"):
        time_out(opened(2), player)


def test_no_time_runs_out_after_the_end():
    ended = replace(opened(2), phase=Phase.ENDED, turn=None)
    with pytest.raises(IllegalMove, match="This game is over"):
        time_out(ended, 0)


def test_the_events_of_a_decision_lead_to_its_state():
    state = acting(tribe(forest=2, quarry=1, river=1, tools="2"))
    outcome = when(state, 0, "use forest", "tools 2", dice=(1, 3))
    assert outcome.of(ToolsUsed) == [ToolsUsed(0, (0,), (), 2)]
    assert replay(outcome.events, state) == outcome.state


def test_automatic_leaving_is_an_event():
    state = acting(tribe(card_4=1, hut=2), busy())
    assert when(state, 0, "use hut").of(ActionDeclined) == [
        ActionDeclined(0, Place.CARD_4)
    ]


def test_a_game_that_awaits_no_beacon_takes_none():
    with pytest.raises(IllegalMove, match="can’t be done now"):
        take_beacon(opened(), BeaconMissed(1), RandomChance(1))
