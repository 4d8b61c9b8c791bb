"""Fault trials: parts of the service are broken while people play.

``python -m tests.faults`` runs all trials and prints a table; ``--write`` puts it into
``docs/faults.md``, which explains the counts. ``--quick`` runs short trials. It needs
what the tests need, and no network.
"""
