"""``python -m bench.memory [SECONDS]``: processes and memory of the idle service.

Runs ``up`` on SQLite, and then the commands of the unit files on PostgreSQL with one
web process. Each is looked at after so many idle seconds (90 by default), by when every
periodic task has run several times, and again after a visitor has played for as long.

Memory is PSS: pages that several processes share count once in the sum.
"""

import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from config.launcher.sockets import listen_on
from config.launcher.supervisor import Program
from tests.deploy.installation import HAND_ON, command_of
from tests.e2e.player import PagePlayer
from tests.harness.environment import free_port
from tests.harness.servers import production_servers
from tests.harness.service import Service
from tests.support.waiting import wait_for

SECONDS = 90.0
#: What the command lines of the programs say, and what they are called.
NAMES = {
    "manage.py up": "supervisor",
    "valkey-": "broker",
    "config.web": "web",
    "manage.py serve": "web",
    "--queues deadlines": "deadlines",
    " worker ": "worker",
    "receive_mails": "mails",
    "django think": "thinker",
}
Measured = list[tuple[str, float]]


def main() -> int:
    seconds = float(sys.argv[1]) if sys.argv[1:] else SECONDS
    for title, run in (("`up` on SQLite", run_up), ("unit files", run_units)):
        begun = time.monotonic()
        with run() as (address, find_processes):
            started = time.monotonic() - begun
            time.sleep(seconds)
            idle = measure(find_processes())
            decisions = play(address, seconds)
            used = dict(measure(find_processes()))
        print(f"\n{title}: the first page after {started:.1f} s\n")
        print(f"| process | idle, MB | after {decisions} decisions, MB |")
        print("| --- | ---: | ---: |")
        for name, size in idle:
            print(f"| {name} | {size:.0f} | {used.get(name, 0):.0f} |")
        before, after = sum(size for _, size in idle), sum(used.values())
        print(f"| **{len(idle)} processes** | **{before:.0f}** | **{after:.0f}** |")
    return 0


@contextmanager
def run_up() -> Iterator[tuple[str, Callable[[], list[psutil.Process]]]]:
    """Yield the address of a service, and what finds its processes."""
    with tempfile.TemporaryDirectory(prefix="stoneage-") as folder:
        service = Service(Path(folder)).start()
        assert service.process is not None
        supervisor = psutil.Process(service.process.pid)
        try:
            yield service.address, lambda: [supervisor, *service.processes()]
        finally:
            service.stop()


@contextmanager
def run_units() -> Iterator[tuple[str, Callable[[], list[psutil.Process]]]]:
    """
    Yield the address of a service, and what finds its processes and the broker.

    PostgreSQL does not count.
    """
    with listen_on("127.0.0.1", 0) as pages:
        address = f"http://127.0.0.1:{pages.getsockname()[1]}"
        with production_servers(
            SITE_URL=address,
            REPLY_TO="play@localhost",
            RECEIVE_AT=f"127.0.0.1:{free_port()}",
            WEB_PROCESSES="1",
            SAMPLE_GAME="off",
        ) as servers:
            number = pages.fileno()
            hand_on = [sys.executable, "-c", HAND_ON, str(number)]
            for name in ("web", "worker", "deadlines", "mails"):
                command = command_of(name)
                if name == "web":
                    command = [*hand_on, *command]
                inherited = [number] if name == "web" else []
                servers.start(
                    Program(name, command, servers.environment, inherited=inherited)
                )
            wait_for(lambda: answers(pages))
            parts = [
                psutil.Process(each.process.pid)
                for each in servers.supervisor.programs
                if each.process is not None and each.name != "database"
            ]
            yield (
                address,
                lambda: [
                    process
                    for part in parts
                    for process in (part, *part.children(recursive=True))
                ],
            )


def answers(pages: socket.socket) -> bool:
    with socket.create_connection(pages.getsockname()) as client:
        client.sendall(b"GET /healthz HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
        return client.recv(12).startswith(b"HTTP/")


def play(address: str, seconds: float) -> int:
    """Play against bots as a visitor; return how many decisions were made."""
    end, decisions = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        visitor = PagePlayer("", address, taste=decisions)
        page = visitor.browser.get("/")
        page = visitor.browser.submit(page, page.form_with("opponents"), opponents="2")
        while page.question and time.monotonic() < end:
            page = visitor.decide_once(page)
            decisions += 1
    return decisions


def measure(processes: list[psutil.Process]) -> Measured:
    """Return the name and the megabytes of each process."""
    return [(name_of(each), megabytes(each)) for each in processes]


def name_of(process: psutil.Process) -> str:
    line = " ".join(process.cmdline())
    return next((name for word, name in NAMES.items() if word in line), line)


def megabytes(process: psutil.Process) -> float:
    """Return the proportional set size of a process, in MB (2^20 bytes)."""
    rollup = Path(f"/proc/{process.pid}/smaps_rollup").read_text().split()
    return int(rollup[rollup.index("Pss:") + 1]) / 1024


if __name__ == "__main__":
    sys.exit(main())
