"""Killed workers, a broker that fails for a while, and a database that crashes."""

import time

from config.launcher.supervisor import Program
from games.accounts.users import user_for_email
from games.now import database_now
from tests.faults.outcome import FaultOutcome
from tests.faults.scene import FaultScene, playing
from tests.faults.service import kill_backend
from tests.harness.broker_faults import Hiccup, HiccupKind, few, many
from tests.harness.servers import Servers
from tests.support.mails import a_mail
from tests.support.waiting import wait_for

#: Seconds between two kills, because a new worker needs some to start.
BETWEEN_KILLS = 1.0
LONGEST_PEACE = 3.0
#: Seconds between two crashes of PostgreSQL.
BETWEEN_CRASHES = 3.0
#: Seconds within which mails are sent again after the broker's last fault.
GOES_ON = 60.0
#: Seconds within which /healthz names the failing part.
NOTICED = 10.0


def kill_workers(servers: Servers, kills: int) -> FaultOutcome:
    """Kill workers with all their processes, every other one while it sends a mail."""
    with playing(servers, idle=4) as scene:
        in_hand = kill_all(scene, kills)
        scene.notes.append(f"{in_hand} while an email was being handed over")
        return scene.outcome("workers killed (`kill -9`) during a task", kills)


def kill_all(scene: FaultScene, kills: int) -> int:
    """
    Kill so many workers; return how many were sending a mail.

    After a pause, the next worker that sends a mail is killed; if none does for long,
    any.
    """
    in_hand, done, at_peace = 0, 0, time.monotonic()

    def taken(name: str, port: int) -> None:
        nonlocal in_hand, done, at_peace
        with scene.sink.lock:
            is_time = done < kills and time.monotonic() - at_peace > BETWEEN_KILLS
            if is_time and scene.service.kill_whose(port):
                in_hand, done, at_peace = in_hand + 1, done + 1, time.monotonic()

    scene.sink.on_taken = taken
    with scene.players:
        while done < kills:
            scene.wait(BETWEEN_KILLS / 4)
            with scene.sink.lock:
                if time.monotonic() - at_peace > LONGEST_PEACE and done < kills:
                    done += scene.service.kill_worker(scene.chance)
                    at_peace = time.monotonic()
    scene.sink.on_taken = lambda name, port: None
    return in_hand


def disturb_broker(servers: Servers, hiccups: int) -> FaultOutcome:
    """Kill, wipe and freeze the broker; then check that mails are sent."""
    broker = servers.broker
    with playing(servers, idle=4) as scene:
        some = (
            few(broker) if hiccups <= len(list(few(broker))) else many(broker, hiccups)
        )
        count = 0
        with scene.players:
            for hiccup in some:
                disturb_once(scene, hiccup)
                count += 1
        starts = scene.service.starts
        waited = mail_goes_out(scene)
        scene.notes.append(f"the next email after {waited:.0f} s")
        if waited > GOES_ON or scene.service.starts != starts:
            scene.wrong.append("**consumption did not go on by itself**")
        return scene.outcome("broker killed, wiped, frozen", count)


def disturb_once(scene: FaultScene, hiccup: Hiccup) -> None:
    """Let the broker fail and recover once."""
    hiccup.begin()
    scene.wait(hiccup.seconds)
    if hiccup.kind is HiccupKind.KILL:
        scene.expect_complaint("The broker does not answer", within=NOTICED)
    hiccup.end()
    scene.wait(0.5)


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


def crash_database(servers: Servers, crashes: int) -> FaultOutcome:
    """Crash PostgreSQL under load: one backend, or the whole server."""
    database = servers.database
    with playing(servers, idle=4) as scene:
        with scene.players:
            for number in range(crashes):
                scene.wait(BETWEEN_CRASHES)
                if number % 2:
                    database.program.stop(lambda: True)  # by SIGKILL, at once
                    scene.wait(1)
                    scene.expect_complaint("The database does not", within=NOTICED)
                    wait_for(lambda: starts(database.program))
                else:
                    wait_for(lambda: kill_backend(database.data, scene.chance))
                    scene.wait(0.2)  # until the server notices
                wait_for(database.answers)
            scene.wait(BETWEEN_CRASHES)
        unanswered = scene.players.account.answers
        refused = sum(unanswered[code] for code in ("500", "503", "no answer"))
        scene.notes.append(f"{refused} moves refused meanwhile, and sent again")
        return scene.outcome("PostgreSQL crashed under load", crashes)
