"""The audit and the tables use the same limits for vacations and takebacks."""

from datetime import datetime, timedelta
from random import Random

import pytest
from django.test import override_settings
from hypothesis import given, settings
from hypothesis import strategies as st

from games.clocks import PRESETS, with_site_takeback
from stoneage_core import audit
from stoneage_core.events.clocks import AbsenceDeclared, TimeControlSet
from stoneage_core.match import absences
from stoneage_core.match.calendar import Span, write_moment
from stoneage_core.record import codec
from stoneage_core.time_control import HOUR, LONGEST_TAKEBACK, PerMove, TimeControl
from tests.core.recorder import BEGIN, LoggedGame

SECOND = timedelta(seconds=1)
CLOCK = TimeControl(PerMove(HOUR), vacation=9)


@settings(max_examples=20)
@given(st.integers(0, 2**32))
def test_vacation_ends_when_the_table_allows(seed: int) -> None:
    """The last moment that the table allows is valid, and a moment later is not."""
    chance, spans, game = Random(seed), [], LoggedGame(2, clock=CLOCK)
    begins = BEGIN
    for _ in range(6):
        begins += timedelta(hours=chance.randrange(1, 3000))
        latest = absences.latest_end(CLOCK, spans, begins, BEGIN)
        if latest is not None:
            assert is_in_order(game, begins, latest)
        assert not is_in_order(game, begins, (latest or begins) + SECOND)
        if latest is not None:
            ends = begins + chance.random() * (latest - begins)
            spans.append(Span(begins, ends))
            assert is_in_order(game, begins, ends, keep=True)
            begins = ends


def is_in_order(
    game: LoggedGame, begins: datetime, ends: datetime, *, keep: bool = False
) -> bool:
    away = AbsenceDeclared(0, write_moment(begins), write_moment(ends))
    game.happens([away], 0, "page")
    verdict = audit.verify(game.text)
    if not keep:
        del game.events[-1:], game.lines[-1:]
    return verdict.finding is None


@pytest.mark.parametrize("seconds", [0, 120, 600, 5000])
def test_every_window_can_be_read_back(seconds: int) -> None:
    with override_settings(UNDO_SECONDS=seconds):
        for control in (CLOCK, *PRESETS.values()):
            told = TimeControlSet(with_site_takeback(control))
            assert codec.decode("TimeControlSet", 1, codec.encode(told)) == told
            assert told.control.takeback_window <= min(seconds, LONGEST_TAKEBACK)
