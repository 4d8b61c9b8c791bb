"""The lobby: making games, inviting players, joining, and lists of games."""
