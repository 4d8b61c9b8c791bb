"""
Moments are shifted: a time-out comes early, or nobody can tell any more when it came.

A time-out that breaks the clock is found in the record alone. Where all moments are
shifted alike the clock is content: that is found with a mail from after it, or with any
state of the site's log. Where they are shifted as they are written, before anybody has
a hash, a witness knows when: no event is later than its entry, and one that is older
than what the witness saw, and was not in it, is named.
"""

from datetime import datetime, timedelta

from stoneage_core.audit import verify
from stoneage_core.match.calendar import write_moment
from tests.core.audit.record_forger import Line, forged, lines_of, place, record
from tests.core.transparency.site_log import SiteLog, Verifies
from tests.core.transparency.test_notes import LOG, WITNESS

from .rogue import reason_against

TRUE = lines_of("eventful")


def _shift(lines: list[Line], first: int, seconds: int) -> None:
    for each in lines[first:]:
        moment = datetime.fromisoformat(each["recorded_at"])
        each["recorded_at"] = write_moment(moment + timedelta(seconds=seconds))


def test_a_time_out_a_second_early_is_found_alone() -> None:
    at = place(TRUE, "TurnTimedOut")
    finding = verify(forged("eventful", lambda lines: _shift(lines, at, -1))).finding
    assert finding is not None
    assert finding.sequence == at + 1
    assert "time cannot have run out yet" in str(finding.reason)


def test_all_moments_half_a_minute_later_are_found_with_a_mail() -> None:
    shifted = forged("finished", lambda lines: _shift(lines, 0, 30))
    assert verify(shifted).finding is None
    quoted = lines_of("finished")[3]["hash"]
    told = reason_against(shifted, head=quoted, event=4)
    assert told == "No event of this record has the hash you gave"


SHIFTED = forged("finished", lambda lines: _shift(lines, 0, 30))
BY_WITNESS = ("--key", LOG.key.vkey, "--key", WITNESS.vkey)


def _second_of(event: int) -> int:
    moment = lines_of("finished")[event - 1]["recorded_at"]
    return int(datetime.fromisoformat(moment).timestamp())


def test_half_a_minute_is_found_with_the_log_before_any_mail(
    verifies: Verifies,
) -> None:
    true, shifted = SiteLog(), SiteLog()
    true.adds(record("finished"), 4)
    shifted.adds(SHIFTED, 4)
    mail = true.at_the_foot_of_a_mail
    shifted.adds(SHIFTED, 712)
    proof = shifted.consistency(1)
    code, said = verifies(shifted.record(SHIFTED), *mail, consistency=proof)
    assert code == 1
    assert "the proof does not lead to the two roots" in said


def test_an_event_is_not_later_than_the_log_that_holds_it(verifies: Verifies) -> None:
    """Written with a moment to come, so that somebody has more time."""
    log = SiteLog()
    log.adds(record("finished"), 712)
    an_hour_before = log.cosigned(_second_of(712) - 3600)
    code, said = verifies(log.record(record("finished"), an_hour_before), *BY_WITNESS)
    assert code == 1
    assert "but the log had it by" in said


def test_an_event_that_was_not_there_is_named(verifies: Verifies) -> None:
    """Written hours later, as of then: the witness saw the log without it."""
    log = SiteLog()
    log.adds(record("finished"), 600)
    without = log.cosigned(_second_of(712) + 3 * 3600)
    log.adds(record("finished"), 712)
    proof = log.consistency(1)
    seen = log.cosigned(_second_of(712) + 4 * 3600)
    told = log.record(record("finished"), seen)
    code, said = verifies(told, *BY_WITNESS, checkpoint=str(without), consistency=proof)
    assert code == 0
    assert "Events 601 to 712 have times before that state of" in said
    assert "their times are wrong" in said
