"""
Two players are shown two logs of one game, each as legal as the other.

Found by whoever holds the record and a mail of the other player. If they never compare,
it is found with the log of the site: one log cannot hold both, for everybody who reads
it sees the fork; and of two logs a witness signs one.
"""

import pytest

from stoneage_core.audit import verify
from stoneage_core.transparency.monitor import (
    Inconsistent,
    MonitorState,
    follow_log,
)
from tests.core.audit.record_forger import Line, forged, lines_of, record
from tests.core.transparency.site_log import SiteLog, Verifies
from tests.core.transparency.test_notes import LOG, WITNESS

from .rogue import reason_against

#: Seconds of a day after the games.
LATER = 1_800_000_000


def _last_decided_by_mail(lines: list[Line]) -> None:
    begins = max(at for at, each in enumerate(lines) if each["command"])
    for each in lines[begins:]:
        each["source"] = "reply"


SHOWN, OTHER = record("running"), forged("running", _last_decided_by_mail)
FORK, END = 100, len(lines_of("running"))
SEEN = MonitorState(LOG.key.name, LOG.key.vkey)


def _log_of(text: str) -> SiteLog:
    log = SiteLog()
    log.adds(text, FORK)
    log.adds(text, END)
    return log


def test_each_is_in_order_and_the_mail_of_the_other_betrays_it() -> None:
    told_alice = lines_of("running")[-1]
    assert verify(SHOWN, head=told_alice["hash"]).finding is None
    assert verify(OTHER).finding is None
    told = reason_against(OTHER, head=told_alice["hash"])
    assert told == "No event of this record has the hash you gave"


def test_one_log_cannot_hold_both() -> None:
    """Everybody who reads the entries sees it; a witness signs nothing more."""
    log = _log_of(SHOWN)
    state = follow_log(SEEN, log.checkpoint, log.leaves)
    log.leaves.append(_log_of(OTHER).leaves[-1])
    with pytest.raises(Inconsistent, match="a game has two histories"):
        follow_log(state, log.checkpoint, log.leaves[state.size :])


def test_of_two_logs_a_witness_signs_one(verifies: Verifies) -> None:
    """Bob's record carries no signature of the witness that he asks for."""
    for_alice, for_bob = _log_of(SHOWN), _log_of(OTHER)
    cosigned = for_alice.cosigned(LATER)
    by_witness = ("--key", LOG.key.vkey, "--key", WITNESS.vkey)
    code, said = verifies(for_alice.record(SHOWN, cosigned), *by_witness)
    assert code == 0, said
    code, said = verifies(for_bob.record(OTHER), *by_witness)
    assert code == 1
    assert "witness.example did not sign this state of the log" in said


def test_a_mail_of_anybody_betrays_the_other_log(verifies: Verifies) -> None:
    """It need not be about that game: all mails quote the one log."""
    for_alice, for_bob = _log_of(SHOWN), _log_of(OTHER)
    mail = for_alice.at_the_foot_of_a_mail
    assert verifies(for_alice.record(SHOWN), *mail)[0] == 0
    code, said = verifies(for_bob.record(OTHER), *mail)
    assert code == 1
    assert "two roots for the same size" in said
    for_bob.adds(record("finished"), 10)  # it goes on, and no proof can lead there
    code, said = verifies(
        for_bob.record(record("finished")),
        *mail,
        consistency=for_bob.consistency(2),
    )
    assert code == 1
    assert "the proof does not lead" in said
