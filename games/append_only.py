"""The triggers of now, by which the database refuses to change what happened.

The statements belong to the migration that ran last, and are frozen with it.
"""

from games.migrations.sql.append_only_1 import SENTENCE, install, remove

__all__ = ["SENTENCE", "install", "remove"]
