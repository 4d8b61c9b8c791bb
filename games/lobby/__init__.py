"""The lobby: games are made, players are invited and join; lists of games."""
