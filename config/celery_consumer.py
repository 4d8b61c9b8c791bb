"""The part of a worker that takes calls; it waits for a broker that refuses them."""

import time

from celery.worker.consumer import Consumer

#: Seconds between two attempts to take calls from a broker that refuses it.
PAUSE = 2.0


class PatientConsumer(Consumer):
    """
    Pauses before it reconnects to a broker that answers with an error.

    Celery pauses only while it cannot connect. A read-only or full broker accepts each
    connection, so Celery would reconnect many times a second and log each attempt.
    """

    channel_errors: tuple[type[Exception], ...]

    def on_connection_error_after_connected(self, exc: Exception) -> None:
        super().on_connection_error_after_connected(exc)
        if isinstance(exc, self.channel_errors):
            time.sleep(PAUSE)
