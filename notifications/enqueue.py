"""Enqueueing of what sends mails and of what reads them, once there is something."""

from games.debounced_tasks import DebouncedTask

SENDER = "notifications.tasks.send_due_mails"
READER = "notifications.tasks.read_incoming_mails"

_sending, _reading = DebouncedTask(SENDER), DebouncedTask(READER)


def enqueue_sending() -> None:
    """Ask a worker to send what is due; never raise."""
    _sending.enqueue()


def enqueue_reading() -> None:
    """Ask a worker to read what has come in; never raise."""
    _reading.enqueue()
