"""Game sessions: a game is opened, decided upon, and written down all at once."""
