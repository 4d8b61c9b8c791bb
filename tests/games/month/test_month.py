"""A simulated month: nothing stalls, nothing expires twice, the log explains it all."""

from collections import Counter
from datetime import datetime, timedelta

import pytest
from django.db.models import Exists, OuterRef

from games import clocks
from games.history.stream_check import check_stream
from games.models import Game, Seat, Status, StoredEvent
from stoneage_core.match.calendar import Calendar, Span
from stoneage_core.match.deadlines import calendar_of_seat, with_outages
from stoneage_core.match.state import Source
from tests.games.month import tables
from tests.games.month.invariants import LogCheck
from tests.games.month.player_profiles import Swift
from tests.games.month.simulation import SWEEP, Simulation

pytestmark = [pytest.mark.long, pytest.mark.django_db(transaction=True)]

DAY = timedelta(days=1)
DAYS, OUTAGE_ON = 30, 15
OUTAGE = timedelta(hours=9)

#: How many tables are enough for every kind of step to occur but the rarest.
FEW = 45
#: A table on SQLite takes half the time. What differs between the databases (locks,
#: races) has tests of its own.
MANY = 500

LADDER = {
    *("decided by orders", "orders at the deadline", "cautious move"),
    *("autopilot seated", "decided by autopilot", "substitute seated"),
    *("returned from autopilot", "returned from a substitute"),
    *("undo", "takeback by consent", "clock changed", "ended by vote"),
    *("AbsenceDeclared", "AbsenceEnded", "TimeAsked", "TimeGiven"),
}
#: Steps that occur at many tables only.
RAREST = {"returned from autopilot", "takeback by consent", "clock changed"}


def test_some_tables_pass_a_month_without_faults(world: Simulation) -> None:
    assert_a_month_passes_well(world, FEW)


@pytest.mark.slow
@pytest.mark.only_on("sqlite")
def test_many_tables_pass_a_month_without_faults(world: Simulation) -> None:
    assert_a_month_passes_well(world, MANY)


def assert_a_month_passes_well(world: Simulation, count: int) -> None:
    """Simulate a month at this many tables, with an outage in its middle."""
    began = world.now
    with world.listening():
        tables.open_tables(world, count)
        for day in range(1, DAYS + 1):
            world.run(began + day * DAY)
            assert_nothing_stalls(world.now)
            if day == OUTAGE_ON:
                assert_an_outage_costs_nobody_time(world)
    assert_the_prompt_are_left_alone(world)
    assert_every_step_is_explained(LADDER if count == MANY else LADDER - RAREST)
    assert world.reminded
    assert world.disarmed


def assert_nothing_stalls(now: datetime) -> None:
    """Every running game waits for somebody, and nobody is long overdue."""
    running = Game.objects.filter(status=Status.ACTIVE)
    awaited = Seat.objects.filter(game=OuterRef("pk"), awaited_at__isnull=False)
    assert not running.exclude(Exists(awaited)).exists()
    assert not Game.objects.exclude(timeout_failed_at=None).exists()
    waiting = Seat.objects.filter(game__in=running, awaited_at__isnull=False)
    assert not waiting.filter(deadline_at=None, user__email__isnull=False).exists()
    assert not Seat.objects.filter(deadline_at__lt=now - SWEEP).exists()


def assert_an_outage_costs_nobody_time(world: Simulation) -> None:
    """All have as much running time left after it as they had before."""
    before = _running_clocks()
    outage = world.fail(OUTAGE)
    began, ended = outage.began_at, outage.ended_at
    assert ended - began == OUTAGE
    late = StoredEvent.objects.filter(type="TurnTimedOut", recorded_at__gt=began)
    assert not late.exists()
    after = _running_clocks(Span(began, ended))
    same = before.keys() & after.keys()
    assert len(same) > len(before) / 2
    for question in same:
        (old, old_end), (new, new_end) = before[question], after[question]
        assert new.elapsed(ended, new_end) == old.elapsed(began, old_end)


def _running_clocks(*gone: Span) -> dict[tuple[int, int], tuple[Calendar, datetime]]:
    """Return calendar and deadline of all awaited players, by seat and question."""
    seats = Seat.objects.filter(deadline_at__isnull=False, is_on_autopilot=False)
    running = {}
    for seat in seats.filter(bot="").select_related("game", "user"):
        table_state = with_outages(seat.game.table_state, gone)
        when = calendar_of_seat(table_state, seat.number)
        running[seat.pk, seat.awaited_version] = (when, seat.deadline_at)
    return running


def assert_the_prompt_are_left_alone(world: Simulation) -> None:
    """If everybody answers quickly, nothing is ever decided for anybody."""
    prompt = [user for user, who in world.people.items() if isinstance(who, Swift)]
    games = Game.objects.filter(seats__user__in=prompt).distinct()
    events = StoredEvent.objects.filter(game__in=games)
    by_themselves = events.filter(source=Source.PAGE).moves()
    assert by_themselves.count() > 300
    others = (Source.TIMEOUT, Source.AUTOPILOT, Source.ORDERS)
    assert not events.filter(source__in=others).exists()
    assert not any(name == Swift.__name__ for name, _refusal in world.refused)
    assert games.filter(status=Status.FINISHED).exists()


def assert_every_step_is_explained(kinds: set[str]) -> None:
    """Logs explain themselves, columns match, and these kinds of steps occurred."""
    steps, gone = Counter[str](), clocks.load_outages()
    assert len(gone) == 1
    for game in Game.objects.all():
        steps += LogCheck(game, gone).walk().steps
        assert check_stream(game.pk).findings == []
    assert steps.keys() >= kinds
