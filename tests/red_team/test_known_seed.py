"""
Whoever holds the seed works out what will be rolled, and tells a friend.

Nothing finds it: nothing is changed. It is told what the dice of a record are worth.
With a public beacon there is nothing to be known before all have placed their people.
"""

from datetime import datetime

from stoneage_core import SealedChance
from stoneage_core.audit import in_words, verify
from stoneage_core.cryptography.beacon import LEAD, QUICKNET
from tests.core.audit.record_forger import lines_of, places, record


def test_dice_are_known_before_the_first_move_and_nobody_sees_it() -> None:
    lines = lines_of("finished")
    seed, rolled = lines[-1]["event"]["seed"], lines[23]["event"]
    told = SealedChance(bytes.fromhex(seed))
    label = "bnhqjyhrb4//dice/1/0/1/forest"
    foreseen = [told.roll(f"{label}/{index}") for index in range(4)]
    assert foreseen == rolled["dice"]
    verdict = verify(record("finished"))
    assert verdict.finding is None
    assert "the service knows all dice from the beginning" in in_words(verdict)


def test_with_a_beacon_nobody_knows_a_roll_when_people_are_placed() -> None:
    lines = lines_of("beacon")
    for at in places(lines, "BeaconRevealed"):
        number = lines[at]["event"]["round"]
        named = next(places(lines, "BeaconRoundNamed", round=number))
        told_at = datetime.fromisoformat(lines[named]["recorded_at"]).timestamp()
        assert QUICKNET.published_at(number) - told_at >= LEAD
        drawn = lines[named + 1 : at]
        assert not any(each["event"]["type"] == "DiceRolled" for each in drawn)
    told = in_words(verify(record("beacon")))
    assert "Named in time by the service’s own clock alone: events 5, 25." in told
