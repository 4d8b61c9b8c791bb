"""Garbage collection in long-running processes: the web server and workers."""

import gc

#: Thresholds of the three generations. Python's defaults of 700 and 10 took a tenth of
#: a move's time. Higher thresholds mean longer pauses for the current request and those
#: waiting: with 10,000 a collection took 3 ms in one of a hundred moves, which became
#: the slowest ones. After 100 young collections an older one took 80 ms, after 20 it
#: takes 20 ms.
COLLECTED_AFTER = (2_000, 20, 250)


def collect_rarely() -> None:
    """
    Make this process collect garbage more rarely.

    Objects that are loaded now are frozen: later collections skip them.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)
