"""Streams from before clocks were events: they keep the time that they have."""

import pytest

from games import projections
from games.event_store import load_records
from games.models import Game
from stoneage_core.clock import Clock, PerMove

pytestmark = pytest.mark.both_databases


def test_a_stream_without_a_clock_keeps_the_one_it_has(two_player_game: Game) -> None:
    records = [record for record, _ in load_records(two_player_game)]
    older = [record for record in records if record.type != "ClockSet"]
    inherited = Clock(PerMove(43_200))
    assert projections.rebuild(older, inherited).conduct.clock == inherited
    assert (
        projections.rebuild(records, inherited).conduct.clock == two_player_game.clock
    )
