"""Attacks on the service: what a stranger, or a player, can send it on purpose.

``python -m tests.attacks`` makes all attacks and prints one table, ``--write`` puts it
into ``SECURITY.md``. ``--quick`` makes a few of each. It needs what the tests need, and
no network.
"""
