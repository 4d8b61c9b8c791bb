"""
A game is left standing because its end would show something.

Found by whoever has the record and a calendar: it is overdue a week after something had
to follow. That the record is all there is a mail, or a look at the game's page, has to
show.
"""

from stoneage_core.audit import in_words, verify
from tests.core.audit.record_forger import record


def test_a_game_that_does_not_go_on_is_overdue() -> None:
    assert not verify(record("running"), on="2026-11-30T00:00:00Z").is_overdue
    verdict = verify(record("running"), on="2026-12-01T00:00:00Z")
    assert verdict.finding is None
    assert verdict.is_overdue
    assert "Its operator withholds the end" in in_words(verdict)
