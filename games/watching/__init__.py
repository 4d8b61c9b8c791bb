"""Watching games that others play: who may, how far behind, and where to find them."""
