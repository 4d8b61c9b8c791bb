"""Games that were restored from a backup: another seed, and what the verdict says."""

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
    """Restore a game, and return the sequence of the restore."""
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
    """Let the staff end the game, and make the end final."""
    game.happens(end(game.state, game.chance, EndReason.DRAWN).events, None, "staff")
    game.happens(reveal(game.state, game.chance).events)


def test_a_restored_game_draws_from_the_new_seed(game):
    at = restored(game)
    game.moves(25)
    ends(game)
    verdict = verify(game.text)
    assert verdict.finding is None, str(verdict.finding)
    assert (verdict.restored, verdict.is_over) == ((at,), True)
    assert (
        f"Restored from a backup, with a new seed each time: events {at}."
        in in_words(verdict)
    )
    rolled = sum(len(e.dice) for e in game.events if isinstance(e, DiceRolled))
    assert verdict.dice > rolled  # of both seeds, and cards and buildings


def test_dice_before_a_restore_are_checked_while_the_game_runs(game):
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


def test_draws_from_the_old_seed_after_a_restore_are_found(game):
    at = restored(game)
    game.chance = SealedChance(SEED)
    game.moves(25)
    wrong = verify(game.text, seed=OTHER).finding
    assert wrong is not None
    assert wrong.sequence > at


def test_a_restore_with_an_unsealed_seed_is_found(game):
    game.passes()
    game.happens([GameRestored("3" * 64, commitment(OTHER))])
    finding = finding_in(game.text)
    assert (finding.sequence, str(finding.reason)) == (
        len(game.events),
        "The seed is not the one that was sealed",
    )
    assert verify(game.text, seed=SEED).finding.sequence == finding.sequence


def test_a_restore_with_the_same_seed_is_found(game):
    game.passes()
    game.happens([GameRestored(game.chance.reveal(), commitment(SEED))])
    assert str(finding_in(game.text).reason) == (
        "After a restore the dice need another seed"
    )


def test_a_final_game_cannot_be_restored(game):
    ends(game)
    game.happens([GameRestored(game.chance.reveal(), commitment(OTHER))])
    # The seed that was revealed does not match the commitment of the restore.
    assert finding_in(game.text).sequence == len(game.events) - 1


def test_a_missing_hash_names_the_restore_that_may_explain_it(game):
    at = restored(game)
    reason = str(verify(game.text, head="0" * 64).finding.reason)
    moment = game.lines[at - 1]["recorded_at"]
    assert f"restored from a backup at event {at}, of {moment}" in reason
