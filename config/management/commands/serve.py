"""`manage.py serve`: the pages alone, for where each part runs by itself."""

import os
from contextlib import closing, suppress
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.management.commands.up import WRONG_OPTION
from config.up import WrongOption, programs
from config.up.listener import FIRST_PORT, listen
from config.up.supervisor import AskedToStop, Supervisor


class Command(BaseCommand):
    help = "Serve the pages by WEB_PROCESSES processes, until SIGTERM."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=FIRST_PORT, help="%(default)s")
        parser.add_argument(
            "--host", default="127.0.0.1", help="the address to listen on: %(default)s"
        )

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        supervisor = Supervisor(self.say)
        supervisor.listen_to_signals()
        try:
            with closing(listen(host, port)) as listener, suppress(AskedToStop):
                place = programs.Place(os.environ, settings.BASE_DIR)
                for child in programs.web(place, listener, settings.WEB_PROCESSES):
                    supervisor.add(child)
                supervisor.run()
        except WrongOption as error:
            raise CommandError(str(error), returncode=WRONG_OPTION) from error
        finally:
            supervisor.stop()

    def say(self, sentence: str) -> None:
        self.stderr.write(f"manage.py serve: {sentence}.")
