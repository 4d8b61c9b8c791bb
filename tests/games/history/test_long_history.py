"""Pages of a long history take no more queries than those of a short one."""

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
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db

SHORT, LONG = 500, 2500
#: Queries of an auditor: the end, kinds, words, and a table with its list.
PARTS = (
    *("history/", "history/?kind=proposals&page=2", "history/?who=1&kind=dice"),
    *("history/?words=forest", "at/300/?sheet=how", "at/300/?sheet=history"),
    "steps.json?from=300&to=306",
)


class DisputedGame(RecordedGame):
    """A game in which somebody proposes three times to end it before each move."""

    def __init__(self, name: str, *, events: int) -> None:
        clock = TimeControl(PerMove(DAY))
        begun = datetime(2026, 1, 1, tzinfo=UTC)
        super().__init__(name, bytes(32), clock, begun, players=4)
        while len(self.events) < events:
            self.now += timedelta(minutes=2)
            for _ in range(3):
                self.asks_to_end(agree=False)
            self.moves()
        self.asks_to_end(agree=True)

    def asks_to_end(self, *, agree: bool) -> None:
        self.decides(Propose(ProposalKind.END), 0)
        proposal = self.match.table.proposals[-1].made.proposal
        for player in (1, 2, 3) if agree else (1,):
            self.decides(CastVote(proposal, agree), player)


def queries_of(client: Client, name: str, *, events: int) -> dict[str, int]:
    game = import_game(text=DisputedGame(name, events=events).text, now=NOW)
    assert game.version >= events
    queries = {}
    for part in PARTS:
        with CaptureQueriesContext(connection) as asked:
            assert client.get(f"/games/{game.slug}/{part}").status_code == 200
        queries[part] = len(asked)
    return queries


@pytest.mark.long
def test_long_history_takes_no_more_queries_than_a_short_one(client: Client) -> None:
    short = queries_of(client, "t7wmx3kq2p", events=SHORT)
    long = queries_of(client, "q4zn8bd6vh", events=LONG)
    assert all(long[part] <= short[part] for part in PARTS), (short, long)
