"""Reading the environment: each setting is checked, and a wrong one ends in a sentence.

The sentence names the setting, says what was given, unless that is secret, and what is
right. An empty text counts as not set; only REPLY_TO and RECEIVE_AT are off then.
"""

import os
import re
from collections.abc import Mapping, Sequence
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.validators import validate_email

from notifications.network.smtp_backend import TIMED_SMTP

TRUE, FALSE = {"on", "true", "yes", "1"}, {"off", "false", "no", "0"}
DATABASES = {"postgres", "postgresql", "pgsql", "sqlite"}
BROKERS = {"redis", "rediss", "redis+socket", "sentinel", "memory"}
#: Django's SMTP backend; ours adds a time limit for each mail.
DJANGO_SMTP = "django.core.mail.backends.smtp.EmailBackend"
#: What stands for a password in deploy/stoneage.env.example.
PLACEHOLDER = "PASSWORD"

_HOST = re.compile(r"[\w-]+(\.[\w-]+)*", re.ASCII)
_NAME = re.compile(r"[!-~]+")
_HOST_AND_PORT = re.compile(r"(\[[0-9a-f:.]+\]|[\w.-]+):(\d{1,5})", re.ASCII | re.I)


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


class Environment:
    """Environment variables. Every method raises ImproperlyConfigured for a bad one."""

    def __init__(self, variables: Mapping[str, str] = os.environ) -> None:
        self.variables = variables

    def text(self, name: str, default: str = "") -> str:
        """Return any text, which may be empty."""
        return self.variables.get(name, default).strip()

    def word(self, name: str, default: str = "") -> str:
        """Return printable ASCII without spaces. It may be secret."""
        given = self.text(name) or default
        if given and not _NAME.fullmatch(given):
            raise ImproperlyConfigured(
                f"{name} has spaces or special characters: it must be one word of "
                "letters, digits and signs."
            )
        return given

    def flag(self, name: str, default: bool) -> bool:
        given = self.text(name)
        if not given:
            return default
        if given.lower() not in TRUE | FALSE:
            raise wrong(name, given, "on or off")
        return given.lower() in TRUE

    def whole(
        self, name: str, default: int, *, least: int = 0, most: int | None = None
    ) -> int:
        given = self.text(name)
        try:
            found = int(given) if given else default
        except ValueError:
            found = least - 1
        if found < least or (most is not None and found > most):
            to = f"from {least} on" if most is None else f"from {least} to {most}"
            raise wrong(name, given, f"a whole number {to}")
        return found

    def days(self, name: str, default: float) -> float:
        given = self.text(name)
        try:
            found = float(given) if given else default
        except ValueError:
            found = -1
        if not 0 <= found <= 36_500:  # also not a number, and infinite
            raise wrong(name, given, "a number of days, for example 30")
        return found

    def bounds(self, name: str, default: tuple[int, int]) -> tuple[int, int]:
        """Return two whole numbers, the smaller one first."""
        given = self.text(name)
        if not given:
            return default
        try:
            low, high = (int(part) for part in given.split(","))
        except ValueError:
            low, high = 1, 0
        if not 0 <= low <= high:
            right = "two whole numbers, the smaller one first, for example 150,600"
            raise wrong(name, given, right)
        return low, high

    def choice(self, name: str, default: str, choices: Sequence[str]) -> str:
        given = self.text(name) or default
        if given not in choices:
            raise wrong(name, given, f"{', '.join(choices[:-1])} or {choices[-1]}")
        return given

    def parts(self, name: str, default: Sequence[str] = ()) -> list[str]:
        """Return the parts between commas."""
        given = [part.strip() for part in self.text(name).split(",")]
        return list(filter(None, given)) or list(default)

    def domains(
        self, name: str, default: Sequence[str] = (), *, patterns: bool = False
    ) -> list[str]:
        """
        Return names of hosts, or IP addresses.

        ``patterns`` allows those of Django's ALLOWED_HOSTS: `.stoneage.example`, `*`.
        """
        found = self.parts(name, default)
        for each in found:
            host = each.removeprefix(".") if patterns else each
            is_address = re.fullmatch(r"\[[0-9a-f:.]+\]", each, re.I)
            is_open = patterns and each == "*"
            if not (_HOST.fullmatch(host) or is_address or is_open):
                right = "names of hosts with commas between them, without https://"
                raise wrong(name, each, right)
        return found

    def site(self, name: str, default: str) -> str:
        """Return the address of a site, without a slash at its end."""
        given = (self.text(name) or default).rstrip("/")
        address = split(given)
        if (
            address is None
            or address.scheme not in {"http", "https"}
            or "@" in address.netloc
            or address.path
            or address.query
            or address.fragment
        ):
            right = "an address without a path, for example https://stoneage.example"
            raise wrong(name, given, right)
        return given

    def address(self, name: str, example: str) -> str:
        """Return an http address without a slash at its end, or ''."""
        given = self.text(name).rstrip("/")
        address = split(given)
        if given and (address is None or address.scheme not in {"http", "https"}):
            raise wrong(name, given, f"an address, for example {example}")
        return given

    def email(self, name: str, default: str, *, with_name: bool = False) -> str:
        """Return an email address; with a name if allowed: `Name <x@example.org>`."""
        given = self.text(name)
        if not given:
            return default
        try:
            validate_email(parseaddr(given)[1] if with_name else given)
        except ValidationError as error:
            example = "play@stoneage.example"
            example = f"Stone Age <{example}>" if with_name else example
            right = f"an email address, for example {example}"
            raise wrong(name, given, right) from error
        return given

    def host_and_port(self, name: str, default: str) -> str:
        given = self.text(name, default)
        found = _HOST_AND_PORT.fullmatch(given)
        if given and (found is None or int(found[2]) >= 2**16):
            raise wrong(name, given, "a host and a port, for example 127.0.0.1:2525")
        return given

    def folder(self, name: str) -> Path | None:
        """Return a folder, or None. It may not exist yet."""
        given = self.text(name)
        place = Path(given)
        try:
            is_wrong = place.exists() and not place.is_dir()
        except OSError:
            is_wrong = False  # nobody may look there
        parents = [each for each in place.parents if each.is_file()]
        if given and (is_wrong or parents):
            raise wrong(name, given, "a folder, not a file")
        return place if given else None

    def database(self, default: str) -> dict[str, Any]:
        """Return the settings of DATABASE_URL; errors never quote this secret."""
        name, url = "DATABASE_URL", self.text("DATABASE_URL") or default
        if url.partition(":")[0] not in DATABASES:
            raise ImproperlyConfigured(
                f"{name} names no database: it must be like "
                "postgres://user:password@host/name or sqlite:////path/to/file."
            )
        try:
            found: dict[str, Any] = environ.Env.db_url_config(url)
        except ValueError as error:
            raise unreadable(name, "postgres://user:password@host/name") from error
        if not found["NAME"]:
            raise ImproperlyConfigured(
                f"{name} lacks the name of the database after the last slash."
            )
        refuse_placeholder(name, found.get("PASSWORD"))
        return found

    def broker(self) -> str:
        """Return BROKER_URL, or ''; errors never quote this secret."""
        name, url = "BROKER_URL", self.text("BROKER_URL")
        address = split(url, needs_host=False)
        if url and (address is None or address.scheme not in BROKERS):
            raise unreadable(name, "redis://host:6379/0")
        return url

    def mail_server(self, url: str) -> dict[str, Any]:
        """Return the settings of EMAIL_URL; errors never quote this secret."""
        name, example = "EMAIL_URL", "smtp+tls://user:password@host:587"
        try:
            found: dict[str, Any] = environ.Env.email_url_config(url)
        except (ImproperlyConfigured, ValueError) as error:
            raise unreadable(name, example) from error
        if found["EMAIL_BACKEND"] == DJANGO_SMTP:
            if not found["EMAIL_HOST"]:
                raise unreadable(name, example)
            found["EMAIL_BACKEND"] = TIMED_SMTP
        refuse_placeholder(name, found["EMAIL_HOST_PASSWORD"])
        return found

    def error_reports(self) -> str:
        """Return SENTRY_DSN, or ''; errors never quote its key."""
        dsn = self.text("SENTRY_DSN")
        address = split(dsn)
        if dsn and not (
            address
            and address.scheme in {"http", "https"}
            and address.username
            and address.path.rpartition("/")[2].isdecimal()
        ):
            raise ImproperlyConfigured(
                "SENTRY_DSN is not the address of a project: it must be like "
                "https://KEY@host/1."
            )
        return dsn

    def provider(self) -> dict[str, str]:
        """Return the settings of a mail provider, each from a variable ANYMAIL_…."""
        found = {
            name.removeprefix("ANYMAIL_"): value
            for name, value in self.variables.items()
            if name.startswith("ANYMAIL_")
        }
        user, _, password = found.get("WEBHOOK_SECRET", "-:-").partition(":")
        if not (user and password):
            raise ImproperlyConfigured(
                "ANYMAIL_WEBHOOK_SECRET lacks a part: it must be a name and a long "
                "random text with a colon between them."
            )
        return found


def wrong(name: str, given: str, right: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"{name} is {given!r}: it must be {right}.")


def unreadable(name: str, example: str) -> ImproperlyConfigured:
    """Return the error of an address with a password, which it does not quote."""
    return ImproperlyConfigured(
        f"{name} names no server: it must be like {example}. Write / in a password as "
        "%2F, # as %23, ? as %3F and % as %25."
    )


def refuse_placeholder(name: str, password: str | None) -> None:
    if password == PLACEHOLDER:
        raise ImproperlyConfigured(
            f"{name} still has the example’s password: write your own."
        )


def split(url: str, *, needs_host: bool = True) -> SplitResult | None:
    """Return the parts of an address, or None if it is none."""
    try:
        found = urlsplit(url)
        host, _ = found.hostname, found.port
    except ValueError:
        return None
    return found if found.scheme and (host or not needs_host) else None
