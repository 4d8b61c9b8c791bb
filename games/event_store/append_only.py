"""The triggers of now, by which the database refuses to change what happened.

The statements belong to the migrations that ran last, and are frozen with them.
"""

from django.db.backends.base.base import BaseDatabaseWrapper

from games.migrations.sql import append_only_1 as events
from games.migrations.sql import append_only_2 as acts

#: How the database refuses to change a stored event.
SENTENCE = events.SENTENCE


def install(connection: BaseDatabaseWrapper) -> None:
    """Make the database refuse from now on."""
    events.install(connection)
    acts.install(connection)


def remove(connection: BaseDatabaseWrapper) -> None:
    """Undo :func:`install`: for emptying test tables."""
    events.remove(connection)
    acts.remove(connection)
