"""config/celery_consumer.py: when a worker pauses before it reconnects."""

from types import SimpleNamespace

import pytest
from celery.worker.consumer import Consumer
from redis.exceptions import ConnectionError as Away
from redis.exceptions import OutOfMemoryError, ReadOnlyError, ResponseError

from config import celery_consumer
from config.celery_consumer import PAUSE, PatientConsumer


@pytest.mark.parametrize(
    ("error", "pauses"),
    [
        (ReadOnlyError("You can't write against a read only replica."), [PAUSE]),
        (OutOfMemoryError("command not allowed"), [PAUSE]),
        (Away("Connection refused"), []),  # Celery pauses itself
    ],
)
def test_worker_pauses_if_the_broker_answers_with_an_error(
    error, pauses, monkeypatch
) -> None:
    slept: list[float] = []
    monkeypatch.setattr(celery_consumer.time, "sleep", slept.append)
    monkeypatch.setattr(
        Consumer, "on_connection_error_after_connected", lambda self, exc: None
    )
    worker = SimpleNamespace(channel_errors=(ResponseError,))
    consumer = PatientConsumer.__new__(PatientConsumer)
    consumer.__dict__ |= vars(worker)
    consumer.on_connection_error_after_connected(error)
    assert slept == pauses
