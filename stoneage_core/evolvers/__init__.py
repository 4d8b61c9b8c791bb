"""What each event does to the state: of the whole game, or of one tribe."""
