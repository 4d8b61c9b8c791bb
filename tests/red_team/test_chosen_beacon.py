"""
The round of a beacon is invented, or exchanged, or said to be out of reach.

The first two are found in the record alone. The third is believed, and told: each round
that was missed is named, and with it which dice the service could know.
"""

from stoneage_core.audit import in_words, verify
from tests.core.audit.forgeries import event
from tests.core.audit.record_forger import finding_in, forged
from tests.core.beaconed import PUBLISHED, RANDOMNESS, BeaconedGame


def test_an_invented_round_is_not_signed() -> None:
    invented = {"signature": PUBLISHED[1000], "value": RANDOMNESS[1000]}
    finding = finding_in(forged("beacon", event(26, **invented)))
    assert finding.sequence == 26
    assert "organizations did not sign this round" in str(finding.reason)


def test_another_round_was_not_the_one_that_was_named() -> None:
    finding = finding_in(forged("beacon", event(5, round=1001)))
    assert finding.sequence == 5


def test_a_round_that_is_said_to_be_out_of_reach_is_named() -> None:
    game = BeaconedGame()
    game.takes_beacon()
    told = in_words(verify(game.text))
    assert "The beacon could not be had, says the service: events 6." in told
