"""`python -m config.web --fd FD`: serve the pages at a socket that listens already."""

import argparse
import logging
import os
import resource
import signal
import socket
from importlib import import_module
from pathlib import Path

from django.conf import settings
from django.template import engines
from django.template.backends.django import DjangoTemplates
from django.urls import get_resolver
from django.utils import translation
from django.utils.module_loading import import_string

from config.garbage_collection import collect_rarely
from config.web.server import CONNECTIONS, server_at

#: A client needs a socket, and a file each for a long request and a long answer.
FILES_EACH = 3
#: The database, the program itself.
OTHER_FILES = 256


def main() -> None:
    options = parse_arguments()
    files = let_open(CONNECTIONS * FILES_EACH + OTHER_FILES)
    application = import_string(options.application)
    warm_up()
    if options.after is not None:
        os.read(options.after, 1)  # which ends with the pipe
    # It would warn whenever a request waits for a thread.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    server = server_at(
        socket.socket(fileno=options.fd),
        application,
        threads=settings.WEB_THREADS,
        longest=settings.REQUEST_BYTES,
        connections=max(1, min(CONNECTIONS, (files - OTHER_FILES) // FILES_EACH)),
    )
    collect_rarely()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, server.stop)
    server.run()


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
    Load all addresses with their views, our own templates, and every language.

    Django reads them when they are first asked for. That takes most of a second of a
    core, and seconds on a machine that has much to do: whoever came first to a process
    that was just started waited, with a move in hand.
    """
    import_module(settings.ROOT_URLCONF)
    get_resolver().reverse_dict.keys()  # which has to be asked for
    for engine in engines.all():
        if isinstance(engine, DjangoTemplates):
            for folder in map(Path, engine.dirs):
                for path in sorted(folder.rglob("*.html")):
                    engine.get_template(str(path.relative_to(folder)))
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            translation.gettext("")


def let_open(wanted: int) -> int:
    """Let this process open so many files, or as many as it may; return how many."""
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
