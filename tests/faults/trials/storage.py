"""A broker that is read-only or full, a standby as database, and a full disk."""

import errno
import os

from django.db import connection
from redis import Redis

from tests.faults.scene import FaultScene
from tests.faults.trials.processes import is_standby, starts
from tests.support.waiting import wait_for


def tell_broker(scene: FaultScene, *command: str) -> None:
    with Redis(unix_socket_path=str(scene.servers.broker.socket)) as client:
        client.execute_command(*command)


def make_replica(scene: FaultScene, number: int) -> None:
    tell_broker(scene, "REPLICAOF", "127.0.0.1", "1")


def make_primary(scene: FaultScene, number: int) -> None:
    tell_broker(scene, "REPLICAOF", "NO", "ONE")


def fill_memory(scene: FaultScene, number: int) -> None:
    tell_broker(scene, "CONFIG", "SET", "maxmemory", "1")


def free_memory(scene: FaultScene, number: int) -> None:
    tell_broker(scene, "CONFIG", "SET", "maxmemory", "0")


def fail_over(scene: FaultScene, number: int) -> None:
    """Restart PostgreSQL as a standby, which accepts no writes."""
    database = scene.servers.database
    database.program.stop(lambda: False)
    signal = database.data / "standby.signal"
    signal.touch()
    if database.user is not None:
        os.chown(signal, database.user, -1)
    wait_for(lambda: starts(database.program))
    wait_for(lambda: is_standby() is True)


def promote(scene: FaultScene, number: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_promote()")
    wait_for(lambda: is_standby() is False)


def fill_disk(scene: FaultScene, number: int) -> None:
    """Fill the disk of PostgreSQL, broker and log to the last byte."""
    block = bytes(1_000_000)
    with (scene.servers.directory / "filler").open("ab", buffering=0) as filler:
        while block:
            try:
                filler.write(block)
            except OSError as error:
                if error.errno != errno.ENOSPC:
                    raise
                block = block[: len(block) // 2]


def make_room(scene: FaultScene, number: int) -> None:
    """Empty the disk; PostgreSQL may have ended, which systemd would restart."""
    (scene.servers.directory / "filler").unlink()
    database = scene.servers.database
    if not database.program.is_running():
        scene.counts["ended"] += 1
        wait_for(lambda: starts(database.program))
    wait_for(lambda: is_standby() is False)


def note_ends(scene: FaultScene) -> None:
    if ended := scene.counts["ended"]:
        scene.notes.append(f"PostgreSQL itself ended {ended} times")
