"""A Django database backend: PostgreSQL with a health check that needs no query.

ENGINE in the settings names this package; Django imports its ``base``.
"""
