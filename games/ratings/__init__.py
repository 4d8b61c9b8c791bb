"""Ratings: a number for each player and number of players, from rated games."""
