"""Floors: the least work that any implementation has to do."""
