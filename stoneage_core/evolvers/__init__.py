"""What each event does to the state: to the game as a whole, and to a single tribe."""
