"""Leagues in seasons, and tournaments: divisions of games that all play at once."""
