"""Deadlines never wait behind mails."""

import pytest
from celery import Celery

from config import celery_settings
from config.launcher import programs


@pytest.fixture
def app() -> Celery:
    """An app like the service's, with its own in-memory broker."""
    app = Celery("queues", set_as_current=False)
    app.config_from_object(
        {
            "broker_url": "memory://",
            "task_queues": celery_settings.task_queues,
            "task_routes": celery_settings.task_routes,
        }
    )
    return app


def waiting(app: Celery) -> dict[str, list[str]]:
    """Empty each queue and return its calls."""
    found: dict[str, list[str]] = {}
    with app.connection_for_read() as connection:
        for name, queue in app.amqp.queues.items():
            found[name] = []
            bound = queue(connection.default_channel)
            bound.declare()
            while message := bound.get():
                found[name].append(message.headers["task"])
                message.ack()
    return found


def test_call_goes_only_to_its_own_queue(app):
    waiting(app)
    for entry in ("games.tasks.sweep_due", "notifications.tasks.send_due_mails"):
        app.send_task(entry)
    assert waiting(app) == {
        "celery": ["notifications.tasks.send_due_mails"],
        "deadlines": ["games.tasks.sweep_due"],
    }


def test_replies_do_not_wait_behind_outgoing_mails(app):
    waiting(app)
    app.send_task("notifications.tasks.read_incoming_mails")
    assert waiting(app)["deadlines"] == ["notifications.tasks.read_incoming_mails"]


def test_deadlines_have_a_process_and_another_serves_every_queue():
    alone, every = programs.deadlines().command, programs.worker().command
    assert alone[alone.index("--queues") + 1] == "deadlines"
    assert "--queues" not in every


def test_every_scheduled_task_has_a_served_queue(app):
    served = {queue.name for queue in celery_settings.task_queues}
    for entry in celery_settings.beat_schedule.values():
        route = app.amqp.router.route({}, entry["task"])
        assert route.get("queue", app.amqp.queues["celery"]).name in served
