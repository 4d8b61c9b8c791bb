"""
The round of a beacon is invented, exchanged, said to be out of reach, or waited for.

The first two are found in the record alone. The third is believed, and told: each round
that was missed is named, and with it which dice the service could know. In the fourth
the service waits until several rounds are out, looks at the dice that each would bring,
and then stores the last placement with the moment that leads to the one that pleases.
The moment is its own word, so only a witness who signed the naming before the round was
published proves that it did not wait.
"""

import json

import pytest
from msgspec.structs import replace

from stoneage_core.audit import in_words, verify
from stoneage_core.audit.moments import SLACK
from stoneage_core.cryptography.beacon import WITNESSED
from stoneage_core.transparency.monitor import Inconsistent, MonitorState, follow_log
from tests.core.audit.forgeries import event
from tests.core.audit.record_forger import finding_in, forged, record
from tests.core.beaconed import (
    PUBLISHED,
    RANDOMNESS,
    BeaconedGame,
    just_before,
    whole_game,
)
from tests.core.transparency.site_log import SiteLog
from tests.core.transparency.test_notes import LOG, WITNESS, WITNESS_KEY
from tests.support.cosigning import Cosigner


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


def test_a_round_that_no_witness_saw_is_called_the_services_word() -> None:
    """
    This record is written here and now, with rounds that were published in 2023.

    By its moments each round was named seconds ahead. Nothing in it shows that those
    moments were made up.
    """
    text = whole_game().text
    assert json.loads(text.splitlines()[0])["recorded_at"].startswith("2023-")
    verdict = verify(text, witnesses=[WITNESS_KEY])
    assert verdict.finding is None
    told = " ".join(in_words(verdict).split())
    assert "Named in time by the service’s own clock alone: events 5, 25." in told
    assert "may have waited to choose a round" in told
    assert "Proven" not in told


def test_another_moment_of_the_last_placement_leads_to_another_round() -> None:
    """Two records differ in nothing but seconds; both hold, and their dice differ."""
    told = []
    for number in PUBLISHED:
        game = BeaconedGame(now=just_before(number))
        game.takes_beacon(PUBLISHED[number])
        verdict = verify(game.text)
        assert verdict.finding is None
        assert "may have waited to choose" in in_words(verdict)
        events = [json.loads(line)["event"] for line in game.text.splitlines()]
        told.append([each for each in events if each["type"] == "CardRevealed"])
    assert told[0] != told[1]


#: The event that names the first round; the next one reveals it.
NAMED = 4
PUBLICATION = WITNESSED.published_at(1000)


def _game(upto: int = 1000) -> BeaconedGame:
    """A game whose first round was named three minutes before its publication."""
    return BeaconedGame(just_before(upto, WITNESSED), WITNESSED)


def _signed(seconds: int, signer: Cosigner = WITNESS) -> str:
    """Return the record of a game whose naming a witness cosigned at a time."""
    game, log = _game(), SiteLog()
    log.adds(game.text, NAMED)
    checkpoint = log.cosigned(seconds, signer)
    proof = log.proves_round(NAMED, checkpoint)
    game.takes_beacon(PUBLISHED[1000])
    log.adds(game.text, len(game.entries))
    return log.record(game.text, rounds=[proof])


def _told(text: str) -> str:
    verdict = verify(text, witnesses=[WITNESS_KEY])
    assert verdict.finding is None
    return " ".join(in_words(verdict).split())


def test_a_round_that_a_witness_signed_before_is_proven() -> None:
    told = _told(_signed(PUBLICATION - 1))
    assert "Proven by the witness witness.example: events 5." in told
    assert "own clock alone" not in told


def test_without_the_key_of_the_witness_nothing_is_proven() -> None:
    told = " ".join(in_words(verify(_signed(PUBLICATION - 1))).split())
    assert "Named in time by the service’s own clock alone: events 5." in told
    assert "A witness signed for events 5: check that with its key" in told


def test_backdating_within_the_tolerance_of_clocks_reveals_no_round() -> None:
    """The slack of two minutes is shorter than the lead: no round is out by then."""
    assert SLACK.total_seconds() < WITNESSED.lead
    backdated = int(just_before(1000, WITNESSED).timestamp()) + SLACK.seconds
    assert backdated < PUBLICATION
    assert "Proven by" in _told(_signed(backdated))


@pytest.mark.parametrize("late", [0, 60, 86400])
def test_a_naming_that_was_backdated_past_its_round_is_not_proven(late: int) -> None:
    """Whoever waits for the round gets a signature with a later time."""
    told = _told(_signed(PUBLICATION + late))
    assert "Proven by" not in told
    assert "Signed by a witness too late: events 5." in told


def test_several_rounds_cannot_be_named_to_choose_among_them() -> None:
    """
    Two namings are logged and cosigned in time, and the better one is shown.

    Everybody who reads the log sees the fork, and so does the record of the game.
    """
    log, games = SiteLog(), [_game(), _game(657413)]
    proofs = []
    for game in games:
        log.sequences.pop(game.name, None)
        log.adds(game.text, NAMED)
        seconds = int(game.now.timestamp()) + 1
        proofs.append(log.proves_round(NAMED, log.cosigned(seconds)))
    seen = MonitorState(LOG.key.name, LOG.key.vkey)
    with pytest.raises(Inconsistent, match="a game has two histories"):
        follow_log(seen, log.checkpoint, log.leaves)
    first = games[0]
    first.takes_beacon(PUBLISHED[1000])
    shown = SiteLog()
    shown.adds(first.text, len(first.entries))  # it forgets the entry that it proves
    finding = verify(shown.record(first.text, rounds=proofs[:1])).finding
    assert finding is not None
    assert "the log has two histories of this game" in str(finding.reason)


def test_a_proof_has_to_be_of_this_naming_and_this_game() -> None:
    game, log = _game(), SiteLog()
    log.adds(game.text, NAMED - 1)
    early = log.proves_round(NAMED, log.cosigned(PUBLICATION - 200))
    log.adds(record("finished"), 10)
    other = log.proves_round(NAMED, log.cosigned(PUBLICATION - 200))
    log.adds(game.text, NAMED)
    good = log.proves_round(NAMED, log.cosigned(PUBLICATION - 200))
    game.takes_beacon(PUBLISHED[1000])
    log.adds(game.text, len(game.entries))
    assert verify(log.record(game.text, rounds=[good])).finding is None
    for proofs, why in (
        ([early], "the entry for a round does not have its event"),
        ([other], "the entry for a round is not one of this game"),
        ([replace(good, event=2)], "for events that name no round"),
        ([good, good], "for events that name no round"),
        ([replace(good, leaf=early.leaf, event=2)], "does not lead to the root"),
    ):
        finding = verify(log.record(game.text, rounds=proofs)).finding
        assert finding is not None
        assert why in str(finding.reason)


def test_a_forged_signature_of_the_witness_is_found() -> None:
    forger = Cosigner("witness.example", b"x" * 32)
    forger.key_id = WITNESS.key_id
    finding = verify(_signed(PUBLICATION - 1, forger), witnesses=[WITNESS_KEY]).finding
    assert finding is not None
    assert "signature of a witness for this round is bad" in str(finding.reason)


def test_a_service_that_does_not_like_the_round_and_stops_is_overdue() -> None:
    text = _game().text
    assert not verify(text, on="2023-08-24T00:00:00Z").is_overdue
    verdict = verify(text, on="2023-09-24T00:00:00Z")
    assert verdict.is_overdue
    assert "Its operator withholds the end" in in_words(verdict)


def test_a_service_that_does_not_like_the_round_and_misses_it_is_named() -> None:
    game = _game()
    game.takes_beacon()
    told = in_words(verify(game.text))
    assert "The service says it could not get the beacon: events 5." in told
