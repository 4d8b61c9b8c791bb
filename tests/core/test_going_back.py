"""Going back many times: positions are right, and replays stay fast."""

from stoneage_core.audit import verify
from stoneage_core.events.proposals import DecisionTakenBack
from stoneage_core.events.staff import GameRolledBack
from tests.core.recorder import LoggedGame


def test_sixty_take_backs_in_a_row_replay_quickly():
    # Nested replays would take exponential time.
    game = LoggedGame(3)
    before = game.state
    for _ in range(60):
        version, player = game.state.version, game.asked
        game.moves()
        game.happens([DecisionTakenBack(player, version, False)], player, "page")
    assert game.state.players == before.players
    assert game.state.version == len(game.events)
    assert verify(game.text).finding is None


def test_a_take_back_can_be_inside_a_range_that_was_taken_back():
    game = LoggedGame(2)
    versions, states = [], []
    for _ in range(4):
        versions.append(game.state.version)
        states.append(game.state)
        game.moves()
    for target in (3, 1, 2, 0):
        game.happens([GameRolledBack(versions[target])], None, "staff")
        assert game.state.turn == states[target].turn
        assert game.state.players == states[target].players
