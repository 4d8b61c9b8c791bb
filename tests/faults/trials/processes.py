"""Killed workers, a failing broker, a database that crashes, and upgrades."""

import subprocess
import sys
import time
from threading import Event

from django.db import Error, connection, connections

from config.launcher.supervisor import Program
from games.accounts.users import user_for_email
from games.now import database_now
from tests.faults.scene import FaultScene
from tests.faults.service import kill_backend
from tests.harness.broker_faults import Hiccup, HiccupKind, few, many
from tests.harness.environment import ROOT
from tests.support.mails import a_mail
from tests.support.waiting import wait_for

#: Seconds after which a worker is killed though none sends an email. On a busy machine
#: a worker needs many to start.
LONGEST_PEACE = 20.0
#: Seconds within which emails are sent again after the broker's last fault.
GOES_ON = 60.0


def kill_worker(scene: FaultScene, number: int) -> None:
    """Kill the next worker that sends an email; if none does for a while, any."""
    done = Event()

    def taken(name: str, port: int) -> None:
        with scene.sink.lock:
            if not done.is_set() and scene.service.kill_whose(port):
                done.set()
                scene.counts["in hand"] += 1

    scene.sink.on_taken = taken
    done.wait(LONGEST_PEACE)
    with scene.sink.lock:
        scene.sink.on_taken = lambda name, port: None
        if not done.is_set():
            scene.service.kill_worker(scene.chance)
            done.set()


def count_in_hand(scene: FaultScene) -> None:
    count = scene.counts["in hand"]
    scene.notes.append(f"{count} while an email was being handed over")


def disturb_broker(scene: FaultScene, number: int) -> None:
    """Kill, wipe or freeze the broker, and let it recover."""
    hiccup = hiccups(scene)[number]
    hiccup.begin()
    scene.wait(hiccup.seconds)
    if hiccup.kind is HiccupKind.KILL:
        scene.expect_reason("The broker does not answer")
    hiccup.end()


def hiccups(scene: FaultScene) -> list[Hiccup]:
    broker = scene.servers.broker
    return list(few(broker)) if scene.is_quick else list(many(broker, 200))


def look_for_mail(scene: FaultScene) -> None:
    """Note when the next email is sent."""
    waited = mail_goes_out(scene)
    scene.notes.append(f"the next email after {waited:.0f} s")
    if waited > GOES_ON:
        scene.wrong.append("**emails are late**")


def mail_goes_out(scene: FaultScene) -> float:
    """Post a mail; return after how many seconds the server received it."""
    now = database_now()
    reader = user_for_email(email="afterwards@example.org", now=now)
    mail = a_mail(reader, now, f"afterwards {time.monotonic_ns()}")
    began_at = time.monotonic()
    wait_for(lambda: scene.sink.taken[mail.message_id])
    return time.monotonic() - began_at


def starts(program: Program) -> bool:
    """
    Start a program unless it runs; return whether it still runs a moment later.

    PostgreSQL refuses to start while a process of its killed predecessor is still
    ending.
    """
    if not program.is_running():
        program.start()
        time.sleep(0.5)
    return program.is_running()


def is_standby() -> bool | None:
    """Return whether the database is a standby, None if it does not answer."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_is_in_recovery()")
            return bool(cursor.fetchone()[0])
    except Error:
        connections.close_all()
        return None


def crash_database(scene: FaultScene, number: int) -> None:
    """Crash one backend of PostgreSQL, or the whole server."""
    database = scene.servers.database
    if number % 2:
        wait_for(lambda: kill_backend(database.data, scene.chance))
        scene.wait(0.2)  # until the server notices
    else:
        database.program.stop(lambda: True)  # by SIGKILL, at once
        scene.expect_reason("The database does not")
        wait_for(lambda: starts(database.program))
    wait_for(lambda: is_standby() is False)


def count_refusals(scene: FaultScene) -> None:
    answers = scene.players.account.answers
    refused = sum(answers[code] for code in ("500", "503", "no answer"))
    scene.notes.append(f"{refused} moves refused meanwhile, and sent again")


def upgrade(scene: FaultScene, number: int) -> None:
    """Stop all parts, run `migrate`, and start them again."""

    def migrate() -> None:
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
            cwd=ROOT,
            env=scene.servers.environment,
            check=True,
        )

    began_at = time.monotonic()
    scene.service.restart_all(migrate)
    wait_for(scene.service.answers)
    away = time.monotonic() - began_at
    scene.counts["away"] = max(scene.counts["away"], round(away))


def note_absence(scene: FaultScene) -> None:
    scene.notes.append(f"no page for {scene.counts['away']} s at most")
