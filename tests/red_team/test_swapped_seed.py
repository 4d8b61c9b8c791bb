"""
The secret seed of a running game is put in place of another, or of none.

The operator's own check finds it at once; the players when it is revealed, for it does
not fit what stood in the first event and in the invitation.
"""

import pytest

from games.models import Game, GameSeed
from stoneage_core.audit import verify
from tests.core.audit.forgeries import event
from tests.core.audit.record_forger import forged

from .rogue import report_of_check


@pytest.mark.django_db
def test_the_check_of_the_service_finds_it(sealed_game: Game) -> None:
    assert report_of_check() == ""
    GameSeed.objects.filter(game=sealed_game).update(secret=bytes(32))
    assert "The secret seed is not the one that was sealed" in report_of_check()


def test_the_players_find_it_when_it_is_revealed() -> None:
    finding = verify(forged("finished", event(712, seed="00" * 32))).finding
    assert finding is not None
    assert finding.sequence == 712
