"""Garbage collection in processes that run for long: the web server and workers."""

import gc

#: After so many new objects Python looks for circles among them, and how rarely among
#: the older ones. By its own 700 that took a tenth of the time of a move. The more it
#: waits for, the longer is the pause in which it looks: after 50,000 some 20 ms for the
#: request that is being answered, and for all that wait behind it.
COLLECTED_AFTER = (10_000, 20, 50)


def collect_rarely() -> None:
    """
    Let this process look for circles of objects more rarely from now on.

    What is loaded now stays: every later collection is spared from visiting it.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)
