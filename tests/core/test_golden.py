"""Golden games: they replay to their results and follow the rules."""

from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from stoneage_core import IllegalMove, Phase, TieBreak, awaited, commitment, replay
from stoneage_core.events.actions import DiceRolled
from stoneage_core.events.catalogue import EVENT_TYPES, Return
from stoneage_core.events.clocks import TurnTimedOut
from stoneage_core.events.service import RulesChanged
from stoneage_core.events.setup import PositionSetUp
from stoneage_core.record import log
from stoneage_core.state import EndReason
from stoneage_core.wording.sentences import describe_event
from tests.core.invariants import assert_accounted, assert_sound
from tests.core.recorded import assert_legal_outcome, following, recorded_chance_of

FOLDER = Path(__file__).parents[1] / "golden"

#  game                      events, rounds, final scores, ranks
RESULTS = {
    "2-players-no-cards": (740, 18, (279, 177), (1, 2)),
    "2-players-no-buildings": (869, 19, (589, -10), (1, 2)),
    "3-players-no-cards": (1022, 15, (211, -14, 320), (2, 3, 1)),
    "3-players-no-buildings": (716, 12, (127, 146, 86), (2, 1, 3)),
    "4-players-no-cards": (1292, 14, (-8, 177, 220, 64), (4, 2, 1, 3)),
    "4-players-no-buildings": (1446, 15, (93, 165, 163, 166), (4, 2, 3, 1)),
    "4-players-lost-time": (1110, 12, (181, 6, 154, 12), (1, 4, 2, 3)),
    "4-players-own-turn": (1310, 14, (160, -21, 173, 191), (3, 4, 2, 1)),
    "2-players-agreed": (97, 3, (9, 5), (1, 2)),
    "3-players-agreed": (581, 10, (92, 23, 43), (1, 3, 2)),
    "3-players-what-if": (337, 11, (100, 137, 55), (2, 1, 3)),
    "3-players-called-off": (169, 4, (0, 21, 20), ()),
    "2-players-drawn": (283, 5, (60, 15), (1, 1)),
    "2-players-decided": (222, 5, (13, 46), (2, 1)),
}

#: Never played.
CANCELLED, RESTORED = "2-players-cancelled", "2-players-restored"

each_game = pytest.mark.parametrize("name", RESULTS)


@cache
def recorded(name):
    return log.load((FOLDER / f"{name}.jsonl").read_text("utf-8"))


def test_every_golden_game_has_its_result():
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == {
        *RESULTS,
        CANCELLED,
        RESTORED,
    }


@each_game
def test_a_golden_game_ends_with_its_scores_and_ranks(name):
    state = replay(recorded(name))
    scores = tuple(tribe.score for tribe in state.players)
    assert (state.version, state.round, scores, state.ranks) == RESULTS[name]
    assert (state.phase, awaited(state)) == (Phase.ENDED, frozenset())


@each_game
def test_a_golden_game_ends_as_its_name_says(name):
    state = replay(recorded(name))
    players, _, end = name.split("-", 2)
    assert int(players) == state.player_count
    if end not in {"lost-time", "own-turn", "what-if"}:
        assert end.replace("-", "_") == state.end_reason


@each_game
def test_a_golden_game_is_sound_after_every_event(name):
    events = recorded(name)
    state = replay(events[:1])
    for event in events[1:]:
        before, state = state, following(state, events, state.version + 1)
        if not isinstance(event, Return | PositionSetUp):
            assert_accounted(before, event, state)
        assert_sound(state)


@each_game
def test_a_golden_game_follows_the_rules(name):
    events = recorded(name)
    assert_legal_outcome(events, recorded_chance_of(events))


@each_game
def test_every_event_of_a_golden_game_has_a_sentence(name):
    assert all(str(describe_event(event)) for event in recorded(name))


def test_the_conducted_game_ended_by_agreement():
    assert replay(recorded("3-players-agreed")).end_reason is EndReason.AGREED
    assert replay(recorded("2-players-drawn")).end_reason is EndReason.DRAWN
    assert replay(recorded("2-players-decided")).end_reason is EndReason.DECIDED


def test_nobody_is_awaited_in_the_cancelled_game():
    state = replay(recorded(CANCELLED))
    assert (state.version, state.phase) == (3, Phase.INVITATION)
    assert awaited(state) == frozenset()


def test_the_restored_game_has_another_commitment():
    created, *_, restored = recorded(RESTORED)
    state = replay(recorded(RESTORED))
    assert commitment(bytes.fromhex(restored.seed)) == created.commitment
    assert state.commitment == restored.commitment != created.commitment


def test_every_type_of_event_is_in_a_golden_game():
    names = (*RESULTS, CANCELLED, RESTORED)
    kinds = {type(event) for name in names for event in recorded(name)}
    # No rule was mended since these games were played.
    assert kinds == set(EVENT_TYPES.values()) - {RulesChanged}


def test_a_golden_game_has_time_outs():
    events = recorded("4-players-lost-time")
    assert sum(isinstance(event, TurnTimedOut) for event in events) > 20


def test_both_tie_breaks_are_in_golden_games():
    assert {replay(recorded(name)).terms.tie_break for name in RESULTS} == set(TieBreak)


@pytest.mark.parametrize("at", [1, 2, 17, 400])
def test_a_golden_game_without_one_event_is_rejected(at):
    events = recorded("2-players-no-cards")
    with pytest.raises((AssertionError, IllegalMove)):
        assert_legal_outcome(
            [*events[:at], *events[at + 1 :]], recorded_chance_of(events)
        )


def test_a_golden_game_with_another_die_is_rejected():
    events = list(recorded("2-players-no-cards"))
    chance = recorded_chance_of(tuple(events))
    at, rolled = next(
        (at, event) for at, event in enumerate(events) if isinstance(event, DiceRolled)
    )
    better = tuple(die % 6 + 1 for die in rolled.dice)
    events[at] = replace(rolled, dice=better)
    with pytest.raises(AssertionError):
        assert_legal_outcome(events, chance)
