"""
The service attacked on purpose: what a stranger, or a player, can send it.

``python -m tests.attacks`` makes all attacks and prints one table, ``--write`` puts it
into ``SECURITY.md``. ``--quick`` makes a few of each. It needs what the tests need, and
no network.
"""
