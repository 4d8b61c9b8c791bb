"""Request times, as a Prometheus histogram.

The processes of a web server share it through files in PROMETHEUS_MULTIPROC_DIR, which
`up` and `serve` create, so that each of them reports the total.
"""

import time
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from prometheus_client import Histogram

#: In seconds. A page takes tens of milliseconds, a move about ten.
BUCKETS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 3, 10)
SECONDS = Histogram(
    "stoneage_http_request_seconds",
    "Time from a request's last byte to its response.",
    ("page", "method", "status"),
    buckets=BUCKETS,
    registry=None,
)
METHODS = {"GET", "HEAD", "POST"}


class RequestTimingMiddleware:
    """Times each request, labelled with the name of its URL; needs METRICS_TOKEN."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.METRICS_TOKEN:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began_at = time.perf_counter()
        response = self.get_response(request)
        seconds = time.perf_counter() - began_at
        method = request.method if request.method in METHODS else "other"
        status = f"{response.status_code // 100}xx"
        SECONDS.labels(_page_of(request), method, status).observe(seconds)
        return response


def _page_of(request: HttpRequest) -> str:
    """Return the name of the URL, never the path, which may contain a token."""
    match = request.resolver_match
    return match.view_name if match is not None else "none"
