"""System checks: settings that fit together, and tables that exist."""

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from anymail.checks import check_deprecated_settings, check_insecure_settings
from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, Info, Tags, Warning
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.http.request import split_domain_port, validate_host

from config.tables import find_differences
from notifications.push import private_key
from stoneage_core.cryptography.beacon import has_library

#: In characters.
SHORTEST_KEY = 32

#: In deploy/stoneage.env.example and in the documents.
EXAMPLE_HOST = "stoneage.example"
WHAT_TO_DO = "The database lacks migrations: run `python manage.py migrate`."
TABLES_DIFFER = "The tables of the database do not fit this version: {}"
TABLES_HINT = (
    "If a newer version has used this database, run that one. Otherwise restore a "
    "backup, or add what is missing: `python manage.py sqlmigrate APP MIGRATION` shows "
    "the statements of a migration."
)
#: How many differences of the tables are named.
MOST_NAMED = 10

#: The first version with RETURNING.
OLDEST_SQLITE = (3, 35)
PRAGMAS = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}

# Anymail's checks concern settings too; `up` runs checks by this tag.
for check in (check_deprecated_settings, check_insecure_settings):
    checks.register(check, Tags.security)


@checks.register(Tags.security)
def check_site(**_: Any) -> Iterable[CheckMessage]:
    """
    Check DEBUG, SECRET_KEY, SITE_URL and ALLOWED_HOSTS.

    DEBUG pages show settings and paths to everybody; all processes of a public site
    must share its key; every link in a mail starts with SITE_URL.
    """
    public = f"SITE_URL is the public {settings.SITE_URL}"
    if settings.DEBUG and not settings.SITE_IS_LOCAL:
        yield Error(
            f"DEBUG is on, and {public}.", hint="Unset DEBUG.", id="config.E001"
        )
    if not settings.SITE_IS_LOCAL and not settings.SECRET_KEY_IS_GIVEN:
        yield Error(
            f"{public}, and SECRET_KEY is not set.",
            hint="Set SECRET_KEY to a long random text, the same for all processes.",
            id="config.E002",
        )
    elif not settings.SITE_IS_LOCAL and len(settings.SECRET_KEY) < SHORTEST_KEY:
        yield Error(
            f"SECRET_KEY has only {len(settings.SECRET_KEY)} characters, and {public}: "
            "it can be guessed.",
            hint="Set it to a long random text: openssl rand -hex 32.",
            id="config.E017",
        )
    if not settings.SITE_IS_LOCAL and not settings.SITE_IS_SECURE:
        yield Warning(
            f"{public}: links are sent unencrypted.",
            hint="Serve the site over https.",
            id="config.W001",
        )
    host, _port = split_domain_port(urlsplit(settings.SITE_URL).netloc)
    if host == EXAMPLE_HOST:
        yield Warning(
            f"SITE_URL still has the example’s address {host}.",
            hint="Links in emails begin with SITE_URL: write your own.",
            id="config.W014",
        )
    if host and not validate_host(host, settings.ALLOWED_HOSTS):
        yield Error(
            f"ALLOWED_HOSTS lacks {host}, the host of SITE_URL: no page can be opened.",
            hint=f"Add {host} to ALLOWED_HOSTS, or unset it.",
            id="config.E018",
        )


@checks.register(Tags.security)
def check_webhooks(**_: Any) -> Iterable[CheckMessage]:
    """Check that strangers cannot have a public site call its own machine."""
    if settings.WEBHOOK_LOOPBACK and not settings.SITE_IS_LOCAL:
        yield Error(
            f"WEBHOOK_LOOPBACK is on, and SITE_URL is the public {settings.SITE_URL}.",
            hint="Unset WEBHOOK_LOOPBACK.",
            id="config.E015",
        )


@checks.register(Tags.security)
def check_mailbox(**_: Any) -> Iterable[CheckMessage]:
    """Check that MAILBOX, which shows everybody's links, is off on a public site."""
    if settings.MAILBOX and not settings.SITE_IS_LOCAL:
        yield Error(
            f"MAILBOX is on, and SITE_URL is the public {settings.SITE_URL}.",
            hint="Unset MAILBOX.",
            id="config.E003",
        )
    if settings.MAILBOX and settings.SECURE_PROXY_SSL_HEADER:
        yield Error(
            f"MAILBOX is on behind a proxy, and SITE_URL is {settings.SITE_URL}.",
            hint="Set SITE_URL to the public address, and EMAIL_URL.",
            id="config.E008",
        )
    if settings.EMAIL_URL.startswith("mailbox:") and not settings.SITE_IS_LOCAL:
        yield Error(
            f"SITE_URL is the public {settings.SITE_URL}, but mails are not sent.",
            hint="Set EMAIL_URL, for example smtp+tls://user:password@host:587, "
            "or EMAIL_BACKEND.",
            id="config.E004",
        )


@checks.register(Tags.security)
def check_web_server(**_: Any) -> Iterable[CheckMessage]:
    """Check that a proxy handles TLS if pages are redirected to https."""
    if settings.SECURE_SSL_REDIRECT and not settings.SECURE_PROXY_SSL_HEADER:
        yield Error(
            "SSL_REDIRECT is on without BEHIND_PROXY: every page redirects to itself.",
            hint="Set BEHIND_PROXY=on, and let the proxy set X-Forwarded-Proto.",
            id="config.E009",
        )


@checks.register(Tags.security)
def check_push_key(**_: Any) -> Iterable[CheckMessage]:
    """Check VAPID_PRIVATE_KEY, which identifies us to push services."""
    if not settings.VAPID_PRIVATE_KEY:
        return
    try:
        private_key(settings.VAPID_PRIVATE_KEY)
    except ValueError:
        yield Error(
            "VAPID_PRIVATE_KEY is not a valid key: no browser could be notified.",
            hint="Set it to 32 random bytes in URL-safe base64, or unset it.",
            id="config.E011",
        )


@checks.register(Tags.security)
def check_beacon_url(**_: Any) -> Iterable[CheckMessage]:
    """Check BEACON_URL, from which verified randomness for dice is fetched."""
    if settings.BEACON_URL and not has_library():
        yield Error(
            "BEACON_URL is set, but the library pyblst is missing.",
            hint="Install it, or unset BEACON_URL.",
            id="config.E014",
        )


@checks.register(Tags.security)
def check_receive_at(**_: Any) -> Iterable[CheckMessage]:
    """Check RECEIVE_AT: the listener trusts the mail server in front of it."""
    host = settings.RECEIVE_AT.rpartition(":")[0]
    is_open = settings.REPLY_TO and settings.RECEIVE_AT
    if is_open and host not in settings.LOOPBACK_HOSTS:
        yield Warning(
            f"RECEIVE_AT is {settings.RECEIVE_AT}, which other machines may reach.",
            hint="Put a mail server in front of it; see docs/mail-setup.md.",
            id="config.W003",
        )


@checks.register(Tags.security)
def check_reply_to(**_: Any) -> Iterable[CheckMessage]:
    """Check that mails invite replies if a provider delivers them."""
    if settings.ANYMAIL.get("WEBHOOK_SECRET") and not settings.REPLY_TO:
        yield Info(
            "A provider delivers mails, but REPLY_TO is not set: nobody can reply.",
            hint="Set it to an address at the receiving host, for example "
            f"play@{settings.SITE_HOST}.",
            id="config.I002",
        )


@checks.register(Tags.database)
def check_sqlite(databases: Sequence[str] | None, **_: Any) -> Iterable[CheckMessage]:
    """
    Check SQLite's version and settings.

    SQLite ignores misplaced options silently, and a version that is too old would fail
    at the first move.
    """
    for alias in databases or []:
        if connections[alias].vendor != "sqlite":
            continue
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            yield Error(
                f"Python’s SQLite is {sqlite3.sqlite_version}, which is too old.",
                hint="Use a Python with SQLite 3.35 or newer, or PostgreSQL.",
                id="config.E013",
            )
        for pragma, wanted in PRAGMAS.items():
            with connections[alias].cursor() as cursor:
                cursor.execute(f"PRAGMA {pragma}")
                (found,) = cursor.fetchone()
            if found != wanted:
                yield Error(
                    f"SQLite runs with {pragma}={found!r} instead of {wanted!r}.",
                    hint="Network file systems fail; move VAR_DIR to a local disk.",
                    id="config.E006",
                )


@checks.register(Tags.database)
def check_tables(databases: Sequence[str] | None, **_: Any) -> Iterable[CheckMessage]:
    """
    Check that the tables are those of the models, if no migration is missing.

    `migrate` runs this check before it begins. A database that does not answer is
    checked when the service's processes find it again.
    """
    if DEFAULT_DB_ALIAS in (databases or []):
        with suppress(DatabaseError):
            if not lacks_migrations() and (reason := describe_tables()):
                yield Error(reason, hint=TABLES_HINT, id="config.E016")


class _Checked:
    """Caches what was right about the database."""

    migrations = False
    tables = False


def forget_database() -> None:
    """Check migrations and tables again, because the database may be another one."""
    _Checked.migrations = _Checked.tables = False


def lacks_migrations() -> bool:
    """Return whether migrations are missing; raise DatabaseError without a database."""
    if not _Checked.migrations:
        executor = MigrationExecutor(connection)
        targets = executor.loader.graph.leaf_nodes()
        _Checked.migrations = not executor.migration_plan(targets)
    return not _Checked.migrations


def describe_tables() -> str:
    """
    Return in which ways the tables differ from the models, or ''.

    Raises DatabaseError without a database.
    """
    if _Checked.tables:
        return ""
    found = find_differences(connection)
    _Checked.tables = not found
    if len(found) > MOST_NAMED:
        found[MOST_NAMED:] = [f"And {len(found) - MOST_NAMED} more."]
    return TABLES_DIFFER.format(" ".join(found)) if found else ""
