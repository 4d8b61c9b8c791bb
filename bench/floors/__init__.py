"""Floors: the least that any implementation has to do."""
