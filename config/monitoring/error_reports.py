"""Reporting errors to a server with Sentry's protocol, if one is configured."""

from typing import Any

import sentry_sdk
from sentry_sdk.integrations.celery import CeleryIntegration
from sentry_sdk.integrations.django import DjangoIntegration

from config.monitoring.log_lines import current, redact
from config.monitoring.outages import part_of


def start(dsn: str) -> None:
    """
    Start reporting logged errors with their tracebacks.

    No cookies, bodies, headers, local variables or users are sent, and no traces of
    successful requests.
    """
    sentry_sdk.init(
        dsn=dsn,
        integrations=[DjangoIntegration(), CeleryIntegration()],
        auto_enabling_integrations=False,
        before_send=clean_report,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
    )


def clean_report(event: Any, hint: dict[str, Any]) -> Any:
    """
    Return the report without private data, and with its request.

    Returns None for a failure during an outage, which is reported only once.
    """
    _kind, error, _traceback = hint.get("exc_info") or (None, None, None)
    if part_of(error) or getattr(hint.get("log_record"), "is_folded", False):
        return None
    request = event.get("request", {})
    for name in ("cookies", "data", "env", "headers", "query_string"):
        request.pop(name, None)
    event.pop("user", None)
    event["tags"] = {**event.get("tags", {}), **(current.get() or {})}
    return _redacted(event)


def _redacted(value: Any) -> Any:
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, dict):
        return {key: _redacted(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_redacted(each) for each in value]
    return value
