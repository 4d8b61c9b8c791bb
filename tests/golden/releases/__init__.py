"""A database of each release, which later releases must upgrade.

A folder of a release has its database as statements, for SQLite and for PostgreSQL, and
the hashes of its migrations. `make` writes it; nobody changes it afterwards.
"""
