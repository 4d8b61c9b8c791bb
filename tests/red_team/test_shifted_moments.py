"""
Moments are shifted: a time-out comes early, or nobody can tell any more when it came.

A time-out that breaks the clock is found in the record alone. Where all moments are
shifted alike the clock is content: that is found with a mail from after it.
"""

from datetime import datetime, timedelta

from stoneage_core.audit import verify
from stoneage_core.match.calendar import write_moment
from tests.core.record_forger import Line, forged, lines_of, place

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
    assert verify(shifted, head=quoted, event=4).finding is not None
