"""A game at work: opened, decided upon, and written down all at once."""
