"""Backups as folders: a copy of the database, a manifest, the keys."""
