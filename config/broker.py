"""What stands in the broker: calls for workers that nobody has taken yet."""

from collections.abc import Iterable
from typing import Any

from celery import current_app
from kombu.exceptions import OperationalError


class BrokerSilent(Exception):
    """It is away, frozen, or refuses."""


def calls_waiting(queues: Iterable[str]) -> int:
    """Return how many calls stand in these queues; raise BrokerSilent."""
    with current_app.connection_for_write() as connection:
        silent: tuple[type[BaseException], ...] = (
            OperationalError,
            *connection.connection_errors,
            *connection.channel_errors,
        )
        try:
            connection.ensure_connection(max_retries=1, timeout=1)
            channel: Any = connection.default_channel
            declared = [channel.queue_declare(queue=name) for name in queues]
        except silent as error:
            raise BrokerSilent from error
        return sum(each.message_count for each in declared)
