"""The status of the service in words, on the staff's dashboard and on its own page."""

from collections.abc import Iterator

from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe
from prometheus_client import Metric

from config.monitoring import health
from config.monitoring.metrics import ServiceCollector
from games.moderation.dashboard import CollectSections, DashboardRow, Section
from games.moderation.wizard import render_page
from games.signals import receives
from games.web.reader import reading

#: Metrics that are 1 or 0.
TRUTHS = {
    "stoneage_healthy",
    "stoneage_broker_up",
    "stoneage_database_up",
    "stoneage_database_writable",
    "stoneage_mail_server_up",
    "stoneage_push_services_up",
}


@require_safe
@permission_required("games.view_game", raise_exception=True)
def status_page(request: HttpRequest) -> HttpResponse:
    """Show the staff what /healthz and /metrics show to machines."""
    page = {
        "title": "The service",
        "reasons": list(health.describe_faults(health.measure())),
        "measurements": [
            (family.documentation, list(values_of(family)))
            for family in ServiceCollector().collect()
            if family.samples
        ],
    }
    with reading(request):
        return render_page(request, "admin/service.html", page)


def values_of(family: Metric) -> Iterator[tuple[str, str]]:
    """Yield the label and the value of each sample of a metric: `("celery", "3")`."""
    for sample in family.samples:
        amount = f"{sample.value:,.0f}"
        if family.name in TRUTHS:
            amount = "yes" if sample.value else "no"
        elif family.name.endswith("_seconds"):
            amount = f"{amount} s"
        yield " ".join(sample.labels.values()), amount


@receives(CollectSections)
def collect_service(survey: CollectSections) -> Section:
    """Return the dashboard's section of faults; empty if the service is healthy."""
    address = reverse("service")
    return Section(
        "service",
        "The service",
        "The service is healthy.",
        tuple(
            DashboardRow(reason, address, is_bad=True)
            for reason in health.describe_faults(health.measure())
        ),
        address,
    )
