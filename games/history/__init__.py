"""The past of a game: its events in sentences, its positions, its statistics."""
