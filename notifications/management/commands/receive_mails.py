"""`manage.py receive_mails`: listen for mails, by SMTP or LMTP."""

import asyncio
import logging
import socket
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from games.management.service_command import ServiceCommand
from notifications.inbox import smtp
from notifications.models import Channel

logger = logging.getLogger(__name__)


class Command(ServiceCommand):
    help = (
        "Listen for replies to our mails until SIGTERM. Run it behind a mail "
        "server, at an address that is not public."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--lmtp", action="store_true", help="use LMTP instead of SMTP"
        )
        parser.add_argument(
            "--at",
            metavar="HOST:PORT",
            default=settings.RECEIVE_AT,
            help="where to listen; default: RECEIVE_AT, %(default)s",
        )
        parser.add_argument(
            "--fd",
            type=int,
            help="the descriptor of a listening socket, as `up` passes it",
        )
        parser.add_argument(
            "--until-idle",
            action="store_true",
            help="also end after ten minutes without a client",
        )

    def handle(
        self,
        *args: Any,
        at: str,
        lmtp: bool,
        fd: int | None,
        until_idle: bool,
        **options: Any,
    ) -> None:
        if not settings.REPLY_TO:
            raise CommandError("REPLY_TO is empty: there is no address to reply to.")
        # It logs every command of every client.
        logging.getLogger("mail.log").setLevel(logging.ERROR)
        listener = socket.socket(fileno=fd) if fd is not None else _listen(at)
        channel = Channel.LMTP if lmtp else Channel.SMTP
        asyncio.run(
            smtp.serve(
                listener,
                channel,
                ready=lambda: self._say(listener, channel),
                until_idle=until_idle,
            )
        )

    def _say(self, listener: socket.socket, channel: Channel) -> None:
        host, port = listener.getsockname()[:2]
        sentence = f"Listening for mails at {host}:{port} ({channel.label})."
        if settings.LOG_FORMAT == "json":
            logger.info(sentence)
        else:
            self.stdout.write(sentence)
            self.stdout.flush()


def _listen(at: str) -> socket.socket:
    host, _, port = at.rpartition(":")
    if not host or not port.isdecimal() or not 0 <= int(port) < 2**16:
        raise CommandError(f"{at!r} is not HOST:PORT.")
    try:
        found = socket.getaddrinfo(host.strip("[]"), int(port))
        return socket.create_server(found[0][4][:2], family=found[0][0])
    except OSError as error:
        raise CommandError(f"Cannot listen at {at}: {error.strerror}.") from error
