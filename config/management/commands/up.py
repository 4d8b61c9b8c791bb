"""`manage.py up`: run the whole service on this machine."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.launcher.service import run_service
from config.launcher.sockets import require_possible
from config.launcher.supervisor import WRONG_OPTION, CannotStart, WrongOption


class Command(BaseCommand):
    help = (
        "Run the whole service on this machine: pages, workers, schedule, a listener "
        "for replies and, without BROKER_URL, a broker."
    )
    # The application is not loaded here (config/command_line.py);
    # `config.launcher.database` checks the settings.
    requires_system_checks = ()

    def create_parser(
        self, prog_name: str, subcommand: str, **kwargs: Any
    ) -> CommandParser:
        # No abbreviations, because bootstrap.py also reads --var, before there is a
        # parser.
        return super().create_parser(
            prog_name,
            subcommand,
            allow_abbrev=False,
            usage=f"{prog_name} up [--port PORT] [--host HOST] [--var DIR]",
            **kwargs,
        )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--port", type=int, help="default: the first free one from 8000"
        )
        parser.add_argument(
            "--host", default="127.0.0.1", help="the address to listen on: %(default)s"
        )
        parser.add_argument(
            "--var",
            metavar="DIR",
            help=f"the directory of all data; default: {settings.VAR_DIR}",
        )

    def handle(self, *args: Any, host: str, port: int | None, **options: Any) -> None:
        try:
            require_possible(host, port)
            run_service(host, port, welcome=self.welcome, say=self.say)
        except CannotStart as error:
            code = WRONG_OPTION if isinstance(error, WrongOption) else 1
            raise CommandError(str(error), returncode=code) from error
        self.stdout.write("Stopped.")

    def welcome(self, address: str, mails_at: str) -> None:
        self.stdout.write(f"\nStone Age by Mail is ready. Open\n\n    {address}/\n")
        if settings.MAILBOX:
            self.stdout.write("Its emails are not sent, but shown at /mailbox/.")
        if mails_at:
            self.stdout.write(f"Replies are received by SMTP at {mails_at}.")
            if mails_at != settings.RECEIVE_AT:
                self.stdout.write(f"({settings.RECEIVE_AT} is taken.)")
        self.stdout.write(
            f"All data is in {settings.VAR_DIR}. Ctrl-C stops the service."
        )
        self.stdout.flush()

    def say(self, sentence: str) -> None:
        self.stderr.write(f"up: {sentence}.")
        self.stderr.flush()
