"""The history of a long game is light, whole and in each of its parts."""

import pytest
from django.test import Client

from games.history.importing import import_game
from games.models import Game
from stoneage_core.events.proposals import ProposalKind
from stoneage_core.match.commands import Propose
from tests.core.box_of_records import BoxedGame
from tests.games.live.test_weight import size_of
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db

#: Bytes of a page on its way, compressed.
LIGHT = 12 * 1024
#: What an auditor asks for: a round, a player, kinds, words.
ASKED = (
    "",
    "round=1",
    "who=2",
    "kind=dice",
    "kind=staff",
    "kind=proposals",
    "words=gold",
)


class DisputedGame(BoxedGame):
    """Four at a table who vote on its end before each move, and play on."""

    def _asked(self, player: int) -> None:
        self._votes(player, Propose(ProposalKind.END), dissent=1)
        self.moves()


@pytest.fixture
def long_game(db: None) -> Game:
    played = DisputedGame(5, name="t7wmx3kq2p")
    played.plays_on()
    assert len(played.events) >= 2500
    return import_game(text=played.text, now=NOW)


def test_each_part_of_a_history_of_2500_events_is_light(
    long_game: Game, client: Client
) -> None:
    history = f"/games/{long_game.slug}/history/"
    weights = {asked: size_of(client, f"{history}?{asked}") for asked in ASKED}
    assert max(weights.values()) <= LIGHT, weights
