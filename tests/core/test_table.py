"""A Hypothesis state machine of a table: random commands, reloads and time-outs."""

from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from stoneage_core import (
    GameError,
    IllegalMove,
    SealedChance,
    TieBreak,
    awaited,
    create,
    decide,
    expire,
    join,
    replay,
    start,
)
from stoneage_core import commands as c
from stoneage_core.components.places import Place
from stoneage_core.components.resources import Resources
from stoneage_core.notation import from_text, to_text
from stoneage_core.record import codec, log
from stoneage_core.simulation import random_policy
from stoneage_core.terms import Terms
from tests.core.invariants import assert_awaited, assert_sound
from tests.core.recorded import assert_legal_outcome, offered

PLACES = st.sampled_from(Place)
PAYMENTS = st.builds(Resources, *[st.integers(-1, 4)] * 4)
TOOLS = st.lists(st.integers(0, 4), max_size=4).map(tuple)
ANY_COMMAND = st.one_of(
    st.builds(c.PlacePeople, PLACES, st.integers(-1, 11)),
    st.builds(c.UsePlace, PLACES),
    st.builds(c.UseTools, TOOLS, TOOLS),
    st.builds(c.BuyCard, PLACES, PAYMENTS),
    st.builds(c.Build, PLACES, PAYMENTS),
    st.builds(c.Leave, PLACES),
    st.builds(c.PickDie, st.integers(-1, 7)),
    st.builds(c.TakeResources, PAYMENTS),
    st.builds(c.Feed, PAYMENTS),
    st.just(c.GoHungry()),
)
PLAYERS = st.integers(0, 3)


class TableMachine(RuleBasedStateMachine):
    """A game with random terms and random commands."""

    @initialize(
        players=st.integers(2, 4),
        tie_break=st.sampled_from(TieBreak),
        dice_at_own_turn=st.booleans(),
        first=st.none() | st.integers(0, 1),
        seed=st.binary(min_size=32, max_size=32),
        decisions=st.integers(0, 900),
    )
    def sit_down(self, players, tie_break, dice_at_own_turn, first, seed, decisions):
        self.chance = SealedChance(seed)
        self.state = replay([])
        self.events = []
        created = create(
            game="table",
            commitment="c",
            terms=Terms(
                players,
                first_player=first,
                tie_break=tie_break,
                dice_at_own_turn=dice_at_own_turn,
            ),
            chance=self.chance,
        ).events
        self.happen(created)
        for player in range(players):
            self.happen(join(self.state, player, self.chance).events)
        self.happen(start(self.state, self.chance).events)
        self.play_on(decisions, random_policy(Random(seed)))

    def play_on(self, decisions, policy):
        for _ in range(decisions):
            if not (asked := sorted(awaited(self.state))):
                return
            command = policy(self.state, asked[-1])
            self.happen(decide(self.state, asked[-1], command, self.chance).events)

    def happen(self, events):
        self.events += events
        self.state = replay(events, self.state)

    def is_on(self):
        return bool(awaited(self.state))

    @precondition(is_on)
    @rule(data=st.data())
    def decide_something_offered(self, data):
        player = data.draw(st.sampled_from(sorted(awaited(self.state))))
        command = data.draw(st.sampled_from(offered(self.state, player)))
        assert from_text(to_text(command)) == command
        self.happen(decide(self.state, player, command, self.chance).events)

    @rule(player=PLAYERS, command=ANY_COMMAND)
    def try_anything(self, player, command):
        legal = command in offered(self.state, player)
        if legal:
            self.happen(decide(self.state, player, command, self.chance).events)
            return
        with pytest.raises(GameError):
            decide(self.state, player, command, self.chance)

    @rule(player=PLAYERS)
    def run_out_of_time(self, player):
        if player in awaited(self.state):
            self.happen(expire(self.state, player, self.chance).events)
            return
        with pytest.raises(IllegalMove):
            expire(self.state, player, self.chance)

    @rule()
    def read_it_all_again(self):
        self.state = codec.decode_state(codec.encode_state(self.state))
        assert replay(log.load(log.dump(self.events))) == self.state

    @rule(data=st.data())
    def replay_in_pieces(self, data):
        at = data.draw(st.integers(0, len(self.events)))
        assert replay(self.events[at:], replay(self.events[:at])) == self.state

    @invariant()
    def it_is_sound(self):
        assert_sound(self.state)
        assert_awaited(self.state)
        assert self.state.version == len(self.events)

    def teardown(self):
        if getattr(self, "events", None) and not self.is_on():
            assert_legal_outcome(self.events, self.chance)


TestTable = TableMachine.TestCase
TestTable.settings = settings(stateful_step_count=30)
