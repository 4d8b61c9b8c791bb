"""A Django database backend: PostgreSQL's own, which learns without a query who left.

Its name is the ENGINE of the settings; Django looks for its ``base``.
"""
