"""
The past is rewritten before anybody was mailed a hash of it.

The first mail that quotes a hash quotes one of the new past. But the log of the site
had the true one within a minute: found with any state of that log from before, in the
hands of a witness, or of anybody who got a mail about any game.
"""

from stoneage_core.audit import verify
from tests.core.audit.record_forger import lines_of, record
from tests.core.transparency.site_log import SiteLog, Verifies
from tests.core.transparency.test_notes import WITNESS

from .test_rewritten_past import REWRITTEN

TRUE = record("finished")


def _log_of(text: str) -> SiteLog:
    """The game came into the log after events 50 and 100, and then another one."""
    log = SiteLog()
    for upto in (50, 100):
        log.adds(text, upto)
    return log


def test_the_first_mail_already_quotes_the_new_past() -> None:
    verdict = verify(REWRITTEN)
    assert verdict.finding is None
    assert verify(REWRITTEN, head=verdict.head).finding is None
    assert verdict.head != lines_of("finished")[-1]["hash"]


def test_the_log_holds_something_else() -> None:
    finding = verify(_log_of(TRUE).record(REWRITTEN)).finding
    assert finding is not None
    assert "has other entries for this game" in str(finding.reason)


def test_a_mail_about_another_game_finds_a_log_that_was_rewritten(
    verifies: Verifies,
) -> None:
    """Its reader never heard of this game; they hold the root of all."""
    before, rewritten = _log_of(TRUE), _log_of(REWRITTEN)
    mail = before.at_the_foot_of_a_mail
    rewritten.adds(REWRITTEN, len(lines_of("finished")))
    told = rewritten.record(REWRITTEN)
    code, said = verifies(told, *mail, consistency=rewritten.consistency(2))
    assert code == 1
    assert "the proof does not lead to the two roots" in said
    before.adds(TRUE, len(lines_of("finished")))
    code, said = verifies(before.record(TRUE), *mail, consistency=before.consistency(2))
    assert code == 0, said


def test_what_a_witness_signed_finds_it_too(verifies: Verifies) -> None:
    before, rewritten = _log_of(TRUE), _log_of(REWRITTEN)
    seen = before.cosigned(1_800_000_000)
    rewritten.adds(REWRITTEN, len(lines_of("finished")))
    told = rewritten.record(REWRITTEN)
    proof = rewritten.consistency(2)
    code, said = verifies(told, checkpoint=str(seen), consistency=proof)
    assert code == 1
    assert "The log of the site is wrong" in said
    code, said = verifies(told, "--key", WITNESS.vkey)
    assert code == 1
