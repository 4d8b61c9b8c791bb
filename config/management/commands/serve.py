"""`manage.py serve`: serve only the pages, if each program runs separately."""

import os
import socket
from contextlib import suppress
from typing import Any, NoReturn

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.utils.log import configure_logging

from config.launcher import programs
from config.launcher.sockets import (
    FIRST_PORT,
    inherited_listener,
    listen_on,
    require_possible,
)
from config.launcher.supervisor import (
    WRONG_OPTION,
    Program,
    StopRequested,
    Supervisor,
    WrongOption,
)
from games.management.service_command import ServiceCommand


class Command(ServiceCommand):
    help = (
        "Serve the pages with WEB_PROCESSES processes until SIGTERM: at the socket "
        "that systemd passes, or else at HOST and PORT."
    )
    # The application is not loaded here (config/command_line.py); the web processes
    # check the settings.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=FIRST_PORT, help="%(default)s")
        parser.add_argument(
            "--host", default="127.0.0.1", help="the address to listen on: %(default)s"
        )

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        try:
            require_possible(host, port)
            with inherited_listener() or listen_on(host, port) as pages:
                if settings.WEB_PROCESSES <= 1:
                    become(programs.web(pages))
                self.supervise(pages)
        except WrongOption as error:
            raise CommandError(str(error), returncode=WRONG_OPTION) from error

    def supervise(self, pages: socket.socket) -> None:
        if settings.LOG_FORMAT == "json":
            # `django.setup`, which does so otherwise, would load the application.
            configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)
        supervisor = Supervisor(lambda sentence: self.say(f"serve: {sentence}."))
        supervisor.handle_signals()
        try:
            with programs.shared_metrics(), suppress(StopRequested):
                for _ in range(settings.WEB_PROCESSES):
                    supervisor.add(programs.web(pages))
                supervisor.run()
        finally:
            supervisor.stop()


def become(program: Program) -> NoReturn:
    """Run a program in place of this process."""
    for number in program.inherited:
        os.set_inheritable(number, True)
    os.chdir(program.folder)
    os.execv(program.command[0], list(program.command))
