"""Several beats at once, and clocks that jump forward and back by an hour and a day."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

from django.db import connection, connections
from django.db.models import F

from games.models import Heartbeat, Outage, Seat
from games.now import database_now
from notifications.models import Kind, OutgoingMail
from tests.faults.outcome import FaultOutcome
from tests.faults.scene import FaultScene, playing
from tests.faults.trials.processes import mail_goes_out
from tests.harness.servers import Servers
from tests.support.waiting import wait_for

JUMPS = (timedelta(hours=1), timedelta(0), timedelta(days=1), timedelta(0))
BACK = (-timedelta(hours=1), timedelta(0), -timedelta(days=1), timedelta(0))
#: Seconds within which due work is done, whichever beat triggers it.
SWEPT = 30.0

#: The function with which the service reads the database's clock, replaced by a wrong
#: one.
AHEAD = """
CREATE SCHEMA IF NOT EXISTS wrong;
CREATE TABLE IF NOT EXISTS wrong.clock (ahead interval NOT NULL);
DELETE FROM wrong.clock;
INSERT INTO wrong.clock VALUES ('0');
CREATE OR REPLACE FUNCTION wrong.clock_timestamp() RETURNS timestamptz
    LANGUAGE sql VOLATILE AS
    'SELECT pg_catalog.clock_timestamp() + ahead FROM wrong.clock';
ALTER ROLE postgres SET search_path = wrong, public, pg_catalog;
"""
RIGHT = "ALTER ROLE postgres RESET search_path; DROP SCHEMA wrong CASCADE"


def many_beats(servers: Servers, beats: int) -> FaultOutcome:
    """Let several beats trigger due reminders; each is sent once."""
    with playing(servers, idle=6) as scene:
        with scene.players:
            for _ in range(beats):
                remind_all(scene)
                scene.wait(5)
            wait_for(lambda: not due_reminders())
        made = OutgoingMail.objects.filter(
            pk__gt=scene.began_mails_at, kind=Kind.REMINDER
        )
        scene.notes.append(f"{made.count()} reminders")
        return scene.outcome("two beats at once", beats)


def remind_all(scene: FaultScene) -> None:
    """Make reminders due for all players of the idle games."""
    waiting = Seat.objects.filter(game__in=scene.players.idle, awaited_at__isnull=False)
    waiting.update(remind_at=database_now())


def due_reminders() -> bool:
    return Seat.objects.filter(remind_at__lte=database_now()).exists()


def move_database_clock(servers: Servers, seconds: int) -> FaultOutcome:
    """Set the database's clock wrong by an hour, right, wrong by a day, and right."""
    with wrong_clock() as set_ahead, playing(servers, idle=6) as scene:
        with scene.players:
            for ahead in JUMPS:
                scene.wait(seconds)
                set_ahead(ahead)
            scene.wait(seconds)
            look_for_late(scene)
        return scene.outcome(
            "database’s clock an hour, then a day ahead, and corrected", len(JUMPS)
        )


@contextmanager
def wrong_clock() -> Iterator[Callable[[timedelta], None]]:
    """Insert a function in front of the database's clock; yield one that moves it."""

    def run(sql: str, *values: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute(sql, values or None)

    def set_ahead(ahead: timedelta) -> None:
        run("UPDATE wrong.clock SET ahead = %s", ahead)

    run(AHEAD)
    connections.close_all()
    try:
        yield set_ahead
    finally:
        run(RIGHT)
        connections.close_all()


def look_for_late(scene: FaultScene) -> None:
    """Record mails still due at a wrong time after the clock was corrected."""
    wait_for(lambda: Heartbeat.objects.get().beat_at < database_now())
    wait_for(lambda: not Outage.objects.filter(credited_at=None).exists())
    # A batch that was running may still use the wrong time; one of the next beats
    # repairs it.
    given_up_at = time.monotonic() + SWEPT
    while any(late := count_late(scene)) and time.monotonic() < given_up_at:
        time.sleep(1)
    if any(late):
        scene.wrong.append("**{} mails and {} reminders a day late**".format(*late))
    waited = mail_goes_out(scene)
    scene.notes.append(f"the next email after {waited:.0f} s")
    if waited > SWEPT:
        scene.wrong.append("**mails are late**")


def count_late(scene: FaultScene) -> tuple[int, int]:
    """Return how many mails and reminders are due a day too late."""
    now = database_now()
    owed = OutgoingMail.objects.filter(
        pk__gt=scene.began_mails_at,
        status="pending",
        due_at__gt=now + timedelta(hours=12),
    )
    asked = Seat.objects.filter(awaited_at__gt=now + timedelta(minutes=5))
    late = asked.exclude(remind_at=None).filter(remind_at__gt=F("deadline_at"))
    return owed.count(), late.count()


def move_wall_clocks(servers: Servers, seconds: int) -> FaultOutcome:
    """Let the clocks of pages and beats jump while reminders become due."""
    told = servers.directory / "wall-clock"
    set_wall_clock(told, timedelta(0))
    jumps = (*BACK, *JUMPS)
    with playing(servers, idle=6, wall_clock=told) as scene:
        slowest = 0.0
        with scene.players:
            for jump in jumps:
                set_wall_clock(told, jump)
                began_at = time.monotonic()
                remind_all(scene)
                wait_for(lambda: not due_reminders())
                slowest = max(slowest, time.monotonic() - began_at)
                scene.wait(seconds / 4)
        scene.notes.append(f"beat resumed after {slowest:.0f} s at most")
        if slowest > SWEPT:
            scene.wrong.append("**the beat stood still**")
        return scene.outcome(
            "wall clocks an hour and a day back, and ahead, and corrected", len(jumps)
        )


def set_wall_clock(told: Path, jump: timedelta) -> None:
    """Write the offset of the clocks to their file."""
    part = told.with_suffix(f".{os.getpid()}")
    part.write_text(f"{jump.total_seconds()}\n")
    part.replace(told)
