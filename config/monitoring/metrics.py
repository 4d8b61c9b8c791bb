"""`/metrics`: metrics for Prometheus, measured at each scrape.

The database's figures cover all machines, so scrape one of them.
"""

import os
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Count, Max, QuerySet, Sum
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.metrics_core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    Metric,
)
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from config.monitoring import health
from config.monitoring.request_timing import SECONDS
from games import thinking as thinking
from games.background import attempts
from games.models import Checkpoint, Cosignature, Game, Seat, Status
from games.models.games import SAMPLE_SLUG
from games.now import database_now
from notifications import queries as notifications
from notifications.models import MailStep
from notifications.models.channels import Webhook
from notifications.outbox import delays

HOUR = timedelta(hours=1)
AGES = {
    "last_sweep_seconds": "Age of the last sweep; no value before the first.",
    "oldest_due_mail_seconds": "How long the oldest due email has been waiting.",
    "oldest_due_notification_seconds": "The same for browser notifications.",
    "oldest_due_call_seconds": "The same for calls of webhooks.",
    "oldest_unread_mail_seconds": "Age of the oldest unread incoming email.",
    "oldest_overdue_turn_seconds": "Age of the oldest deadline that has passed.",
    "oldest_unlogged_head_seconds": "Age of the oldest head not in the site’s log.",
}


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return all metrics to clients that know METRICS_TOKEN; 404 if it is not set."""
    if not settings.METRICS_TOKEN:
        raise Http404
    given = request.headers.get("Authorization", "")
    if not constant_time_compare(given, f"Bearer {settings.METRICS_TOKEN}"):
        return HttpResponse(
            "Please send METRICS_TOKEN: “Authorization: Bearer …”.\n",
            content_type="text/plain; charset=utf-8",
            headers={"WWW-Authenticate": "Bearer"},
            status=HTTPStatus.UNAUTHORIZED,
        )
    registry = CollectorRegistry()
    registry.register(ServiceCollector())
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    else:
        registry.register(SECONDS)
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


class ServiceCollector(Collector):
    """Measures broker and database at each scrape, if they answer."""

    def collect(self) -> Iterable[Metric]:
        report = health.measure()
        is_well = not list(health.describe_faults(report))
        yield gauge("healthy", "Whether /healthz answers 200.", is_well)
        yield gauge("broker_up", "Whether the broker answers.", report["broker"])
        yield gauge("database_up", "Whether the database answers.", report["database"])
        if "writable" in report:
            what = "Whether the database can be written to."
            yield gauge("database_writable", what, report["writable"])
        if "mail_server_outage" in report:
            what = "Whether the mail server accepts emails, as far as is known."
            yield gauge("mail_server_up", what, not report["mail_server_outage"])
            what = "Whether the push services accept notifications, as far as is known."
            yield gauge("push_services_up", what, not report["push_outage"])
        waiting = report.get("calls_waiting")
        if isinstance(waiting, dict):
            what = "Calls in the broker that no worker has taken."
            yield gauges("calls_waiting", what, "queue", waiting)
        for name, what in AGES.items():
            if report.get(name) is not None:
                yield gauge(name, what, report[name])
        if report.get("migrated"):
            try:
                yield from count_rows()
            except DatabaseError:
                return


def count_rows() -> Iterator[Metric]:
    """Yield the counts from the database; raise DatabaseError."""
    now = database_now()
    counted = Game.objects.exclude(slug=SAMPLE_SLUG)
    games = dict(counted.values_list("status").annotate(Count("pk")).order_by())
    by_status = {str(status.value): games.get(status, 0) for status in Status}
    yield gauges("games", "Games by status.", "status", by_status)
    what = "Running games in which handling a deadline failed; it is retried."
    yield gauge("games_failed", what, Game.objects.stuck().count())
    frozen = Game.objects.filter(frozen_at__isnull=False, status=Status.ACTIVE)
    yield gauge("games_frozen", "Running games that the staff froze.", frozen.count())
    awaited = Seat.objects.filter(awaited_at__isnull=False)
    yield gauge(
        "seats_awaited", "Decisions that players still have to make.", awaited.count()
    )
    # From the games, because the rows of archived events are deleted.
    events = counted.aggregate(stored=Sum("version"))["stored"]
    yield CounterMetricFamily(
        "stoneage_events", "Events that were stored.", value=events or 0
    )
    yield gauge("mails_open", "Emails to be sent.", delays.open_mails().count())
    what = "Emails that could not be rendered, through a fault of the service."
    yield gauge("mails_unwritable", what, delays.unwritable_mails().count())
    failing = Webhook.objects.filter(failing_since__isnull=False, off_at=None)
    what = "Webhooks whose last call failed."
    yield gauge("webhooks_failing", what, failing.count())
    steps = MailStep.objects.filter(at__gt=now - HOUR).values_list("what")
    what = "What happened to emails within the last hour."
    done = dict(steps.annotate(Count("pk")).order_by())
    yield gauges("mail_steps_last_hour", what, "step", done)
    given_up = notifications.mails_given_up(now - health.DAY).count()
    what = "Incoming emails that were given up within the last day."
    yield gauge("incoming_mails_given_up", what, given_up)
    what = "Background tasks that failed and are retried."
    yield gauge("work_failing", what, attempts.failing(now).count())
    what = "Background tasks that were given up within the last day."
    lost = attempts.given_up(now - health.DAY).count()
    yield gauge("work_given_up", what, lost)
    what = "How long a bot or the coach has kept somebody waiting."
    waited = health.seconds_of(thinking.oldest_age(now))
    yield gauge("oldest_thought_seconds", what, waited)
    yield from log_metrics(now)


def log_metrics(now: datetime) -> Iterator[Metric]:
    """Yield the metrics of the site's log, if there is one."""
    newest = Checkpoint.objects.order_by("-pk").first()
    if newest is None:
        return
    yield gauge("log_entries", "Entries in the site’s log.", newest.size)
    ages = {
        "newest_checkpoint_seconds": newest.made_at,
        "newest_cosignature_seconds": last_of(Cosignature.objects.all(), "signed_at"),
    }
    for name, at in ages.items():
        if at is not None:
            what = f"Age of the {name.removesuffix('_seconds').replace('_', ' ')}."
            yield gauge(name, what, health.seconds_of(now - at))


def last_of(rows: QuerySet[Any], column: str) -> datetime | None:
    """Return the latest time in a column, or None without rows."""
    found: datetime | None = rows.aggregate(last=Max(column))["last"]
    return found


def gauge(name: str, what: str, value: object) -> GaugeMetricFamily:
    """Return a gauge; `value` is a number or a bool."""
    return GaugeMetricFamily(f"stoneage_{name}", what, value=float(value))  # type: ignore[arg-type]


def gauges(
    name: str, what: str, label: str, values: dict[str, int]
) -> GaugeMetricFamily:
    """Return a gauge with a sample for each value of a label."""
    family = GaugeMetricFamily(f"stoneage_{name}", what, labels=[label])
    for each, value in values.items():
        family.add_metric([each], value)
    return family
