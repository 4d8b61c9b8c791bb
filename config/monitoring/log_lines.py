"""Log lines: each names the request or the task in which it was written.

Links are keys, so their tokens are redacted. So are email addresses, which mail servers
often repeat in refusals.
"""

import logging
import re
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any
from uuid import uuid4

from celery import signals
from django.http import HttpRequest, HttpResponse
from pythonjsonlogger.json import JsonFormatter

from notifications.redact_tokens import TAGGED

#: The context of this thread: `{"request": …}`, or `{"task": …, "task_id": …}`.
current: ContextVar[dict[str, str] | None] = ContextVar("current", default=None)

HEADER = "X-Request-ID"
#: Request ids that we accept from a proxy; others are replaced.
REQUEST_ID = re.compile(r"[\w.-]{8,64}", re.ASCII)
# The signature at the end of every signed token (base64 of SHA-256), with what it
# signs.
SIGNED = re.compile(r"[\w.%-]+(?:(?::|%3A)[\w.-]+)*(?::|%3A)[\w-]{43}", re.IGNORECASE)
# Whatever follows these words in a URL, signed or not.
AFTER_ROUTE = re.compile(
    r"(/(?:play|invitation|calendar|keep|take-seat|sign-in|address|data|mail|no-mail|pace|replies)/)"
    r"[^/\s\"'?#<>]+"
)
HIDDEN = "[token]"
# Access tokens of the API.
ACCESS_TOKEN = re.compile(r"sabm_[\w-]+")
# Addresses of seats, and all other email addresses.
ADDRESS = re.compile(rf"{TAGGED}|[\w.+-]+@[\w-]+(?:\.[\w-]+)+", re.IGNORECASE)


class RequestIdMiddleware:
    """Gives each request an id, the proxy's or a new one, for log and response."""

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
    """Adds the context to each record; drops none."""

    def filter(self, record: logging.LogRecord) -> bool:
        for name, value in (current.get() or {}).items():
            setattr(record, name, value)
        return True


def redact(text: str) -> str:
    """
    Return `text` without tokens of links and email addresses.

     >>> redact("Not Found: /play/12:0:1tK3mB:abcdef/")
    'Not Found: /play/[token]/'
    """
    text = SIGNED.sub(HIDDEN, AFTER_ROUTE.sub(rf"\1{HIDDEN}", text))
    text = ACCESS_TOKEN.sub(HIDDEN, text)
    return ADDRESS.sub("[address]", text)


class RedactingFormatter(logging.Formatter):
    """Redacts the formatted text: message, arguments and traceback."""

    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record))


class RedactingJsonFormatter(JsonFormatter):
    """One JSON object per line: the message, its ``extra`` and its context."""

    def __init__(self) -> None:
        super().__init__(
            ["levelname", "name", "message"],
            rename_fields={
                "levelname": "level",
                "name": "logger",
                "exc_info": "traceback",
            },
            timestamp="at",
        )

    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record))
