"""Views of a game's past and its proofs."""
