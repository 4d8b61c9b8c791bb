"""Events: facts of a game in the past tense, a file for each family."""
