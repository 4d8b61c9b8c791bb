"""One program of the service: started, started again when it ends, stopped for good."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
# Who ran this long was well: the next end is a new story.
LONG_RUN = 60.0
PR_SET_PDEATHSIG = 1


@dataclass
class Child:
    """A program in a process group of its own.

    Times are seconds of the monotonic clock.
    """

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    folder: Path
    inherited: Sequence[int] = ()  # file descriptors it is handed
    user: int | None = None  # to run as; None: as we do
    log: Path | None = None  # takes its messages; None: our standard error
    stop_signal: signal.Signals = signal.SIGTERM
    grace: float = 10.0  # seconds it may take to stop
    ends: int = 0  # how often it ended without being asked to
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)
    started_at: float = 0.0
    start_at: float = 0.0
    pause: float = FIRST_PAUSE

    def start(self) -> None:
        with contextlib.ExitStack() as stack:
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
        """Start it again if it has ended, after a pause that grows with each end."""
        if self.is_running():
            return
        if self.process is not None:
            say(f"{self.name} {self.take_note_of_end()}; again in {self.pause:g} s")
        elif time.monotonic() >= self.start_at:
            self.start()

    def take_note_of_end(self) -> str:
        """Forget the process that has ended; return how it ended."""
        assert self.process is not None
        code = self.process.returncode
        now = time.monotonic()
        end_group(self.process.pid)
        self.pause = (
            FIRST_PAUSE
            if now - self.started_at > LONG_RUN or not self.ends
            else min(self.pause * 2, LONGEST_PAUSE)
        )
        self.start_at = now + self.pause
        self.ends += 1
        self.process = None
        return f"ended (code {code})" if code >= 0 else f"was killed (signal {-code})"

    def stop(self, is_urgent: Callable[[], bool]) -> None:
        """Ask it to end, wait for as long as it may take, then insist."""
        if self.process is None:
            return
        process, self.process = self.process, None
        process.send_signal(self.stop_signal)
        give_up_at = time.monotonic() + self.grace
        while process.poll() is None and time.monotonic() < give_up_at:
            if is_urgent():
                break
            time.sleep(0.02)
        end_group(process.pid)
        process.wait()


def end_group(leader: int) -> None:
    """End whatever a program has left behind; its group bears its process number."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def stop_with_parent(
    parent: int, stop_signal: signal.Signals
) -> Callable[[], None] | None:
    """Have the child told to end when this process dies, even of `kill -9`.

    Linux only; elsewhere a killed supervisor leaves its children behind.
    """
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None, use_errno=True).prctl

    def prepare() -> None:
        prctl(PR_SET_PDEATHSIG, stop_signal)
        if os.getppid() != parent:  # it died before we could ask
            os._exit(1)

    return prepare
