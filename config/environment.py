"""Reading the environment: invalid values end in a sentence."""

import os
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

from notifications.network.smtp_backend import TIMED_SMTP

KINDS = {int: "a whole number", float: "a number"}
DATABASES = {"postgres", "postgresql", "pgsql", "sqlite"}
#: Django's SMTP backend; ours adds a time limit for each mail.
DJANGO_SMTP = "django.core.mail.backends.smtp.EmailBackend"


def count_web_processes(database: str) -> int:
    """
    Return the default of WEB_PROCESSES for a database backend: at most 4.

    A core is left to the workers. SQLite is for few players, whom one process serves.
    """
    if database == "django.db.backends.sqlite3":
        return 1
    if hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    else:
        cores = os.cpu_count() or 1
    return min(max(1, cores - 1), 4)


class Environment(environ.Env):  # type: ignore[misc]
    """Raises ImproperlyConfigured, with a sentence, for invalid values."""

    def get_value(
        self,
        var: str,
        cast: Any = None,
        default: Any = environ.Env.NOTSET,
        parse_default: bool = False,
    ) -> Any:
        try:
            return super().get_value(var, cast, default, parse_default)
        except ValueError as error:
            wanted = KINDS.get(cast, "another value")
            raise ImproperlyConfigured(
                f"{var} is {os.environ[var]!r}: it must be {wanted}."
            ) from error

    def read_database(self, default: str) -> dict[str, Any]:
        """Return the settings of DATABASE_URL; errors never quote this secret."""
        scheme = urlsplit(self.str("DATABASE_URL", default=default)).scheme
        if scheme not in DATABASES:
            raise ImproperlyConfigured(
                "DATABASE_URL names no database: it must be like "
                "postgres://user:password@host/name or sqlite:////path/to/file."
            )
        found: dict[str, Any] = self.db_url("DATABASE_URL", default=default)
        if not found["NAME"]:
            raise ImproperlyConfigured(
                "DATABASE_URL lacks the name of the database after the last slash."
            )
        return found

    def read_email(self, url: str) -> dict[str, Any]:
        """Return the settings of EMAIL_URL; errors never quote this secret."""
        try:
            found: dict[str, Any] = self.email_url_config(url)
        except (ImproperlyConfigured, ValueError) as error:
            raise ImproperlyConfigured(
                "EMAIL_URL names no mail server: it must be like "
                "smtp+tls://user:password@host:587."
            ) from error
        if found["EMAIL_BACKEND"] == DJANGO_SMTP:
            found["EMAIL_BACKEND"] = TIMED_SMTP
        return found

    def read_bounds(self, name: str, default: tuple[int, int]) -> tuple[int, int]:
        """Return two whole numbers, the smaller one first."""
        bounds = self.list(name, cast=int, default=list(default))
        if len(bounds) != 2 or not 0 <= bounds[0] <= bounds[1]:
            raise ImproperlyConfigured(
                f"{name} is {os.environ[name]!r}: it must be two whole numbers, "
                "the smaller one first, for example 150,600."
            )
        return bounds[0], bounds[1]

    def read_choice(self, name: str, choices: tuple[str, ...]) -> str:
        """Return one of the choices; the first is the default."""
        found: str = self.str(name, default=choices[0])
        if found not in choices:
            raise ImproperlyConfigured(
                f"{name} is {found!r}: it must be {' or '.join(choices)}."
            )
        return found
