"""Fault trials: the service is broken part by part while people play on it.

``python -m tests.faults`` makes all trials and prints one table, ``--write`` puts it
into ``docs/faults.md``, which says what is counted. ``--quick`` makes a few of each. It
needs what the tests need, and no network.
"""
