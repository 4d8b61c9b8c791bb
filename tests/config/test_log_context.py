"""JSON log lines with their request or task."""

import io
import json
import logging

import pytest
from celery import signals

from config.monitoring.log_lines import (
    HEADER,
    ContextFilter,
    RedactingJsonFormatter,
    current,
)


@pytest.fixture
def lines():
    """Log in the format of LOG_FORMAT=json, and return the parsed lines."""
    output = io.StringIO()
    handler = logging.StreamHandler(output)
    handler.addFilter(ContextFilter())
    handler.setFormatter(RedactingJsonFormatter())
    logger = logging.getLogger("tests.json")
    logger.addHandler(handler)
    logger.propagate = False
    yield lambda: [json.loads(line) for line in output.getvalue().splitlines()]
    logger.removeHandler(handler)


def log(message: str, *arguments: object, **extra: object) -> None:
    logging.getLogger("tests.json").error(message, *arguments, extra=extra)


def test_line_contains_the_message_and_extra(lines):
    log("Mail %s was refused: bob@example.org", 7, mail=7, game="abcdefghij")
    (line,) = lines()
    assert line.pop("at")
    assert line == {
        "level": "ERROR",
        "logger": "tests.json",
        "message": "Mail 7 was refused: [address]",
        "mail": 7,
        "game": "abcdefghij",
    }


def test_traceback_is_one_redacted_field(lines):
    try:
        raise ValueError("/play/secret/")
    except ValueError:
        logging.getLogger("tests.json").exception("It failed")
    (line,) = lines()
    assert "ValueError" in line["traceback"]
    assert "secret" not in line["traceback"]


def test_line_contains_its_task(lines):
    class Task:
        name = "games.tasks.sweep_due"

    signals.task_prerun.send(sender=Task, task_id="a1", task=Task, args=(), kwargs={})
    log("In it")
    signals.task_postrun.send(sender=Task, task_id="a1", task=Task)
    log("After it")
    first, second = lines()
    assert (first["task"], first["task_id"]) == ("games.tasks.sweep_due", "a1")
    assert "task" not in second


@pytest.mark.parametrize(
    ("given", "is_kept"),
    [("req-1234.5", True), ("short", False), ("no good\n", False), ("x" * 65, False)],
)
def test_request_keeps_the_id_from_the_proxy(client, given, is_kept):
    answer = client.get("/no-such-page/", headers={HEADER: given})
    assert (answer.headers[HEADER] == given) == is_kept
    assert len(answer.headers[HEADER]) >= 8
    assert current.get() is None
