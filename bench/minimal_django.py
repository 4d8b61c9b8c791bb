"""Django with only views and a database, for floors and peers over HTTP."""

import os

import django
import environ
from django.conf import settings


def set_up(urlconf: str) -> None:
    """Set Django up for DATABASE_URL, without middleware or apps."""
    settings.configure(
        SECRET_KEY="for benchmarks only",
        ROOT_URLCONF=urlconf,
        ALLOWED_HOSTS=["*"],
        USE_TZ=True,
        LANGUAGES=[("en", "English")],
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        WEB_THREADS=1,
        REQUEST_BYTES=2_500_000,
        LOG_FORMAT="text",
        DATABASES={
            "default": environ.Env.db_url_config(os.environ["DATABASE_URL"])
            | {"CONN_MAX_AGE": None}
        },
    )
    django.setup()
