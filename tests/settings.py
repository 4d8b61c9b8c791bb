"""The settings under test: those of the service, on databases of their own.

`manage.py test` runs the suite in parts, side by side: TEST_PART says which of them
this process is. Without it (plain `pytest`) it is all, and the database is SQLite.

TEST_BROKER_URL, where it is set, is a real broker for the tests that want one; each
part has a database of its own in it. All others publish into memory.
"""

import os
import tempfile

os.environ["SECRET_KEY"] = "for tests only"
os.environ["BROKER_URL"] = "memory://"
for name in ("SITE_URL", "ALLOWED_HOSTS", "EMAIL_URL", "MAILBOX", "DEBUG", "VAR_DIR"):
    os.environ.pop(name, None)
if part := os.environ.get("TEST_PART"):
    number = ("sqlite", "postgresql", "once", "service").index(part)
    os.environ["TEST_BROKER_URL"] = os.environ["TEST_BROKER_URL"].replace(
        "virtual_host=0", f"virtual_host={number}"
    )
    os.environ.pop("DATABASE_URL", None)
    if part == "postgresql":
        os.environ["DATABASE_URL"] = os.environ["TEST_POSTGRESQL_URL"]

from config.languages import NAMES  # noqa: E402
from config.settings import *  # noqa: E402, F403
from config.settings import DATABASES  # noqa: E402

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A real file: in memory, connections would share a cache and lock each other out.
    DATABASES["default"]["TEST"] = {
        "NAME": os.path.join(tempfile.gettempdir(), f"stoneage-{os.getpid()}.sqlite3")
    }

# What readers of several languages see is tested before their catalogues are there.
LANGUAGES = NAMES

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
