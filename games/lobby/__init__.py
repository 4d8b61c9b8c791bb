"""The lobby: new games, rematches, and lists of games."""
