"""`think`: the process that thinks for opponents, the coach and reviews."""

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
from games.background.thinker import AlreadyThinking, only_thinker
from games.now import database_now
from games.tasks import STARTING_WORK
from games.thinking import is_waiting, think_until_idle

#: Added to the niceness: pages, mails and deadlines go first.
NICENESS = 10


class Command(BaseCommand):
    help = (
        "Think for the bots that search, the coach and reviews, until there has been "
        "nothing to do for some minutes. Workers start this command."
    )
    requires_system_checks = ()  # whoever starts it has made them

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--until-closed",
            action="store_true",
            help="also end when standard input is closed",
        )

    def handle(self, *args: Any, until_closed: bool, **options: Any) -> None:
        os.nice(NICENESS)
        # What is being thought about is left as if it had not been begun.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        if until_closed:
            Thread(target=end_when_closed, daemon=True).start()
        try:
            with suppress(AlreadyThinking):
                think()
        except (OperationalError, InterfaceError) as error:
            raise CommandError(f"The database failed: {error}") from error


def think() -> None:
    """Think until idle; begin again if something came in the very last moment."""
    while True:
        with only_thinker() as knocks:
            finish(STARTING_WORK, [WHOLE])
            think_until_idle(knocks)
        if not is_waiting(database_now()):
            return


def end_when_closed() -> None:
    """Ask this process to stop once the one that started it is gone."""
    # Not by `sys.stdin`, whose lock this thread would hold when the interpreter ends.
    while os.read(0, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
