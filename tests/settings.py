"""The settings under test: those of the service, on databases and a VAR_DIR of its own.

`manage.py test` runs the suite on PostgreSQL, and on SQLite besides what differs in
SQL: TEST_DATABASE says which of them this process uses. Without it (plain `pytest`) it
is SQLite, for all tests.
"""

import atexit
import os
import shutil
import tempfile

os.environ["SECRET_KEY"] = "for tests only"
os.environ["VAPID_PRIVATE_KEY"] = "c2VjcmV0IG9mIHRoZSB0ZXN0cywgMzIgYnl0ZXMgISE"
os.environ["BROKER_URL"] = "memory://"
for name in ("SITE_URL", "ALLOWED_HOSTS", "EMAIL_URL", "MAILBOX", "DEBUG"):
    os.environ.pop(name, None)
# The checkout's `var/` holds the keys and games of somebody who tries the service out.
# A process of pytest-xdist ends without cleaning up, so its folder is inside the folder
# of the process that started it, which removes everything when it ends.
os.environ["VAR_DIR"] = tempfile.mkdtemp(
    prefix="stoneage-tests-",
    dir=os.environ["VAR_DIR"] if "PYTEST_XDIST_WORKER" in os.environ else None,
)
atexit.register(shutil.rmtree, os.environ["VAR_DIR"], ignore_errors=True)
# What all processes of a run share: the folder of the one that started the others.
os.environ.setdefault("TESTS_DIR", os.environ["VAR_DIR"])
if database := os.environ.get("TEST_DATABASE"):
    os.environ.pop("DATABASE_URL", None)
    if database == "postgresql":
        os.environ["DATABASE_URL"] = os.environ["TEST_POSTGRESQL_URL"]

from config.languages import NAMES  # noqa: E402
from config.settings import *  # noqa: E402, F403
from config.settings import DATABASES, VAR_DIR  # noqa: E402

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A real file: in memory, connections would share a cache and lock each other out.
    DATABASES["default"]["TEST"] = {"NAME": str(VAR_DIR / "tests.sqlite3")}

# Tests count the games that they make.
SAMPLE_GAME = False

# What readers of several languages see is tested before their catalogues are there.
LANGUAGES = NAMES

# Each browser of a test would list all static files; this finds them when asked for.
WHITENOISE_AUTOREFRESH = True

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
