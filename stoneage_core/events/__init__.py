"""What happened in a game: facts in the past tense, a file for each family."""
