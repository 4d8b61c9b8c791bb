"""The service from start to stop: broker, database, workers, beat, pages."""

import http.client
import os
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import (
    AbstractContextManager,
    closing,
    contextmanager,
    nullcontext,
    suppress,
)
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from config.secret_key import create_secret_key
from config.up import programs
from config.up.broker import OwnBroker
from config.up.directory import held
from config.up.listener import listen, listen_for_mails
from config.up.supervisor import AskedToStop, Supervisor

PATIENCE = 60.0  # seconds until the broker, or the first page, must be there


@dataclass(frozen=True)
class Options:
    """What the caller chose."""

    folder: Path  # of the project
    directory: Path  # where everything is kept
    host: str
    port: int | None  # None: the first free one
    site_url: str  # "" where the address is to follow the port
    broker_url: str  # "" where we bring our own broker
    web_processes: int
    receive_at: str  # where mails come in, HOST:PORT; "" where nobody can reply


def serve(
    options: Options,
    *,
    migrate: Callable[[], None],
    welcome: Callable[[str, str], None],
    say: Callable[[str], None],
) -> None:
    """Serve until asked to stop; raise CannotStart or WrongOption.

    `migrate` readies the database, `welcome` is called with the address of the site
    once it answers, and where mails come in; `say` reports what happens to programs.
    """
    supervisor = Supervisor(say)
    supervisor.listen_to_signals()
    with (
        held(options.directory),
        closing(listen(options.host, options.port)) as listener,
        door(options.receive_at) as mails,
        suppress(AskedToStop),
    ):
        create_secret_key(options.directory)
        with started(supervisor, options, listener, mails, migrate) as address:
            welcome(address, place_of(mails) if mails else "")
            supervisor.run()


def door(receive_at: str) -> AbstractContextManager[socket.socket | None]:
    """Open the socket to which mails come, if any can."""
    return closing(listen_for_mails(receive_at)) if receive_at else nullcontext()


@contextmanager
def started(
    supervisor: Supervisor,
    options: Options,
    listener: socket.socket,
    mails: socket.socket | None,
    migrate: Callable[[], None],
) -> Iterator[str]:
    """Everything runs within; yields the address of the site."""
    address = options.site_url or address_of(listener)
    environment = os.environ | {
        "VAR_DIR": str(options.directory),
        "SITE_URL": address,
        "PYTHONUNBUFFERED": "1",
    }
    if mails is not None:
        environment["RECEIVE_AT"] = place_of(mails)
    with broker(supervisor, options, environment) as broker_url:
        environment["BROKER_URL"] = broker_url
        try:
            migrate()
            place = programs.Place(environment, options.folder)
            for child in programs.web(place, listener, options.web_processes):
                supervisor.add(child)
            # The first page has the machine to itself; the mails can wait a second.
            supervisor.wait_until(lambda: answers(listener, address), seconds=PATIENCE)
            supervisor.add(programs.worker(place))
            supervisor.add(programs.deadlines(place))
            supervisor.add(programs.beat(place))
            if mails is not None:
                supervisor.add(programs.mails(place, mails))
            yield address
        finally:
            supervisor.stop()


@contextmanager
def broker(
    supervisor: Supervisor, options: Options, environment: Mapping[str, str]
) -> Iterator[str]:
    """Yield the address of the broker; ours starts while the database is readied."""
    if options.broker_url:
        yield options.broker_url
        return
    own = OwnBroker(options.directory, environment)
    try:
        supervisor.add(own.child)
        supervisor.wait_until(own.answers, seconds=PATIENCE)
        yield own.url
    finally:
        own.clean_up()


def address_of(listener: socket.socket) -> str:
    return f"http://{place_of(listener)}"


def place_of(listener: socket.socket) -> str:
    """HOST:PORT."""
    host, port = listener.getsockname()[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def answers(listener: socket.socket, address: str) -> bool:
    """Does the web server answer? It cannot be well yet: nobody works so far."""
    host, port = listener.getsockname()[:2]
    connection = http.client.HTTPConnection(loopback(host), port, timeout=5)
    headers = {
        "Host": urlsplit(address).netloc,
        "X-Forwarded-Proto": urlsplit(address).scheme,
    }
    with closing(connection), suppress(OSError, http.client.HTTPException):
        connection.request("GET", "/healthz", headers=headers)
        return connection.getresponse().status in (
            http.HTTPStatus.OK,
            http.HTTPStatus.SERVICE_UNAVAILABLE,
        )
    return False


def loopback(host: str) -> str:
    """Where to knock at a listener that is open to every network."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
