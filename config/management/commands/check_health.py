"""`manage.py check_health`: ask our web server for the health of the service."""

import json
from http.client import HTTPConnection, HTTPException
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.launcher.service import ask_health
from config.launcher.supervisor import WRONG_OPTION

DEFAULT = "127.0.0.1:8000"


class Command(BaseCommand):
    help = "Request /healthz of a web server; print any faults and exit with 1."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--at", metavar="HOST:PORT", default=DEFAULT, help="default: %(default)s"
        )

    def handle(self, *args: Any, at: str, **options: Any) -> None:
        host, _, port = at.rpartition(":")
        if not host or not port.isdecimal() or int(port) >= 2**16:
            raise CommandError(f"{at!r} is not HOST:PORT.", returncode=WRONG_OPTION)
        connection = HTTPConnection(host.strip("[]"), int(port), timeout=5)
        try:
            report = json.loads(ask_health(connection, settings.SITE_URL).read())
        except (OSError, HTTPException, ValueError) as error:
            raise CommandError(
                f"There is no web server of ours at {at}: {error}."
            ) from error
        finally:
            connection.close()
        match report:
            case {"healthy": True}:
                self.stdout.write("The service is healthy.")
            case {"healthy": False, "reasons": [*reasons]}:
                raise CommandError(" ".join(map(str, reasons)))
            case _:
                raise CommandError(f"There is no web server of ours at {at}.")
