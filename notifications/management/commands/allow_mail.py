"""`manage.py allow_mail`: write again to a recipient who forbade it, link lost."""

from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from games.people.recipients import hashes_of
from notifications.preferences import suppression


class Command(BaseCommand):
    help = (
        "Let an address have invitations and links to sign in again, whose reader had "
        "told us never to write again. Make sure that it is its reader who asks."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("address", help="the e-mail address, in any spelling")

    def handle(self, *, address: str, **options: Any) -> None:
        if not suppression.lift(hashes_of(address)):
            raise CommandError("Nobody ruled mails to this address out.")
        self.stdout.write("This address can have mails again.")
