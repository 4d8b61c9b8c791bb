"""
The service broken on purpose, part by part, under people who play on it.

``python -m tests.faults`` makes all trials and prints one table, ``--write`` puts it
into ``docs/faults.md``, which says what is counted. ``--quick`` makes a few of each. It
needs what the tests need, and no network.
"""
