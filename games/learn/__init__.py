"""Learning the game: its rules on one page, a tutorial, hints while practising."""
