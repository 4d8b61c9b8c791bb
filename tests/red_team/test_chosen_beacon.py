"""
The round of a beacon is invented, exchanged, said to be out of reach, or waited for.

The first two are found in the record alone. The third is believed, and told: each round
that was missed is named, and with it which dice the service could know. The fourth is
not found: the service waits until several rounds are out, looks at the dice that each
would bring, and then stores the last placement with the moment that leads to the one
that pleases. The moment is its own word, so the verdict must not claim more.
"""

import json

from stoneage_core.audit import in_words, verify
from tests.core.audit.forgeries import event
from tests.core.audit.record_forger import finding_in, forged
from tests.core.beaconed import (
    PUBLISHED,
    RANDOMNESS,
    BeaconedGame,
    just_before,
    whole_game,
)


def test_an_invented_round_is_not_signed() -> None:
    invented = {"signature": PUBLISHED[1000], "value": RANDOMNESS[1000]}
    finding = finding_in(forged("beacon", event(25, **invented)))
    assert finding.sequence == 25
    assert "organizations did not sign this round" in str(finding.reason)


def test_another_round_was_not_the_one_that_was_named() -> None:
    finding = finding_in(forged("beacon", event(4, round=1001)))
    assert finding.sequence == 4


def test_a_round_that_is_said_to_be_out_of_reach_is_named() -> None:
    game = BeaconedGame()
    game.takes_beacon()
    told = in_words(verify(game.text))
    assert "The service says it could not get the beacon: events 5." in told


def test_a_round_that_was_waited_for_is_not_found_and_the_verdict_says_so() -> None:
    """
    This record is written here and now, with rounds that were published in 2023.

    By its moments each round was named seconds ahead. Nothing in it shows that those
    moments were made up.
    """
    text = whole_game().text
    assert json.loads(text.splitlines()[0])["recorded_at"].startswith("2023-")
    verdict = verify(text)
    assert verdict.finding is None
    told = " ".join(in_words(verdict).split())
    assert "If the moments in the record are true, each was named before" in told
    assert "The record does not prove them: the service writes them" in told
    assert "the service too" not in told


def test_another_moment_of_the_last_placement_leads_to_another_round() -> None:
    """Two records differ in nothing but seconds; both hold, and their dice differ."""
    told = []
    for number in PUBLISHED:
        game = BeaconedGame(now=just_before(number))
        game.takes_beacon(PUBLISHED[number])
        verdict = verify(game.text)
        assert verdict.finding is None
        assert "and may have waited to choose" in in_words(verdict)
        events = [json.loads(line)["event"] for line in game.text.splitlines()]
        told.append([each for each in events if each["type"] == "CardRevealed"])
    assert told[0] != told[1]
