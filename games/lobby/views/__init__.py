"""The pages before a game."""
