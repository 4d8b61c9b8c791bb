"""`manage.py serve`: serve only the pages, if each program runs separately."""

from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.db import DEFAULT_DB_ALIAS, connections

from config.launcher import programs
from config.launcher.sockets import (
    FIRST_PORT,
    inherited_listener,
    listen_on,
    require_possible,
)
from config.launcher.supervisor import (
    WRONG_OPTION,
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

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=FIRST_PORT, help="%(default)s")
        parser.add_argument(
            "--host", default="127.0.0.1", help="the address to listen on: %(default)s"
        )

    def get_check_kwargs(self, options: dict[str, Any]) -> dict[str, Any]:
        return super().get_check_kwargs(options) | {"databases": [DEFAULT_DB_ALIAS]}

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        connections.close_all()  # the checks opened one
        supervisor = Supervisor(lambda sentence: self.say(f"serve: {sentence}."))
        try:
            require_possible(host, port)
            supervisor.handle_signals()
            with (
                inherited_listener() or listen_on(host, port) as pages,
                programs.shared_metrics(),
                suppress(StopRequested),
            ):
                for _ in range(settings.WEB_PROCESSES):
                    supervisor.add(programs.web(pages))
                supervisor.run()
        except WrongOption as error:
            raise CommandError(str(error), returncode=WRONG_OPTION) from error
        finally:
            supervisor.stop()
