"""Ratings: one number for each player and count of players, out of rated games."""
