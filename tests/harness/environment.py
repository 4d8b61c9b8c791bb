"""The environment of processes that tests start."""

import os
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
#: Settings of whoever runs the tests, which a started service does not inherit.
NOT_OURS = {
    *("SITE_URL", "BROKER_URL", "DATABASE_URL", "EMAIL_URL", "SECRET_KEY"),
    *("DJANGO_SETTINGS_MODULE", "MAILBOX", "DEBUG", "ALLOWED_HOSTS"),
    *("EMAIL_BACKEND", "REPLY_TO", "RECEIVE_AT"),
    *("AUTHSERV_ID", "PROVIDER_AUTHSERV_ID"),
    *("VAPID_PRIVATE_KEY", "PUSH_SERVICES"),
}
#: Whole games in minutes: nobody here takes anything back or waits for it, or looks at
#: reviews, which take longer than the games, or at the sample game; one process serves
#: the few visitors.
QUICK = {
    "UNDO_SECONDS": "0",
    "ORDERS_DELAY": "1,2",
    "REVIEW_GAMES": "off",
    "SAMPLE_GAME": "off",
    "WEB_PROCESSES": "1",
}


def environment(**variables: str) -> dict[str, str]:
    """Return the environment of a newcomer who is in a hurry, with these variables."""
    inherited = {k: v for k, v in os.environ.items() if k not in NOT_OURS}
    return inherited | QUICK | variables


@contextmanager
def deaf_port() -> Iterator[int]:
    """Yield a port on which nobody listens until the end of the block."""
    with closing(socket.socket()) as held:
        held.bind(("127.0.0.1", 0))
        yield int(held.getsockname()[1])


def free_port() -> int:
    """Return a port on which nobody listens just now."""
    with deaf_port() as port:
        return port
