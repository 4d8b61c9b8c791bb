"""Single programs of the service, which a test can kill at will."""

import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Self

import psutil

from config.launcher.supervisor import Program, kill_group
from tests.support.waiting import wait_for

#: Seconds between two checks for ended programs.
GLANCE = 0.1


class KeptPrograms:
    """
    Programs that are restarted at once when they end, like ``Restart=always``.

    A thread does so, which lives as long as they do, because programs end with the
    thread that started them. Their messages are in ``log``.
    """

    def __init__(
        self, programs: Sequence[Program], environment: Mapping[str, str], log: Path
    ) -> None:
        self.programs, self.log = programs, log
        for program in programs:
            program.environment, program.log = environment, log
        self.starts = self.kills = self.restarts = 0
        self.is_paused = threading.Event()
        self.stopping = threading.Event()
        self.keeper = threading.Thread(target=self._keep)

    def __enter__(self) -> Self:
        self.keeper.start()
        wait_for(lambda: self.starts >= len(self.programs))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def stop(self, *, is_urgent: bool = True) -> None:
        """Stop all; if not urgent, after their current tasks."""
        self.stopping.set()
        self.keeper.join()  # on Linux its end asks all programs to stop
        for program in self.programs:
            program.stop(lambda: is_urgent)

    @property
    def unasked_starts(self) -> int:
        """How often a program had ended without being killed or stopped by us."""
        return self.starts - len(self.programs) - self.kills - self.restarts

    def restart_all(self, meanwhile: Callable[[], object]) -> None:
        """Stop all programs after their current tasks, and start them again."""
        self.is_paused.set()
        with ThreadPoolExecutor(len(self.programs)) as pool:
            list(pool.map(lambda program: program.stop(lambda: False), self.programs))
        meanwhile()
        self.restarts += len(self.programs)
        self.is_paused.clear()

    def kill_one(self, chance: Random, *, among: Sequence[Program]) -> bool:
        """Kill one of these that runs, by `kill -9`; return whether there was one."""
        alive = [program for program in among if program.is_running()]
        if alive:
            self._kill(chance.choice(alive))
        return bool(alive)

    def kill_whose(self, port: int) -> bool:
        """
        Kill the program that has a connection from this port; return whether one has.

        A mail server may still read the words of a dead one.
        """
        for program in self.programs:
            if program.is_running() and port in ports_of(program):
                self._kill(program)
                return True
        return False

    def _kill(self, program: Program) -> None:
        assert program.process is not None
        kill_group(program.process.pid)
        self.kills += 1

    def _keep(self) -> None:
        while not self.stopping.wait(GLANCE):
            if self.is_paused.is_set():
                continue
            for program in self.programs:
                if program.is_running() or self.is_paused.is_set():
                    continue
                if program.process is not None:
                    kill_group(program.process.pid)
                program.start()
                self.starts += 1


def ports_of(program: Program) -> set[int]:
    """Return the local ports of all connections of a program's processes."""
    found: set[int] = set()
    with suppress(psutil.Error):
        assert program.process is not None
        process = psutil.Process(program.process.pid)
        for each in (process, *process.children(recursive=True)):
            with suppress(psutil.Error):
                found |= {link.laddr.port for link in each.net_connections("tcp4")}
    return found
