"""
The past is rewritten before anybody was mailed a hash of it.

Nothing finds it, as long as it is as legal as the true one: the first mail that quotes
a hash quotes one of the new past. From that mail on it is fixed.
"""

from stoneage_core.audit import verify
from tests.core.record_forger import lines_of

from .test_rewritten_past import REWRITTEN


def test_the_first_mail_already_quotes_the_new_past() -> None:
    verdict = verify(REWRITTEN)
    assert verdict.finding is None
    assert verify(REWRITTEN, head=verdict.head).finding is None
    assert verdict.head != lines_of("finished")[-1]["hash"]
