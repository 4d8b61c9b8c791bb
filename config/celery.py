"""The Celery app: `celery -A config.celery worker`, `celery -A config.celery beat`."""

import os
import warnings
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from celery import Celery
from celery.exceptions import SecurityWarning
from celery.signals import setup_logging, worker_init, worker_process_init
from kombu.exceptions import OperationalError

from config.garbage_collection import collect_rarely

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# Celery warns of root because a pickled message could run anything. Ours are JSON.
warnings.filterwarnings("ignore", category=SecurityWarning)

app = Celery("stoneage")
app.config_from_object("config.celery_settings")
app.autodiscover_tasks()
app.steps["worker"].add("config.celery_watchdog:Watchdog")


@worker_init.connect
def refuse_without_migrations(**_: Any) -> None:
    """End a worker that lacks tables by one sentence, not by an error at each sweep."""
    from django.db import DatabaseError, connections

    from config.checks import WHAT_TO_DO, lacks_migrations

    with suppress(DatabaseError):  # it is away, and will come back
        if lacks_migrations():
            raise SystemExit(WHAT_TO_DO)
    connections.close_all()


@worker_process_init.connect
def spare_collections(**_: Any) -> None:
    """Let a process that works off calls collect garbage as rarely as the web does."""
    collect_rarely()


@setup_logging.connect
def keep_django_logging(**_: Any) -> None:
    """Keep Django's LOGGING: Celery sets up none where this signal has a receiver."""


class BrokerSilent(Exception):
    """The broker is away, frozen, or refuses."""


def calls_waiting(queues: Iterable[str]) -> dict[str, int]:
    """Return how many calls wait in each of these queues; raise BrokerSilent."""
    with app.connection_for_write() as connection:
        silent: tuple[type[BaseException], ...] = (
            OperationalError,
            *connection.connection_errors,
            *connection.channel_errors,
        )
        try:
            connection.ensure_connection(max_retries=1, timeout=1)
            channel: Any = connection.default_channel
            declared = [channel.queue_declare(queue=name) for name in queues]
        except silent as error:
            raise BrokerSilent from error
        return {each.queue: each.message_count for each in declared}
