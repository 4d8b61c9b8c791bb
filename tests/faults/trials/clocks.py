"""Several beats at once, and clocks that jump forward and back by an hour and a day."""

import os
import time
from datetime import timedelta
from pathlib import Path

from django.db.models import F

from games.models import Heartbeat, Outage, Seat
from games.now import database_now
from notifications.models import Kind, OutgoingMail
from tests.faults.scene import FaultScene
from tests.faults.trials.processes import mail_goes_out
from tests.support.waiting import wait_for

JUMPS = (timedelta(hours=1), timedelta(0), timedelta(days=1), timedelta(0))
BACK = (-timedelta(hours=1), timedelta(0), -timedelta(days=1), timedelta(0))
#: Seconds within which due work is done, whichever beat triggers it.
SWEPT = 30.0


def remind_all(scene: FaultScene, number: int = 0) -> None:
    """Make reminders due for all players of the idle games."""
    waiting = Seat.objects.filter(game__in=scene.players.idle, awaited_at__isnull=False)
    waiting.update(remind_at=database_now())


def due_reminders() -> bool:
    return Seat.objects.filter(remind_at__lte=database_now()).exists()


def count_reminders(scene: FaultScene) -> None:
    wait_for(lambda: not due_reminders())
    made = OutgoingMail.objects.filter(pk__gt=scene.began_mails_at, kind=Kind.REMINDER)
    scene.notes.append(f"{made.count()} reminders")


def set_database_clock(scene: FaultScene, number: int) -> None:
    scene.clock.set_wrong(JUMPS[number])


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


def set_wall_clocks(scene: FaultScene, number: int) -> None:
    """Set the clocks of pages and beats; then reminders must still be sent."""
    set_wall_clock(wall_clock_of(scene.servers.directory), (*BACK, *JUMPS)[number])
    began_at = time.monotonic()
    remind_all(scene)
    wait_for(lambda: not due_reminders())
    waited = time.monotonic() - began_at
    scene.counts["slowest"] = max(scene.counts["slowest"], round(waited))


def note_beat(scene: FaultScene) -> None:
    slowest = scene.counts["slowest"]
    scene.notes.append(f"beat resumed after {slowest} s at most")
    if slowest > SWEPT:
        scene.wrong.append("**the beat stood still**")


def wall_clock_of(folder: Path) -> Path:
    """Return the file that sets the clocks of pages and beats."""
    return folder / "wall-clock"


def set_wall_clock(told: Path, jump: timedelta) -> None:
    """Write the offset of the clocks to their file."""
    part = told.with_suffix(f".{os.getpid()}")
    part.write_text(f"{jump.total_seconds()}\n")
    part.replace(told)
