"""The pages of whoever learns the game."""
