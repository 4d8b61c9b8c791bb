"""Garbage collection in processes that run for long: the web server and workers."""

import gc

#: After so many new objects Python looks for circles among them, and after how many of
#: such looks among the older ones. By its own 700 and 10 that took a tenth of the time
#: of a move. The more new objects it waits for, the longer is the pause in which it
#: looks, for the request that is being answered and for all that wait behind it: after
#: 10,000 it took 3 ms, once in a hundred moves, and these were the slowest hundredth.
#: After 100 such looks the older ones took some 80 ms, after 20 they take 20 ms.
COLLECTED_AFTER = (2_000, 20, 250)


def collect_rarely() -> None:
    """
    Let this process look for circles of objects more rarely from now on.

    What is loaded now stays: every later collection is spared from visiting it.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)
