"""Before a game: making it, inviting, joining; lists of games."""
