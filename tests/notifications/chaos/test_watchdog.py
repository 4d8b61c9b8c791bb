"""A real worker that no longer receives calls."""

import sys
from pathlib import Path

import pytest

from config.celery_watchdog import FAILURE
from config.launcher import programs
from notifications.outbox.rows import SENDING
from tests.harness.servers import broker
from tests.notifications.chaos.worker_pool import WorkerPool
from tests.support.waiting import wait_for

pytestmark = [pytest.mark.only_on("sqlite"), pytest.mark.django_db(transaction=True)]

#: Celery's own program, with short pauses and slots that are never free.
DEAF = """
import sys
from kombu.transport.virtual import QoS
from celery.__main__ import main
from config import celery_watchdog

QoS.can_consume = lambda self: False
celery_watchdog.PAUSE, celery_watchdog.PATIENCE = 0.1, 2
sys.argv[0] = "celery"
main()
"""


def test_worker_without_calls_stops_and_can_be_restarted(tmp_path: Path) -> None:
    worker = programs.worker()
    _python, _m, _celery, *options = worker.command
    worker.command = [sys.executable, "-c", DEAF, *options]
    with broker(tmp_path) as own:
        hands = WorkerPool(tmp_path, own.url, mail_port=1, workers=[worker])
        hands.publisher.send_task(SENDING.task)
        worker.start()
        process = worker.process
        assert process is not None
        try:
            wait_for(lambda: process.poll() is not None)
        finally:
            worker.stop(lambda: True)
    assert process.returncode == FAILURE
    assert "1 calls wait, but this worker has taken none" in hands.log.read_text()
