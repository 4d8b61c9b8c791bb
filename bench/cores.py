"""What the processes of a service take of a core, as Linux counts it."""

from collections.abc import Sequence
from pathlib import Path

from bench.servers import Servers
from config.launcher.supervisor import Program

_PROC = Path("/proc")


class CoreClock:
    """
    A clock that counts what web processes and PostgreSQL's backends take of a core.

    It goes on as fast on a busy machine as on an idle one. Backends are shared by all
    services of a run, so cases that are timed by it must not overlap.
    """

    def __init__(self, servers: Servers, programs: Sequence[Program]) -> None:
        self.servers = servers
        self.programs = programs

    def __call__(self) -> float:
        """Return the seconds of a core that were taken so far."""
        web = [program.process.pid for program in self.programs if program.process]
        return sum(map(_seconds, [*web, *self._backends()]))

    def _backends(self) -> list[int]:
        """Return the processes of PostgreSQL that serve a connection."""
        process = self.servers.database.program.process
        assert process is not None
        children = _PROC / f"{process.pid}/task/{process.pid}/children"
        return [
            pid for pid in map(int, children.read_text().split()) if _is_backend(pid)
        ]


def _is_backend(pid: int) -> bool:
    """Whether a process is called as in 'postgres: postgres postgres [local] idle'."""
    return b"[local]" in (_PROC / f"{pid}/cmdline").read_bytes()


def _seconds(pid: int) -> float:
    """Return the seconds that all threads of a process were on a core."""
    threads = (_PROC / f"{pid}/task").iterdir()
    return (
        sum(int((each / "schedstat").read_text().split()[0]) for each in threads) / 1e9
    )
