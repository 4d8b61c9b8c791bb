"""The context of log lines: in which request, or which task, each was written."""

import logging
import re
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any
from uuid import uuid4

from celery import signals
from django.http import HttpRequest, HttpResponse

#: What this thread is at: `{"request": …}`, or `{"task": …, "task_id": …}`.
current: ContextVar[dict[str, str] | None] = ContextVar("current", default=None)

HEADER = "X-Request-ID"
#: What a proxy may call a request; anything else is named anew.
REQUEST_ID = re.compile(r"[\w.-]{8,64}", re.ASCII)


class RequestIdMiddleware:
    """Names a request as the proxy did, or anew, in log lines and in the answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get(HEADER, "")
        name = given if REQUEST_ID.fullmatch(given) else uuid4().hex
        token = current.set({"request": name})
        try:
            response = self.get_response(request)
        finally:
            current.reset(token)
        response.headers[HEADER] = name
        return response


@signals.task_prerun.connect
def enter_task(task_id: str, task: Any, **_: Any) -> None:
    current.set({"task": task.name, "task_id": task_id})


@signals.task_postrun.connect
def leave_task(**_: Any) -> None:
    current.set(None)


class ContextFilter(logging.Filter):
    """Puts the context into each line, and drops none."""

    def filter(self, record: logging.LogRecord) -> bool:
        for name, value in (current.get() or {}).items():
            setattr(record, name, value)
        return True
