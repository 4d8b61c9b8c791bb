"""Servers on this machine that stand for those of others, for tests."""
