"""
A die is changed in the database, and all that hangs on it.

Found by anybody who has the record, once the seed is revealed; by the operator's own
check at any time.
"""

import pytest

from stoneage_core.audit import verify
from tests.core.audit.forgeries import event_alone

from .rogue import game_from, record_of, report_of_check, rewrite


@pytest.mark.django_db
def test_the_record_alone_names_the_die() -> None:
    game = game_from("finished")
    rewrite(game, event_alone(24, dice=[6, 6, 6, 6]))
    finding = verify(record_of(game)).finding
    assert finding is not None
    assert finding.sequence == 24
    assert f"{game.slug}: event 24 is wrong: It should say: " in report_of_check()
