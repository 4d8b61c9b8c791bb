"""A history of 2,500 events is light: its page, its parts, and a step through it."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.history.importing import import_game
from stoneage_core.events.proposals import ProposalKind
from stoneage_core.match.proposals import CastVote, Propose
from stoneage_core.time_control import DAY, PerMove, TimeControl
from tests.core.recorded_game import RecordedGame
from tests.games.live.test_weight import size_of
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db

EVENTS = 2500
#: What an auditor asks a history for: its end, kinds, words; and a table with its list.
LISTS = (
    *("history/", "history/?kind=proposals&page=9", "history/?who=1&kind=dice"),
    *("history/?words=forest", "at/1200/?sheet=how", "at/1200/?sheet=history"),
)
#: The steps from one decision to the next, as the player of replays fetches them.
STEP = "steps.json?from=1200&to=1206"
#: Bytes on their way, compressed.
LIGHT, STEP_LIGHT = 10 * 1024, 2 * 1024
#: Queries for any of them, however long the game is.
FEW = 7


class DisputedGame(RecordedGame):
    """Somebody asks four players to end it before each move; most want to play on."""

    def __init__(self, name: str) -> None:
        clock = TimeControl(PerMove(DAY))
        begun = datetime(2026, 1, 1, tzinfo=UTC)
        super().__init__(name, bytes(32), clock, begun, players=4)
        while len(self.events) < EVENTS:
            self.now += timedelta(minutes=2)
            self.asks_to_end(agree=False)
            self.moves()
        self.asks_to_end(agree=True)

    def asks_to_end(self, *, agree: bool) -> None:
        self.decides(Propose(ProposalKind.END), 0)
        proposal = self.match.table.proposals[-1].made.proposal
        for player in (1, 2, 3) if agree else (1,):
            self.decides(CastVote(proposal, agree), player)


def test_each_part_of_a_long_history_is_light_and_asks_little(
    client: Client,
) -> None:
    game = import_game(text=DisputedGame("t7wmx3kq2p").text, now=NOW)
    assert game.version >= EVENTS
    weights, queries = dict[str, int](), dict[str, int]()
    for part in (*LISTS, STEP):
        with CaptureQueriesContext(connection) as asked:
            weights[part] = size_of(client, f"/games/{game.slug}/{part}")
        queries[part] = len(asked)
    assert weights.pop(STEP) <= STEP_LIGHT
    assert max(weights.values()) <= LIGHT, weights
    assert max(queries.values()) <= FEW, queries
