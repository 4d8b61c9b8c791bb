"""Phrases for events, components and clocks; other packages translate them."""
