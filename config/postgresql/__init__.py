"""A Django database backend: PostgreSQL's own, whose health check takes no query.

Its name is the ENGINE of the settings; Django looks for its ``base``.
"""
