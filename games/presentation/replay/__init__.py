"""Replays: what happened, decision by decision, as the table shows it."""
