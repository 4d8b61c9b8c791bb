"""`think`: the process that thinks for bots, the coach and reviews."""

import os
import signal
import sys
from argparse import ArgumentParser
from contextlib import suppress
from threading import Thread
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import InterfaceError, OperationalError

from games.background.attempts import WHOLE, finish
from games.background.thinker import AlreadyThinking, become_thinker
from games.now import database_now
from games.tasks import STARTING_WORK
from games.thinking import is_waiting, think_until_idle

#: Added to the niceness: pages, emails and deadlines have priority.
NICENESS = 10


class Command(BaseCommand):
    help = (
        "Think for the bots that search, the coach and reviews, until nothing has "
        "waited for some minutes. Workers start it automatically."
    )
    requires_system_checks = ()  # the starting worker has run them

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--until-closed",
            action="store_true",
            help="also end when standard input is closed",
        )

    def handle(self, *args: Any, until_closed: bool, **options: Any) -> None:
        os.nice(NICENESS)
        # SystemExit makes unfinished work count as not begun.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        if until_closed:
            Thread(target=end_when_closed, daemon=True).start()
        try:
            with suppress(AlreadyThinking):
                think()
        except (OperationalError, InterfaceError) as error:
            raise CommandError(f"The database failed: {error}") from error


def think() -> None:
    """Start again if work arrived at the very end."""
    while True:
        with become_thinker() as knocks:
            finish(STARTING_WORK, [WHOLE])
            think_until_idle(knocks)
        if not is_waiting(database_now()):
            return


def end_when_closed() -> None:
    """Stop this process when the one that started it is gone."""
    # Not `sys.stdin`, whose lock this thread would hold when the interpreter exits.
    while os.read(0, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
