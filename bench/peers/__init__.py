"""Somebody else's way to do the same."""
