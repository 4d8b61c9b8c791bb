"""The CPU time of a service's processes, as counted by Linux."""

from collections.abc import Sequence
from pathlib import Path

from config.launcher.supervisor import Program
from tests.harness.servers import Servers

_PROC = Path("/proc")


class CoreClock:
    """
    A clock that counts the CPU time of web processes and PostgreSQL's backends.

    It is independent of other load. All services of a run share the backends, so cases
    that use it must not overlap.
    """

    def __init__(self, servers: Servers, programs: Sequence[Program]) -> None:
        self.servers = servers
        self.programs = programs

    def __call__(self) -> float:
        """Return the CPU seconds used so far."""
        web = [program.process.pid for program in self.programs if program.process]
        return sum(map(_seconds, [*web, *self._backends()]))

    def _backends(self) -> list[int]:
        """Return the PostgreSQL processes that serve a connection."""
        process = self.servers.database.program.process
        assert process is not None
        children = _PROC / f"{process.pid}/task/{process.pid}/children"
        return [
            pid for pid in map(int, children.read_text().split()) if _is_backend(pid)
        ]


def _is_backend(pid: int) -> bool:
    """Return whether a process is called 'postgres: postgres postgres [local] idle'."""
    return b"[local]" in (_PROC / f"{pid}/cmdline").read_bytes()


def _seconds(pid: int) -> float:
    """Return the CPU seconds of all threads of a process."""
    threads = (_PROC / f"{pid}/task").iterdir()
    return (
        sum(int((each / "schedstat").read_text().split()[0]) for each in threads) / 1e9
    )
