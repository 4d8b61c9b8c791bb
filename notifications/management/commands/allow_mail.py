"""`manage.py allow_mail`: write again to a recipient who forbade it, link lost."""

from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from games.people.recipients import hashes_of
from notifications.preferences import suppression


class Command(BaseCommand):
    help = (
        "Send emails again to an address whose reader told us never to write again. "
        "Make sure that the reader asks for it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("address", help="the email address, in any spelling")

    def handle(self, *, address: str, **options: Any) -> None:
        if not suppression.lift(hashes_of(address)):
            raise CommandError("Nobody told us not to write to this address.")
        self.stdout.write("This address can get emails again.")
