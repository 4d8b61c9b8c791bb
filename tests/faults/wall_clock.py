"""``python -m tests.faults.wall_clock FILE MODULE …``: a program whose clock is set.

Runs a module as ``python -m`` does, with a clock on the wall that is as many seconds
ahead as FILE says, whenever that changes. What counts seconds (the monotonic clock) is
the machine's, as where somebody sets a real clock.
"""

import runpy
import sys
import threading
import time
from pathlib import Path

import time_machine

#: Seconds between two looks at the file.
GLANCE = 0.1


def main() -> None:
    told, module, *options = sys.argv[1:]
    clock = WallClock(Path(told))
    threading.Thread(target=clock.watch, daemon=True).start()
    sys.argv = [module, *options]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


class WallClock:
    """The clock of this process, set as a file tells."""

    def __init__(self, told: Path) -> None:
        self.told = told
        self.ahead = 0.0
        # It goes by the monotonic clock from here on, which nobody sets.
        self.began, self.monotonic = time.time(), time.monotonic()
        self.shown = time_machine.travel(self.began, tick=True).start()

    def watch(self) -> None:
        """Set the clock whenever the file says something else; never returns."""
        while True:
            ahead = float(self.told.read_text() or 0)
            if ahead != self.ahead:
                self.ahead = ahead
                passed = time.monotonic() - self.monotonic
                self.shown.move_to(self.began + passed + ahead)
            time.sleep(GLANCE)


if __name__ == "__main__":
    main()
