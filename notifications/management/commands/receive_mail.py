"""`manage.py receive_mail`: store one mail from standard input."""

import os
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from games.limits import TooMany
from games.now import database_now
from notifications.inbox.store import MailTooLarge, UnknownRecipient, receive_mail
from notifications.models import Channel


class Command(BaseCommand):
    help = (
        "Store one mail from standard input. The exit code is from sysexits.h: 0 "
        "stored, 65 too large, 67 unknown recipient, 75 try again later."
    )
    requires_system_checks = ()  # the start of the service ran them

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--recipient",
            action="append",
            required=True,
            help="the address it was sent to; can be repeated",
        )
        parser.add_argument("--sender", help="the envelope sender; may be ''")

    def handle(
        self, *args: Any, recipient: list[str], sender: str | None, **_: Any
    ) -> None:
        # One byte more than allowed shows that it is too large.
        source = sys.stdin.buffer.read(settings.INCOMING_MAIL_BYTES + 1)
        try:
            receive_mail(
                source,
                channel=Channel.COMMAND,
                recipients=recipient,
                sender=sender,
                is_trusted=settings.LOOPBACK_IS_TRUSTED,
                now=database_now(),
            )
        except MailTooLarge as refused:
            raise CommandError(str(refused), returncode=os.EX_DATAERR) from refused
        except UnknownRecipient as refused:
            raise CommandError(str(refused), returncode=os.EX_NOUSER) from refused
        except (TooMany, DatabaseError) as error:
            sentence = f"The mail could not be stored; please try again: {error}"
            raise CommandError(sentence, returncode=os.EX_TEMPFAIL) from error
