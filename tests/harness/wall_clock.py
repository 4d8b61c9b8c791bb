"""``python -m tests.harness.wall_clock FILE MODULE …``: run a module with a shifted
clock.

It runs like ``python -m``, with a wall clock that is as many seconds ahead as FILE says
at any time. The monotonic clock stays the machine's, as when a real clock is set.
"""

import runpy
import sys
import threading
import time
from pathlib import Path

import time_machine

#: Seconds between two checks of the file.
GLANCE = 0.1


def main() -> None:
    told, module, *options = sys.argv[1:]
    clock = WallClock(Path(told))
    threading.Thread(target=clock.watch, daemon=True).start()
    sys.argv = [module, *options]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


class WallClock:
    """The wall clock of this process, shifted as a file says."""

    def __init__(self, told: Path) -> None:
        self.told = told
        self.ahead = 0.0
        # Based on the monotonic clock, which is never shifted.
        self.began, self.monotonic = time.time(), time.monotonic()
        self.shown = time_machine.travel(self.began, tick=True).start()

    def watch(self) -> None:
        """Follow the file's changes; never returns."""
        while True:
            ahead = float(self.told.read_text() or 0)
            if ahead != self.ahead:
                self.ahead = ahead
                passed = time.monotonic() - self.monotonic
                self.shown.move_to(self.began + passed + ahead)
            time.sleep(GLANCE)


if __name__ == "__main__":
    main()
