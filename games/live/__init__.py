"""Live pages: they notice by themselves that somebody moved."""
