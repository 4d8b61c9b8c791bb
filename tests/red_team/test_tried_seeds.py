"""
Whoever seals the seed tries many before, until the dice of a friend please.

Nothing finds it: the seed is the one that was sealed. It is told that this may be so.
With a public beacon it is of no use: what is rolled depends on a number to come.
"""

from datetime import UTC, datetime
from hashlib import sha256

from stoneage_core import SealedChance
from stoneage_core.audit import in_words, verify
from stoneage_core.time_control import DAY, PerMove, TimeControl
from tests.core.beaconed import RANDOMNESS
from tests.core.recorded_game import RecordedGame

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
SEEDS = [sha256(b"%d" % number).digest() for number in range(2000)]


def sum_of_eight(seed: bytes, randomness: str = "") -> int:
    """What the second player will roll in the forest with eight people."""
    label, chance = f"tried/{randomness}/dice/1/0/1/forest", SealedChance(seed)
    return sum(chance.roll(f"{label}/{index}") for index in range(8))


def test_a_seed_can_be_chosen_before_it_is_sealed_and_nobody_sees_it() -> None:
    best = max(SEEDS, key=sum_of_eight)
    assert sum_of_eight(best) >= 40
    game = RecordedGame("tried", best, TimeControl(PerMove(DAY)), NOW)
    game.moves()
    verdict = verify(game.text)
    assert verdict.finding is None
    assert "may have tried many seeds" in in_words(verdict)


def test_with_a_beacon_the_chosen_seed_gives_other_dice() -> None:
    best = max(SEEDS, key=sum_of_eight)
    rolled = {sum_of_eight(best, randomness) for randomness in RANDOMNESS.values()}
    assert max(rolled) < 40
