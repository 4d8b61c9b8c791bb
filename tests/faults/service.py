"""The service of a trial: pages and workers, two of which carry a beat."""

import os
import random
import signal
import sys
from pathlib import Path

import psutil

from config.launcher import programs
from config.launcher.sockets import listen_on
from config.launcher.supervisor import Program
from tests.harness.kept_programs import KeptPrograms
from tests.harness.servers import Servers
from tests.support.waiting import wait_for

WEB_PROCESSES, WORKERS, BEATS = 2, 2, 2


class WholeService(KeptPrograms):
    """
    Pages and workers on PostgreSQL and a broker, for one trial.

    ``variables`` are added to their environment. The file ``wall_clock`` sets the
    clocks of pages and beats, and so of the workers that carry those.
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
        self.listener = listen_on("127.0.0.1", 0)
        self.port = int(self.listener.getsockname()[1])
        pages = [programs.web(self.listener) for _ in range(WEB_PROCESSES)]
        beats = [programs.deadlines() for _ in range(BEATS)]
        self.workers = [programs.worker() for _ in range(WORKERS)] + beats
        for number, worker in enumerate(self.workers):
            worker.command = [*worker.command, "-n", f"{number}@%h"]
        if wall_clock is not None:
            for program in (*pages, *beats):
                run_with_clock(program, wall_clock)
        super().__init__(
            [*pages, *self.workers],
            servers.environment
            | {
                "DJANGO_SETTINGS_MODULE": "tests.faults.settings",
                "EMAIL_URL": f"smtp://127.0.0.1:{mail_port}",
                "WEB_THREADS": "8",
            }
            | variables,
            servers.directory / "service.log",
        )

    def __enter__(self) -> "WholeService":
        super().__enter__()
        wait_for(self.answers)
        return self

    def stop(self, *, is_urgent: bool = True) -> None:
        super().stop(is_urgent=is_urgent)
        self.listener.close()

    def answers(self) -> bool:
        """Return whether a page is served."""
        from bench import load

        request = f"GET /healthz HTTP/1.0\r\nHost: 127.0.0.1:{self.port}\r\n\r\n"
        try:
            return bool(load.send_all([request.encode()], self.port, 1).statuses[0])
        except OSError:
            return False

    def kill_worker(self, chance: random.Random) -> bool:
        """Kill a running worker; return whether there was one."""
        return self.kill_one(chance, among=self.workers)


def run_with_clock(program: Program, wall_clock: Path) -> None:
    """Let a program that is a Python module run with an adjustable clock."""
    _python, _m, module, *options = program.command
    shifted = [sys.executable, "-m", "tests.harness.wall_clock", str(wall_clock)]
    program.command = [*shifted, module, *options]


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
