"""Signals and surveys, by which other apps plug into this one without being known."""
