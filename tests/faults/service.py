"""The whole service in separate processes, which can be killed at will."""

import os
import random
import signal
import threading
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

import psutil

from bench.servers import Servers
from config.launcher import programs
from config.launcher.sockets import listen_on
from config.launcher.supervisor import Program, kill_group
from tests.notifications.chaos.worker_pool import ports_of
from tests.support.waiting import wait_for

#: Seconds between two checks for ended programs.
GLANCE = 0.1
WEB_PROCESSES, WORKERS, BEATS = 2, 2, 2


class WholeService:
    """
    Pages, workers and beats on PostgreSQL and a broker, for one trial.

    A thread restarts ended programs at once, like ``Restart=always``. It lives as long
    as the service, because programs end with the thread that started them.
    ``variables`` are added to their environment. The file ``wall_clock`` sets the
    clocks of pages and beats.
    """

    def __init__(
        self,
        servers: Servers,
        mail_port: int,
        *,
        wall_clock: Path | None = None,
        **variables: str,
    ) -> None:
        self.servers = servers
        self.log = servers.directory / "service.log"
        self.environment = servers.environment | {
            "EMAIL_URL": f"smtp://127.0.0.1:{mail_port}",
            "WEB_THREADS": "8",
            **variables,
        }
        self.listener = listen_on("127.0.0.1", 0)
        self.port = int(self.listener.getsockname()[1])
        self.workers = [programs.worker() for _ in range(WORKERS)]
        self.workers.append(programs.deadlines())
        self.beats = [programs.beat() for _ in range(BEATS)]
        pages = [programs.web(self.listener) for _ in range(WEB_PROCESSES)]
        self.programs = [*pages, *self.workers, *self.beats]
        for program in (*pages, *self.beats) if wall_clock else ():
            program.command = with_clock(program.command, wall_clock)
        self.starts = 0
        self.stopping = threading.Event()
        self.keeper = threading.Thread(target=self._keep)

    def __enter__(self) -> "WholeService":
        for number, program in enumerate(self.programs):
            program.environment, program.log = self.environment, self.log
            if program in self.workers:
                program.command = [*program.command, "-n", f"{number}@%h"]
        self.keeper.start()
        wait_for(lambda: self.starts >= len(self.programs))
        wait_for(self.answers)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stopping.set()
        self.keeper.join()
        for program in self.programs:
            program.stop(lambda: True)
        self.listener.close()

    def answers(self) -> bool:
        """Return whether a page is served."""
        from bench import load

        request = f"GET /healthz HTTP/1.0\r\nHost: 127.0.0.1:{self.port}\r\n\r\n"
        try:
            return bool(load.send_all([request.encode()], self.port, 1).statuses[0])
        except OSError:
            return False

    def kill(self, program: Program) -> None:
        """Kill a program and all its processes by `kill -9`."""
        process = program.process
        if process is not None and process.poll() is None:
            kill_group(process.pid)

    def kill_worker(self, chance: random.Random) -> bool:
        """Kill a running worker; return whether there was one."""
        alive = [each for each in self.workers if each.is_running()]
        if alive:
            self.kill(chance.choice(alive))
        return bool(alive)

    def kill_whose(self, port: int) -> bool:
        """Kill the worker with a connection from this port, if there is one."""
        for worker in self.workers:
            if worker.is_running() and port in ports_of(worker):
                self.kill(worker)
                return True
        return False

    def _keep(self) -> None:
        while not self.stopping.wait(GLANCE):
            for program in self.programs:
                if program.is_running():
                    continue
                if program.process is not None:
                    kill_group(program.process.pid)
                program.start()
                self.starts += 1


def with_clock(command: Sequence[str], told: Path) -> list[str]:
    """Return a command that runs a Python module with an adjustable clock."""
    python, _m, module, *options = command
    return [python, "-m", "tests.faults.wall_clock", str(told), module, *options]


def kill_backend(data: Path, chance: random.Random) -> bool:
    """
    Kill a PostgreSQL backend by `kill -9`; return whether there was one.

    The server then considers its shared memory corrupt, ends all others and recovers.
    """
    leader = psutil.Process(int((data / "postmaster.pid").read_text().split()[0]))
    serving = [pid for pid in map(_of_client, leader.children()) if pid]
    if serving:
        os.kill(chance.choice(serving), signal.SIGKILL)
    return bool(serving)


def _of_client(process: psutil.Process) -> int:
    """Return the process id if the process serves a client, else 0."""
    try:
        return process.pid if "[local]" in " ".join(process.cmdline()) else 0
    except psutil.Error:
        return 0
