"""Peers: other implementations of the same tasks."""
