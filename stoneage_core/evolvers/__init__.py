"""What each event does to the state, in two files: the game, and a single tribe."""
