"""Looking back on a game: scores round by round, luck with the dice, and pace.

Nothing here knows the database: all of it is computed from the course of a game.
"""
