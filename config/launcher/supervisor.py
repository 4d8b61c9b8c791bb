"""Programs that are kept running until a signal asks to stop."""

import ctypes
import math
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
# After this many seconds a program counts as having started well.
LONG_RUN = 60.0
GLANCE = 0.1  # seconds between two checks of the programs
#: Seconds between reports that a step of the start is still running.
REPORT_EVERY = 10.0
#: Seconds that a step may take. On an overloaded machine seconds become minutes; only a
#: program that hangs takes longer.
LONGEST_STEP = 900.0
ENDS_BEFORE_GIVING_UP = 2
PR_SET_PDEATHSIG = 1
#: The exit code if the caller must choose something else.
WRONG_OPTION = 2


class CannotStart(Exception):
    """Nothing of the service runs; the message says why it could not start."""


class WrongOption(CannotStart):
    """The caller must choose something else."""


class StopRequested(Exception):
    """A signal arrived during a wait."""


@dataclass
class Program:
    """
    A command in its own process group, restarted when it ends unless it runs ``once``.

    Times are seconds of the monotonic clock.
    """

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] | None = None  # None: ours
    folder: Path = ROOT
    inherited: Sequence[int] = ()  # file descriptors that it inherits
    user: int | None = None  # to run as; None: as we do
    log: Path | None = None  # receives its messages; None: our standard error
    stop_signal: signal.Signals = signal.SIGTERM
    grace: float = 10.0  # seconds that it may take to stop
    once: bool = False  # it has one task and then ends
    exit_code: int | None = None  # of a task that has ended
    # It is started only when a client waits here, and may end when it has none.
    on_demand_at: socket.socket | None = None
    ends: int = 0  # how often it ended without being asked to
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)
    started_at: float = 0.0
    start_at: float = 0.0
    pause: float = 0.0

    def start(self) -> None:
        with ExitStack() as stack:
            log = stack.enter_context(self.log.open("ab")) if self.log else None
            self.process = subprocess.Popen(
                self.command,
                env=self.environment,
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,  # banners only
                stderr=log,
                pass_fds=self.inherited,
                process_group=0,
                user=self.user,
                preexec_fn=stop_with_parent(os.getpid(), self.stop_signal),
            )
        self.started_at = time.monotonic()

    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def tend(self, say: Callable[[str], None]) -> None:
        """Restart the program if it has ended, after a pause that grows each time."""
        if self.is_running():
            return
        if self.process is not None and self.once:
            kill_group(self.process.pid)
            self.exit_code = self.process.returncode
            self.process, self.start_at = None, math.inf
        elif self.on_demand_at and self.process and self.process.returncode == 0:
            self.process = None
        elif self.process is not None:
            say(f"{self.name} {self.note_end()} and will restart in {self.pause:g} s")
        elif time.monotonic() >= self.start_at and self.is_wanted():
            self.start()

    def is_wanted(self) -> bool:
        """Return whether it has work: always, or when a client waits."""
        return self.on_demand_at is None or bool(
            select.select([self.on_demand_at], [], [], 0)[0]
        )

    def note_end(self) -> str:
        """Forget the ended process; return how it ended."""
        assert self.process is not None
        code = self.process.returncode
        now = time.monotonic()
        kill_group(self.process.pid)
        if now - self.started_at > LONG_RUN:
            self.pause = 0.0
        self.pause = min(self.pause * 2, LONGEST_PAUSE) or FIRST_PAUSE
        self.start_at = now + self.pause
        self.ends += 1
        self.process = None
        return f"ended (code {code})" if code >= 0 else f"was killed (signal {-code})"

    def stop(self, is_urgent: Callable[[], bool]) -> None:
        """Ask the program to stop, wait for its grace period, then kill it."""
        if self.process is None:
            return
        process, self.process = self.process, None
        process.send_signal(self.stop_signal)
        give_up_at = time.monotonic() + self.grace
        while process.poll() is None and time.monotonic() < give_up_at:
            if is_urgent():
                break
            time.sleep(0.02)
        kill_group(process.pid)
        process.wait()


def kill_group(leader: int) -> None:
    """Kill everything that a program has left behind; its group has its process id."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def stop_with_parent(
    parent: int, stop_signal: signal.Signals
) -> Callable[[], None] | None:
    """
    Return a function that makes a child stop when this process dies, even by `kill -9`.

    Linux only; elsewhere a killed supervisor leaves its programs running.
    """
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None, use_errno=True).prctl

    def prepare() -> None:
        prctl(PR_SET_PDEATHSIG, stop_signal)
        if os.getppid() != parent:  # it died before we could ask
            os._exit(1)

    return prepare


class Supervisor:
    """
    The programs in the order in which they were started, and the signals received.

    The first signal stops everything gently, the second at once.
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        self.say = say
        self.programs: list[Program] = []
        self.signals = 0

    def handle_signals(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.note_signal)

    def note_signal(self, *_: object) -> None:
        self.signals += 1

    def is_urgent(self) -> bool:
        return self.signals > 1

    def add(self, program: Program) -> None:
        self.programs.append(program)
        if program.on_demand_at is None:
            program.start()

    def wait_until(
        self,
        is_so: Callable[[], bool],
        step: str = "starting",
        *,
        seconds: float = LONGEST_STEP,
    ) -> None:
        """
        Run the programs until `is_so()`, and report from time to time that `step` goes
        on.

        Raises CannotStart if a program keeps ending, or after `seconds`.
        """
        started_at = time.monotonic()
        report_at = started_at + REPORT_EVERY
        while not is_so():
            self.tend()
            for program in self.programs:
                if program.ends >= ENDS_BEFORE_GIVING_UP:
                    raise CannotStart(
                        f"The {program.name} keeps ending; its messages are above."
                    )
            now = time.monotonic()
            if now > started_at + seconds:
                raise CannotStart(f"Gave up {step} after {seconds:g} seconds.")
            if now > report_at:
                self.say(f"still {step} ({now - started_at:.0f} s so far)")
                report_at += REPORT_EVERY

    def run(self) -> None:
        """Run the programs until StopRequested is raised."""
        while True:
            self.tend()

    def tend(self) -> None:
        if self.signals:
            raise StopRequested
        for program in self.programs:
            program.tend(self.say)
        time.sleep(GLANCE)

    def stop(self) -> None:
        """Stop the programs in reverse order, so that none loses one that it needs."""
        for program in reversed(self.programs):
            program.stop(self.is_urgent)
