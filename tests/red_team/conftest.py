"""What the red team plays against."""

import pytest

from games.lobby.new_games import create_game
from games.models import Game, User
from games.seats.invitations import accept_seat
from stoneage_core.terms import Terms
from tests.core.transparency.site_log import verifies as verifies
from tests.support.standing_time import NOW


@pytest.fixture
def sealed_game(alice: User, bob: User) -> Game:
    """Two have begun to play, with real dice."""
    players = [str(user.email) for user in (alice, bob)]
    game = create_game(
        host=alice, players=players, terms=Terms(len(players), first_player=0), now=NOW
    )
    return accept_seat(seat=game.seats.get(number=1), now=NOW)
