"""Pages that live: they notice by themselves that somebody moved."""
