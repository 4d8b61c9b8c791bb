"""Back-ups as folders: a copy of the database made with its own tools, a manifest, the
keys."""
