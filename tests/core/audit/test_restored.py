"""A game that was restored from a back-up: other dice since, and what is said of it."""

from copy import deepcopy
from hashlib import sha256

import pytest

from stoneage_core import SealedChance, commitment, end, reveal
from stoneage_core.audit import in_words, verify
from stoneage_core.events.actions import DiceRolled
from stoneage_core.events.service import GameRestored
from stoneage_core.state import EndReason
from tests.core.audit.record_forger import finding_in
from tests.core.recorder import SEED, LoggedGame

OTHER = sha256(b"the seed after a restore").digest()


def restored(game: LoggedGame, seed: bytes = OTHER) -> int:
    """Restore a game; return the sequence of the event that says so."""
    game.passes()
    game.happens([GameRestored(game.chance.reveal(), commitment(seed))])
    game.chance = SealedChance(seed)
    return len(game.events)


@pytest.fixture(scope="module")
def begun() -> LoggedGame:
    game = LoggedGame()
    game.moves(25)
    return game


@pytest.fixture
def game(begun) -> LoggedGame:
    return deepcopy(begun)


def ends(game: LoggedGame) -> None:
    """Let the staff end it, and that be final."""
    game.happens(end(game.state, game.chance, EndReason.DRAWN).events, None, "staff")
    game.happens(reveal(game.state, game.chance).events)


def test_a_game_takes_the_dice_of_another_seed_after_it(game):
    at = restored(game)
    game.moves(25)
    ends(game)
    verdict = verify(game.text)
    assert verdict.finding is None, str(verdict.finding)
    assert (verdict.restored, verdict.is_over) == ((at,), True)
    assert (
        f"Restored from a back-up, and sealed by other seeds since: events {at}."
        in in_words(verdict)
    )
    rolled = sum(len(e.dice) for e in game.events if isinstance(e, DiceRolled))
    assert verdict.dice > rolled  # of both seeds, and cards and buildings


def test_while_it_goes_on_all_dice_before_it_can_be_checked(game):
    game_before = verify(game.text).dice
    restored(game)
    restored(game, b"a third seed".ljust(32))
    game.moves(5)
    checked = verify(game.text)
    assert checked.finding is None, str(checked.finding)
    assert game_before == 0 < checked.dice
    with_seed = verify(game.text, seed=b"a third seed".ljust(32))
    assert with_seed.finding is None
    assert with_seed.dice >= checked.dice


def test_the_old_seed_draws_nothing_any_more(game):
    at = restored(game)
    game.chance = SealedChance(SEED)
    game.moves(25)
    wrong = verify(game.text, seed=OTHER).finding
    assert wrong is not None
    assert wrong.sequence > at


def test_a_seed_that_was_not_sealed_is_found(game):
    game.passes()
    game.happens([GameRestored("3" * 64, commitment(OTHER))])
    finding = finding_in(game.text)
    assert (finding.sequence, str(finding.reason)) == (
        len(game.events),
        "The seed is not the one that was sealed",
    )
    assert verify(game.text, seed=SEED).finding.sequence == finding.sequence


def test_the_same_seed_cannot_follow(game):
    game.passes()
    game.happens([GameRestored(game.chance.reveal(), commitment(SEED))])
    assert str(finding_in(game.text).reason) == (
        "After a restore the dice take another seed"
    )


def test_a_final_game_cannot_be_restored(game):
    ends(game)
    game.happens([GameRestored(game.chance.reveal(), commitment(OTHER))])
    # The seed that was revealed is not the one that is sealed behind it.
    assert finding_in(game.text).sequence == len(game.events) - 1


def test_a_hash_of_what_was_lost_may_have_an_honest_reason(game):
    at = restored(game)
    reason = str(verify(game.text, head="0" * 64).finding.reason)
    moment = game.lines[at - 1]["recorded_at"]
    assert f"restored from a back-up at event {at}, of {moment}" in reason
