"""Keep children running until a signal asks to stop, then end them one by one."""

import signal
import time
from collections.abc import Callable
from types import FrameType

from config.up.child import Child
from config.up.errors import CannotStart

GLANCE = 0.1  # seconds between two looks at the children
ENDS_BEFORE_GIVING_UP = 2
STOPPING_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class AskedToStop(Exception):
    """A signal came while something was being waited for."""


class Supervisor:
    """The children in the order they were started in, and how often it was told to end.

    The first signal stops everything gently, the second at once.
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        self.say = say
        self.children: list[Child] = []
        self.signals = 0

    def listen_to_signals(self) -> None:
        for number in STOPPING_SIGNALS:
            signal.signal(number, self.note_signal)

    def note_signal(self, number: int, frame: FrameType | None) -> None:
        self.signals += 1

    def is_impatient(self) -> bool:
        return self.signals > 1

    def add(self, child: Child) -> None:
        self.children.append(child)
        child.start()

    def wait_until(self, is_so: Callable[[], bool], *, seconds: float) -> None:
        """Tend the children until `is_so()`.

        Raise CannotStart after `seconds`, or when a child keeps ending.
        """
        give_up_at = time.monotonic() + seconds
        while not is_so():
            self.tend()
            for child in self.children:
                if child.ends >= ENDS_BEFORE_GIVING_UP:
                    raise CannotStart(f"The {child.name} does not start.")
            if time.monotonic() > give_up_at:
                raise CannotStart(f"Nothing answered within {seconds:g} seconds.")

    def run(self) -> None:
        """Tend the children until AskedToStop is raised."""
        while True:
            self.tend()

    def tend(self) -> None:
        if self.signals:
            raise AskedToStop
        for child in self.children:
            child.tend(self.say)
        time.sleep(GLANCE)

    def stop(self) -> None:
        """Last started, first stopped: nobody loses what it still needs."""
        for child in reversed(self.children):
            child.stop(self.is_impatient)
