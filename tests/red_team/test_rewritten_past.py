"""
The past is rewritten as legally as it was, and hashed anew.

Found with any mail that is newer than the change, in whose mailbox it lies; never with
the record alone.
"""

from stoneage_core.audit import verify
from tests.core.audit.record_forger import Line, forged, lines_of

TRUE = lines_of("finished")


def _said_otherwise(lines: list[Line]) -> None:
    """A move that came from the page is said to have come as a reply."""
    for each in lines[22:26]:
        each["source"] = "reply"


REWRITTEN = forged("finished", _said_otherwise)


def test_a_mail_from_after_it_finds_it() -> None:
    finding = verify(REWRITTEN, head=TRUE[99]["hash"], event=100).finding
    assert finding is not None
    assert "No event of this record has the hash you gave" in str(finding.reason)


def test_a_mail_from_before_it_and_the_record_alone_do_not() -> None:
    assert verify(REWRITTEN, head=TRUE[21]["hash"], event=22).finding is None
    assert verify(REWRITTEN).finding is None
