"""Game sessions: open a game, decide, and save everything in one transaction."""
