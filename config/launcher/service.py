"""The service from start to stop: directory, broker, database, pages, workers."""

import fcntl
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPResponse
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urlsplit

from django.conf import settings

from config.launcher import programs
from config.launcher.broker import OwnBroker
from config.launcher.sockets import (
    connectable,
    host_and_port_of,
    listen_for_mails,
    listen_for_pages,
)
from config.launcher.supervisor import (
    CannotStart,
    StopRequested,
    Supervisor,
    WrongOption,
)
from config.secret_key import create_keys
from stoneage_core.opponents.compiling import is_compiled

LOCK_FILE = "lock"


def run_service(
    host: str,
    port: int | None,
    *,
    welcome: Callable[[str, str], None],
    say: Callable[[str], None],
) -> None:
    """
    Serve until asked to stop. Raises CannotStart or WrongOption.

    `welcome` is called with the site's address once it answers, and with the address
    that receives mails. `say` reports the progress of the start, and when programs end.
    The programs inherit this process's environment, which is modified.
    """
    directory = settings.VAR_DIR.resolve()
    supervisor = Supervisor(say)
    supervisor.handle_signals()
    with ExitStack() as stack:
        stack.enter_context(suppress(StopRequested))
        stack.enter_context(lock_directory(directory))
        pages = stack.enter_context(listen_for_pages(host, port))
        mails = None
        if settings.REPLY_TO and settings.RECEIVE_AT:
            mails = stack.enter_context(listen_for_mails(settings.RECEIVE_AT))
            os.environ["RECEIVE_AT"] = host_and_port_of(mails)
        site_url = os.environ.get("SITE_URL", "").rstrip("/")
        site_url = site_url or f"http://{host_and_port_of(pages)}"
        os.environ |= {
            "VAR_DIR": str(directory),
            "SITE_URL": site_url,
            "PYTHONUNBUFFERED": "1",
        }
        stack.enter_context(programs.shared_metrics())
        create_keys(directory)
        broker = None if os.environ.get("BROKER_URL") else OwnBroker(directory)
        if broker is not None:
            os.environ["BROKER_URL"] = broker.url
            stack.callback(broker.clean_up)
        loaded, migrated = stack.enter_context(pipe())
        stack.callback(supervisor.stop)
        if broker is not None:
            supervisor.add(broker.program)
        # The pages' code is loaded while the tables are created.
        supervisor.add(programs.web(pages, after=loaded.fileno()))
        tables = programs.tables()
        supervisor.add(tables)
        supervisor.wait_until(
            lambda: tables.exit_code is not None, "preparing the database"
        )
        if tables.exit_code:
            raise CannotStart("The service cannot start; the reason is above.")
        migrated.close()
        if broker is not None:
            supervisor.wait_until(broker.answers, "starting the broker")
        supervisor.wait_until(lambda: answers(pages, site_url), "loading the pages")
        start_others(supervisor, pages, mails)
        welcome(site_url, host_and_port_of(mails) if mails else "")
        if not is_compiled():
            supervisor.add(programs.compilation())
        supervisor.run()


@contextmanager
def pipe() -> Iterator[tuple[BinaryIO, BinaryIO]]:
    """Open a pipe; return its read end and its write end."""
    reading, writing = os.pipe()
    with open(reading, "rb", 0) as read, open(writing, "wb", 0) as write:
        yield read, write


def start_others(
    supervisor: Supervisor, pages: socket.socket, mails: socket.socket | None
) -> None:
    """Start the other programs after the pages answer, so that those load faster."""
    for _ in range(settings.WEB_PROCESSES - 1):
        supervisor.add(programs.web(pages))
    supervisor.add(programs.worker())
    supervisor.add(programs.deadlines())
    if mails is not None:
        supervisor.add(programs.mails(mails))


def answers(pages: socket.socket, site_url: str) -> bool:
    """
    Return whether the web server answers. /healthz would still fail without workers.

    Raises CannotStart if it refuses the request, because waiting would not help.
    """
    connection = HTTPConnection(*connectable(pages), timeout=5)
    try:
        with closing(connection):
            answer = ask_health(connection, site_url)
    except (OSError, HTTPException):
        return False
    if answer.status in (HTTPStatus.OK, HTTPStatus.SERVICE_UNAVAILABLE):
        return True
    raise CannotStart(
        f"{site_url}/healthz answers {answer.status} {answer.reason}. "
        "Do SITE_URL, ALLOWED_HOSTS and BEHIND_PROXY match?"
    )


def ask_health(connection: HTTPConnection, site_url: str) -> HTTPResponse:
    """
    Request /healthz as the site's proxy would, and return the response.

    Raises OSError or HTTPException.
    """
    site = urlsplit(site_url)
    headers = {"Host": site.netloc, "X-Forwarded-Proto": site.scheme}
    connection.request("GET", "/healthz", headers=headers)
    return connection.getresponse()


@contextmanager
def lock_directory(directory: Path) -> Iterator[None]:
    """
    Lock `directory` for this process; the system releases the lock however it ends.

    Two brokers would corrupt each other's files. Raises WrongOption.
    """
    handle = open_lock(directory)
    try:
        require_lock(handle, directory)
        os.ftruncate(handle, 0)
        os.pwrite(handle, str(os.getpid()).encode(), 0)
        yield
    finally:
        os.close(handle)


def open_lock(directory: Path) -> int:
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        return os.open(directory / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise WrongOption(
            f"The directory {directory} cannot be used: {error.strerror}."
        ) from error


def require_lock(handle: int, directory: Path) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        process = os.pread(handle, 20, 0).decode() or "unknown"
        raise WrongOption(
            f"The directory {directory} is in use by another `up` "
            f"(process {process}). Stop that one, or choose another directory: "
            "--var DIR"
        ) from None
