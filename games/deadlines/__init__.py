"""Deadlines: what is due, and what happens if a player does not come."""
