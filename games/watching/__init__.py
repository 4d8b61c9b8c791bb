"""Watching games that others play: who may, and where to find them."""
