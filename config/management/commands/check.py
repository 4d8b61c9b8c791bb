"""`manage.py check`: Django's checks, and whether the servers let us in."""

from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.commands import check
from django.db import DatabaseError, connection

from config.monitoring.health import BROKER_SILENT, measure_broker
from games.management.service_command import ServiceCommand
from notifications.doctor.start import require_mail_server

#: In the answer of a PostgreSQL server that refuses a connection only for now.
FOR_NOW = ("starting up", "shutting down", "recovery mode", "too many")


class Command(ServiceCommand, check.Command):
    help = (
        "Check all settings, and log in to the database and the mail server. Exits "
        "with 2 if a setting is wrong."
    )
    requires_system_checks = ()  # it runs them itself

    def handle(self, *app_labels: Any, **options: Any) -> None:
        super().handle(*app_labels, **options)
        if app_labels or options["tags"] or options["list_tags"]:
            return
        warnings = [require_database(), check_broker(), require_mail_server()]
        for warning in filter(None, warnings):
            self.say(warning)
        if not any(warnings) and options["verbosity"]:
            self.stdout.write("Database, broker and mail server let us in.")


def require_database() -> str:
    """
    Return a warning if no database server answers, or ''.

    Raises ImproperlyConfigured if one answers and refuses us: waiting would not help.
    """
    try:
        connection.ensure_connection()
    except DatabaseError as error:
        _, _, answer = str(error).partition("FATAL:")
        reason = answer.strip().partition("\n")[0]
        if reason and not any(words in reason for words in FOR_NOW):
            sentence = f"DATABASE_URL: the server refuses us: {reason}."
            raise ImproperlyConfigured(sentence) from error
        return f"DATABASE_URL: no database answers: {str(error).strip()}"
    return ""


def check_broker() -> str:
    """Return a warning if the broker does not answer, or ''; `up` has its own."""
    if not settings.BROKER_URL or measure_broker()["broker"]:
        return ""
    return BROKER_SILENT
