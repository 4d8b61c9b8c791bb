"""System checks: settings that fit together, and tables that exist."""

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from anymail.checks import check_deprecated_settings, check_insecure_settings
from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, Info, Tags, Warning
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.migrations.executor import MigrationExecutor

from config.tables import find_differences
from notifications.push import private_key
from stoneage_core.cryptography.beacon import has_library
from stoneage_core.time_control import LONGEST_TAKEBACK

#: In seconds. Connecting and TLS may each take this long, besides the time for a mail
#: and its batch. The sum must stay below two minutes, the lease of the outbox.
LONGEST_EMAIL_TIMEOUT = 10

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
    Check DEBUG, SECRET_KEY and SITE_URL.

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
    if not settings.SITE_URL.startswith(("http://", "https://")):
        yield Error(
            f"SITE_URL is {settings.SITE_URL!r}, which is not the address of a site.",
            hint="Set it to something like https://stoneage.example.",
            id="config.E005",
        )
    elif not settings.SITE_IS_LOCAL and not settings.SITE_IS_SECURE:
        yield Warning(
            f"{public}: links are sent unencrypted.",
            hint="Serve the site over https.",
            id="config.W001",
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
    """Check that a proxy handles TLS and that there are web processes."""
    if settings.SECURE_SSL_REDIRECT and not settings.SECURE_PROXY_SSL_HEADER:
        yield Error(
            "SSL_REDIRECT is on without BEHIND_PROXY: every page redirects to itself.",
            hint="Set BEHIND_PROXY=on, and let the proxy set X-Forwarded-Proto.",
            id="config.E009",
        )
    for name in ("WEB_PROCESSES", "WEB_THREADS"):
        if getattr(settings, name) < 1:
            yield Error(
                f"{name} is {getattr(settings, name)}: no request could be answered.",
                hint="Set it to 1 or more.",
                id="config.E010",
            )


@checks.register(Tags.security)
def check_email_timeout(**_: Any) -> Iterable[CheckMessage]:
    """Check EMAIL_TIMEOUT: if sending outlasts the lease, two workers send the mail."""
    if settings.EMAIL_TIMEOUT > LONGEST_EMAIL_TIMEOUT:
        yield Warning(
            f"EMAIL_TIMEOUT is {settings.EMAIL_TIMEOUT} seconds: a slow mail server "
            "may be given a mail twice.",
            hint=f"Set it to {LONGEST_EMAIL_TIMEOUT} or less.",
            id="config.W002",
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
    if not settings.BEACON_URL:
        return
    if not settings.BEACON_URL.startswith(("http://", "https://")):
        yield Error(
            f"BEACON_URL is {settings.BEACON_URL!r}, which is not an address.",
            hint="Set it to a relay of the beacon, like https://api.drand.sh.",
            id="config.E012",
        )
    if not has_library():
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
    """Check that mails invite replies exactly if something receives them."""
    if settings.SITE_IS_LOCAL:
        return
    has_webhook = bool(settings.ANYMAIL.get("WEBHOOK_SECRET"))
    if settings.REPLY_TO and not settings.RECEIVE_AT_IS_GIVEN and not has_webhook:
        yield Info(
            f"Mails invite replies to {settings.REPLY_TO}, but no setting says how "
            "they come in.",
            hint="Set RECEIVE_AT to the address of `receive_mails` (leave it empty if "
            "a pipe delivers them), or ANYMAIL_WEBHOOK_SECRET; see docs/mail-setup.md.",
            id="config.I001",
        )
    if (settings.RECEIVE_AT_IS_GIVEN or has_webhook) and not settings.REPLY_TO:
        yield Info(
            "The service can receive mails, but REPLY_TO is not set: nobody can reply.",
            hint="Set it to an address at the receiving host, for example "
            f"play@{settings.SITE_HOST}.",
            id="config.I002",
        )


@checks.register(Tags.security)
def check_undo_seconds(**_: Any) -> Iterable[CheckMessage]:
    """Check UNDO_SECONDS: auditors reject a later undo as forged."""
    if settings.UNDO_SECONDS > LONGEST_TAKEBACK:
        yield Error(
            f"UNDO_SECONDS is {settings.UNDO_SECONDS}: auditors would reject the "
            "records of games.",
            hint=f"Set it to {LONGEST_TAKEBACK} or less.",
            id="config.E007",
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
