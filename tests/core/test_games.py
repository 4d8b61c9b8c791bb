"""Random games: the invariants hold after every event."""

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from stoneage_core import (
    GameError,
    GameState,
    SealedChance,
    TieBreak,
    awaited,
    decide,
    evolve,
    expire,
    replay,
)
from stoneage_core.notation import from_text, to_text
from stoneage_core.record import codec, log
from stoneage_core.simulation import opening
from tests.core.invariants import assert_accounted, assert_awaited, assert_sound
from tests.core.near_misses import near_misses
from tests.core.recorded import assert_legal_outcome, offered

SEEDS = st.integers(0, 2**32 - 1)


def followed(state, events):
    """Return the state after events; check the invariants after each one."""
    for event in events:
        after = evolve(state, event)
        assert_accounted(state, event, after)
        assert_sound(after)
        state = after
    return state


class RandomGame:
    """A game whose players decide at random."""

    def __init__(self, players: int, seed: int, **options: Any) -> None:
        self.dice = Random(seed)
        self.chance = SealedChance(seed.to_bytes(32))
        self.events = [*opening(players, self.chance, **options).events]
        self.state = followed(replay(self.events[:1]), self.events[1:])

    def play(self, looking: float) -> None:
        """Play to the end, and check some positions closely."""
        while asked := sorted(awaited(self.state)):
            assert_awaited(self.state)
            player = self.dice.choice(asked)
            if self.dice.random() < looking:
                look_closely(self.state, player, self.dice, self.chance)
            self.go_on(player)
        assert_awaited(self.state)

    def go_on(self, player: int) -> None:
        if self.dice.random() < 0.02:
            decided = expire(self.state, player, self.chance)
        else:
            command = self.dice.choice(offered(self.state, player))
            decided = decide(self.state, player, command, self.chance)
        self.events += decided.events
        self.state = followed(self.state, decided.events)
        assert decided.state == self.state


def look_closely(
    state: GameState, player: int, dice: Random, chance: SealedChance
) -> None:
    """Assert that exactly the offered commands are accepted, and all have notation."""
    before = codec.encode_state(state)
    commands = offered(state, player)
    legal = set(commands)
    assert len(legal) == len(commands)
    for command in dice.sample(commands, min(12, len(commands))):
        assert from_text(to_text(command)) == command
        assert decide(state, player, command, chance).events
    for command in near_misses(commands, dice):
        assert is_accepted(state, player, command, chance) is (command in legal)
    assert codec.encode_state(state) == before
    assert codec.decode_state(before) == state


def is_accepted(state, player, command, chance):
    try:
        return bool(decide(state, player, command, chance).events)
    except GameError:
        return False


@given(st.integers(2, 4), st.sampled_from(TieBreak), st.booleans(), SEEDS)
def test_random_games_keep_the_invariants(players, tie_break, dice_at_own_turn, seed):
    game = RandomGame(
        players, seed, tie_break=tie_break, dice_at_own_turn=dice_at_own_turn
    )
    game.play(looking=0.03)
    events = game.events
    assert log.load(log.dump(events)) == events
    assert_legal_outcome(events, game.chance)
    cut = game.dice.randrange(len(events))
    assert replay(events[cut:], replay(events[:cut])) == replay(events) == game.state
    assert game.state.terms.tie_break is tie_break
    assert 1 in game.state.ranks
