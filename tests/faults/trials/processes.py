"""Killed workers, a broker that fails for a while, and a database that crashes."""

import time

from bench.servers import Servers
from config.launcher.supervisor import Program
from games.accounts.users import user_for_email
from games.now import database_now
from tests.faults.outcome import FaultOutcome
from tests.faults.scene import FaultScene, playing
from tests.faults.service import kill_backend
from tests.notifications.chaos.hiccups import Hiccup, HiccupKind, few, many
from tests.support.mails import a_mail
from tests.support.waiting import wait_for

#: Seconds from one kill to the next: a worker takes some to be at work again.
BETWEEN_KILLS = 1.0
LONGEST_PEACE = 3.0
#: Seconds from one crash of PostgreSQL to the next.
BETWEEN_CRASHES = 3.0
#: Within how many seconds mails go on by themselves after the last hiccup.
GOES_ON = 60.0
#: Within how many seconds /healthz says what is away.
NOTICED = 10.0


def kill_workers(servers: Servers, kills: int) -> FaultOutcome:
    """Kill workers with all their processes: every second as it hands over a mail."""
    with playing(servers, idle=4) as scene:
        in_hand = kill_all(scene, kills)
        scene.notes.append(f"{in_hand} while an email was being handed over")
        return scene.outcome("workers killed (`kill -9`) during a task", kills)


def kill_all(scene: FaultScene, kills: int) -> int:
    """
    Kill so many; return how many of them had a mail in their hands.

    Whoever brings a mail after a second of peace; where nobody does for long, anybody.
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
    """Kill, wipe and freeze the broker; then see that mails go on by themselves."""
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
    """Let the broker hiccup, and come back."""
    hiccup.begin()
    scene.wait(hiccup.seconds)
    if hiccup.kind is HiccupKind.KILL:
        scene.expect_complaint("The broker does not answer", within=NOTICED)
    hiccup.end()
    scene.wait(0.5)


def mail_goes_out(scene: FaultScene) -> float:
    """Owe somebody a mail; return after how many seconds it was taken."""
    now = database_now()
    reader = user_for_email(email="afterwards@example.org", now=now)
    mail = a_mail(reader, now, f"afterwards {time.monotonic_ns()}")
    began_at = time.monotonic()
    wait_for(lambda: scene.sink.taken[mail.message_id])
    return time.monotonic() - began_at


def starts(program: Program) -> bool:
    """
    Start a program unless it runs; return whether it still does a moment later.

    PostgreSQL refuses while a process that its dead leader left behind still ends.
    """
    if not program.is_running():
        program.start()
        time.sleep(0.5)
    return program.is_running()


def crash_database(servers: Servers, crashes: int) -> FaultOutcome:
    """Crash PostgreSQL under load: one backend killed, or all of it at once."""
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
                    scene.wait(0.2)  # its leader has yet to notice
                wait_for(database.answers)
            scene.wait(BETWEEN_CRASHES)
        unanswered = scene.players.account.answers
        refused = sum(unanswered[code] for code in ("500", "503", "no answer"))
        scene.notes.append(f"{refused} moves refused meanwhile, and sent again")
        return scene.outcome("PostgreSQL crashed under load", crashes)
