"""Celery's settings: queues, workers, and the beat's schedule.

The database is the queue of record, the broker only wakes the workers: it may be wiped
at any moment. Hence no acknowledgement, no results, no countdowns: what a worker that
dies had been called for is found by the next sweep.
"""

import os
import time
from datetime import UTC, datetime, timedelta

from celery.schedules import schedule
from kombu import Queue

_STARTED_AT, _BEGAN = datetime.now(UTC), time.monotonic()


def steady_now() -> datetime:
    """
    Return the moment at which this process started, plus the time since then.

    Celery's beat compares wall clocks: set back by an hour, it would call nobody for an
    hour.
    """
    return _STARTED_AT + timedelta(seconds=time.monotonic() - _BEGAN)


def every(seconds: float) -> schedule:
    return schedule(seconds, nowfun=steady_now)


broker_url = os.environ.get("BROKER_URL", "redis://127.0.0.1:6379/0")
broker_connection_retry_on_startup = True
broker_connection_max_retries = None
broker_transport_options = {
    "global_keyprefix": "stoneage.",
    # Publishing to a frozen broker must fail, not hang the page.
    "socket_timeout": 1,
    "socket_connect_timeout": 1,
    # A call is forgotten where it is taken. Else a worker would tell the broker of
    # each call that it has done, and each failure to do so would cost it a slot.
    "ack_emulation": False,
}
task_publish_retry = False
task_ignore_result = True
task_time_limit = 240
# Two queues, and a process for deadlines alone. A mail server that hesitates at every
# step holds a slot for a minute, and every move calls for mails: in one queue deadlines
# would stand behind them, and taking turns between queues helps only once a slot is
# free. The worker for mails takes deadlines too while it has nothing else to do. Each
# queue names its key: without one all would be bound to the same and get everything.
# Nothing thinks in a task: `games.background.thinker`.
task_queues = [
    Queue("celery", routing_key="celery"),
    Queue("deadlines", routing_key="deadlines"),
]
# Replies are moves: what reads them talks to no mail server either.
task_routes = {
    "games.tasks.sweep_due": {"queue": "deadlines"},
    "notifications.tasks.read_incoming_mails": {"queue": "deadlines"},
    "games.tasks.start_thinking": {"queue": "deadlines"},
}
task_serializer = "json"
accept_content = ["json"]
# Nobody takes a call while all its hands are full: another worker has some free.
worker_prefetch_multiplier = 1
worker_disable_prefetch = True
# What Celery is going to do of itself; of ours, which it has forgotten, it stops none.
worker_cancel_long_running_tasks_on_connection_loss = True
worker_enable_remote_control = False
worker_eta_task_limit = 100
# The beat needs to remember nothing; several at once do no harm: sweeps are idempotent.
beat_scheduler = "celery.beat:Scheduler"
beat_schedule = {
    task: {"task": task, "schedule": every(seconds)}
    for task, seconds in {
        "games.tasks.sweep_due": 10,
        "games.tasks.take_beacons": 5,
        "games.tasks.start_thinking": 10,
        "games.ratings.rate_games": 10,
        "games.tasks.advance_seasons": 10,
        "notifications.tasks.send_due_mails": 10,
        "notifications.tasks.read_incoming_mails": 10,
        "games.tasks.keep_house": 600,
        "notifications.tasks.keep_house": 600,
    }.items()
}
