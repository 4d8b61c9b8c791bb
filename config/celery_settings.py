"""Celery's settings: queues, workers, and the beat's schedule.

The database is the queue of record; the broker only wakes the workers and may be wiped
at any time. So there are no acknowledgements, results or countdowns: the next sweep
finds the work of a worker that crashed.
"""

import os
import time
from datetime import UTC, datetime, timedelta

from celery.schedules import schedule
from kombu import Queue

_STARTED_AT, _BEGAN = datetime.now(UTC), time.monotonic()


def steady_now() -> datetime:
    """
    Return the start time of this process plus the time elapsed since.

    Celery's beat compares wall-clock times: after the clock was set back by an hour, it
    would send nothing for an hour.
    """
    return _STARTED_AT + timedelta(seconds=time.monotonic() - _BEGAN)


def every(seconds: float) -> schedule:
    return schedule(seconds, nowfun=steady_now)


broker_url = os.environ.get("BROKER_URL") or "redis://127.0.0.1:6379/0"
broker_connection_retry_on_startup = True
broker_connection_max_retries = None
# A broker that turns read-only or full answers with an error on a good connection.
# Celery would end the worker.
broker_channel_error_retry = True
worker_consumer = "config.celery_consumer:PatientConsumer"
broker_transport_options = {
    "global_keyprefix": "stoneage.",
    # Publishing to a frozen broker must fail quickly, not hang the page.
    "socket_timeout": 1,
    "socket_connect_timeout": 1,
    # A call is removed when it is taken. Otherwise a worker would acknowledge each
    # call, and each failure to do so would cost it a slot.
    "ack_emulation": False,
}
task_publish_retry = False
task_ignore_result = True
# Threads take a fraction of the memory of processes. The watchdog limits the time of a
# task.
worker_pool = "config.celery_threads:ThreadPool"
worker_concurrency = 2
# Deadlines and replies have their own queue and process. A slow mail server holds a
# slot for a minute, and every move sends mails: in one queue, deadlines would wait
# behind them, and alternating between queues helps only once a slot is free. The mail
# worker also takes deadlines while it is idle. Each queue needs a routing key;
# otherwise all would be bound to the same one and get everything. Bots never think in a
# task: see `games.background.thinker`.
task_queues = [
    Queue("celery", routing_key="celery"),
    Queue("deadlines", routing_key="deadlines"),
]
# Replies are moves, and reading them does not contact a mail server either.
task_routes = {
    "games.tasks.sweep_due": {"queue": "deadlines"},
    "notifications.tasks.read_incoming_mails": {"queue": "deadlines"},
    "games.tasks.start_thinking": {"queue": "deadlines"},
}
task_serializer = "json"
accept_content = ["json"]
# A worker whose slots are all busy takes no call, so that an idle worker gets it.
worker_prefetch_multiplier = 1
worker_disable_prefetch = True
# This becomes Celery's default. It stops no task of ours, because the broker no longer
# has it.
worker_cancel_long_running_tasks_on_connection_loss = True
worker_enable_remote_control = False
worker_eta_task_limit = 100
# The beat stores nothing. Several beats do no harm, because sweeps are idempotent.
beat_scheduler = "celery.beat:Scheduler"
beat_schedule = {
    task: {"task": task, "schedule": every(seconds)}
    for task, seconds in {
        "games.tasks.sweep_due": 10,
        "games.tasks.take_beacons": 5,
        "games.tasks.push_checkpoints": 60,
        "games.tasks.start_thinking": 10,
        "games.ratings.rate_games": 10,
        "games.tasks.advance_seasons": 10,
        "notifications.tasks.send_due_mails": 10,
        "notifications.tasks.read_incoming_mails": 10,
        "games.tasks.keep_house": 600,
        "notifications.tasks.keep_house": 600,
    }.items()
}
