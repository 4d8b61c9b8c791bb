"""`python -m config.web --fd FD`: serve the pages on an open socket."""

import argparse
import logging
import os
import resource
import signal
import socket
from collections.abc import Collection
from importlib import import_module
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import Tags
from django.db import DEFAULT_DB_ALIAS, close_old_connections, connections
from django.template import engines
from django.template.backends.django import DjangoTemplates
from django.urls import get_resolver
from django.utils import translation
from django.utils.module_loading import import_string

from config.garbage_collection import collect_rarely
from config.web.server import CONNECTIONS, server_at
from games.management.service_command import ServiceCommand

#: Each client needs a socket, and files for a long request and a long response.
FILES_EACH = 3
#: For the database and the program itself.
OTHER_FILES = 256


def main() -> None:
    options = parse_arguments()
    files = let_open(CONNECTIONS * FILES_EACH + OTHER_FILES)
    application = import_string(options.application)
    ServiceCommand().check(tags=[Tags.security])
    warm_up()
    if options.after is not None:
        os.read(options.after, 1)  # returns when the pipe is closed
    ServiceCommand().check(tags=[Tags.database], databases=[DEFAULT_DB_ALIAS])
    connections.close_all()
    # It would warn whenever a request waits for a thread.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    server = server_at(
        socket.socket(fileno=options.fd),
        application,
        threads=settings.WEB_THREADS,
        longest=settings.REQUEST_BYTES,
        find_news=find_news,
        connections=max(1, min(CONNECTIONS, (files - OTHER_FILES) // FILES_EACH)),
    )
    collect_rarely()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, server.stop)
    server.run()


def find_news(subjects: Collection[Any]) -> Collection[Any]:
    """Return subjects with news, in a thread that serves no requests."""
    close_old_connections()  # as each request does, so that a broken one is replaced
    found: Collection[Any] = import_string("games.live.waiting.find_news")(subjects)
    return found


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m config.web")
    parser.add_argument("--fd", type=int, required=True, help="the socket")
    parser.add_argument("--after", type=int, help="a pipe: serve when it is closed")
    parser.add_argument(
        "application", nargs="?", default="config.wsgi.application", help="%(default)s"
    )
    return parser.parse_args()


def warm_up() -> None:
    """
    Load all URLs with their views, our templates, and every language.

    Django loads them when they are first used. That takes most of a CPU second, and
    several seconds on a busy machine, for which the first player after a restart would
    wait.
    """
    import_module(settings.ROOT_URLCONF)
    get_resolver().reverse_dict.keys()  # this fills the resolver's caches
    for engine in engines.all():
        if isinstance(engine, DjangoTemplates):
            for folder in map(Path, engine.dirs):
                for path in sorted(folder.rglob("*.html")):
                    engine.get_template(str(path.relative_to(folder)))
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            translation.gettext("")


def let_open(wanted: int) -> int:
    """Raise the limit of open files to ``wanted`` if possible; return the new limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):  # macOS has a limit of its own
        return soft
    return wanted


if __name__ == "__main__":
    main()
