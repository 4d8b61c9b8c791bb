"""
Whoever holds the seed works out what will be rolled, and tells a friend.

Nothing finds it: nothing is changed. It is told what the dice of a record are worth.
"""

from stoneage_core import SealedChance
from stoneage_core.audit import in_words, verify
from tests.core.record_forger import lines_of, record


def test_dice_are_known_before_the_first_move_and_nobody_sees_it() -> None:
    lines = lines_of("finished")
    seed, rolled = lines[-1]["event"]["seed"], lines[25]["event"]
    salts = ":".join(lines[4]["event"]["salts"])
    told = SealedChance(bytes.fromhex(seed))
    label = f"39r8apwujp/{salts}//dice/1/0/1/forest"
    foreseen = [told.roll(f"{label}/{index}") for index in range(4)]
    assert foreseen == rolled["dice"]
    verdict = verify(record("finished"))
    assert verdict.finding is None
    assert "the service, which had the seed, knew them all" in in_words(verdict)
