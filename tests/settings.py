"""The settings under test: those of the service, on databases of their own.

`manage.py test` runs the suite twice, side by side: TEST_DATABASE says which half this
process is. Without it (plain `pytest`) the database is SQLite.
"""

import os
import tempfile

os.environ.setdefault("SECRET_KEY", "tests only")
os.environ["BROKER_URL"] = os.environ.get("TEST_BROKER_URL", "memory://")
if os.environ.get("TEST_DATABASE") == "postgresql":
    os.environ["DATABASE_URL"] = os.environ["TEST_POSTGRESQL_URL"]

from config.settings import *  # noqa: F403
from config.settings import DATABASES

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A real file: in memory, connections would share a cache and lock each other out.
    DATABASES["default"]["TEST"] = {
        "NAME": os.path.join(tempfile.gettempdir(), f"stoneage-{os.getpid()}.sqlite3")
    }

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
