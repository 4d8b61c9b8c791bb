"""Programs ask for more time, and give it."""

import pytest

from games.models import Game, User
from games.models.tokens import Scope
from tests.games.api.conftest import Programs, read, refused
from tests.support.pages import seat_of

pytestmark = pytest.mark.django_db


def test_programs_ask_for_time_and_give_it(
    two_player_game: Game,
    alice: User,
    bob: User,
    program_of: Programs,
) -> None:
    slug = two_player_game.slug
    before = seat_of(two_player_game, 0).deadline_at
    alices, bobs = (program_of(each, Scope.READ, Scope.PLAY) for each in (alice, bob))
    read(alices.send(f"/games/{slug}/ask-time", {}))
    refused(alices.send(f"/games/{slug}/ask-time", {}), 400, "invalid")
    read(bobs.send(f"/games/{slug}/give-time", {"seat": 0}))
    refused(bobs.send(f"/games/{slug}/give-time", {"seat": 0}), 400, "invalid")
    after = seat_of(two_player_game, 0).deadline_at
    assert before is not None
    assert after is not None
    assert after > before
