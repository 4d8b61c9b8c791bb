"""The Celery app: `celery -A config worker`."""

import os
import warnings
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from typing import Any

from celery import Celery
from celery.exceptions import SecurityWarning
from celery.signals import setup_logging, worker_init, worker_ready
from click import Option
from django.core.exceptions import ImproperlyConfigured
from kombu.exceptions import OperationalError
from redis.exceptions import ResponseError

from config.garbage_collection import collect_rarely

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

#: Seconds for which the broker keeps the key whose writing tests it.
PROBE_LASTS = 60

try:
    import_module(os.environ["DJANGO_SETTINGS_MODULE"])
except ImproperlyConfigured as error:  # otherwise Celery prints a traceback
    raise SystemExit(str(error)) from None

# `migrate` has checked the settings. The other checks concern code, and would load
# every view.
os.environ.setdefault("CELERY_SKIP_CHECKS", "yes")
# Celery warns about running as root because pickled messages can run code. Ours are
# JSON.
warnings.filterwarnings("ignore", category=SecurityWarning)

app = Celery("stoneage")
app.config_from_object("config.celery_settings")
app.autodiscover_tasks()
app.steps["worker"] |= {"config.celery_watchdog:Watchdog", "config.celery_threads:Beat"}
app.user_options["worker"].add(
    Option(["--with-beat"], is_flag=True, help="Also send the periodic calls.")
)


@worker_init.connect
def refuse_other_tables(**_: Any) -> None:
    """Stop a worker that lacks tables with one sentence instead of many errors."""
    from django.db import DatabaseError, connections

    from config.checks import WHAT_TO_DO, describe_tables, lacks_migrations

    with suppress(DatabaseError):  # the database is down and will come back
        if reason := WHAT_TO_DO if lacks_migrations() else describe_tables():
            raise SystemExit(reason)
    connections.close_all()


@worker_ready.connect
def spare_collections(**_: Any) -> None:
    """Collect garbage as rarely in workers as in the web server."""
    collect_rarely()


@setup_logging.connect
def keep_django_logging(**_: Any) -> None:
    """Keep Django's LOGGING: with a receiver for this signal, Celery sets up none."""


class BrokerSilent(Exception):
    """The broker is down, frozen, or refuses connections."""


class BrokerRefuses(BrokerSilent):
    """The broker answers, but it is read-only or full; the message is its answer."""


def calls_waiting(queues: Iterable[str]) -> dict[str, int]:
    """
    Return how many calls wait in each of these queues.

    Raises BrokerSilent, also if nothing can be written to the broker.
    """
    with app.connection_for_write() as connection:
        silent: tuple[type[BaseException], ...] = (
            OperationalError,
            *connection.connection_errors,
            *connection.channel_errors,
        )
        try:
            connection.ensure_connection(max_retries=1, timeout=1)
            channel: Any = connection.default_channel
            if connection.transport.driver_type == "redis":
                # Queues can also be read on a replica, or if the memory is full.
                channel.client.set("writable", "", ex=PROBE_LASTS)
            declared = [channel.queue_declare(queue=name) for name in queues]
        except ResponseError as error:
            raise BrokerRefuses(str(error)) from error
        except silent as error:
            raise BrokerSilent from error
        return {each.queue: each.message_count for each in declared}
