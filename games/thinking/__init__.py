"""Opponents that search, the coach and reviews: a queue of thoughts."""
