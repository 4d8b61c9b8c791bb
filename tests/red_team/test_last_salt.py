"""
A player who is told the seed, and joins last, tries salts until the dice please.

Nothing finds it in a record where the service knew all salts: it says so. A player who
seals their own salt, and colludes with nobody, prevents it.
"""

from stoneage_core import SealedChance, salt_of
from stoneage_core.audit import in_words, verify
from tests.core.audit.record_forger import lines_of, record
from tests.core.recorder import LoggedGame


def test_the_last_salt_can_be_chosen() -> None:
    lines = lines_of("finished")
    chance = SealedChance(bytes.fromhex(lines[-1]["event"]["seed"]))
    first = lines[4]["event"]["salts"][0]

    def sum_of_eight(words: str) -> int:
        salt = salt_of(bytes(32), "39r8apwujp", 1, words)
        label = f"39r8apwujp/{first}:{salt}//dice/1/0/1/forest"
        return sum(chance.roll(f"{label}/{index}") for index in range(8))

    assert max(sum_of_eight(str(number)) for number in range(2000)) >= 40
    assert "the service, which had the seed, knew them all as they were typed" in (
        in_words(verify(record("finished")))
    )


def test_a_salt_of_ones_own_is_told() -> None:
    game = LoggedGame(2, own_seals=(1,))
    assert "not even the service knew in time what seat 2 added" in in_words(
        verify(game.text)
    )
