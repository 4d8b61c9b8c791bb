"""Back-ups as folders: the database as its own tools copy it, a manifest, the keys."""
