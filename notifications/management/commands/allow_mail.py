"""`manage.py allow_mail`: lift a recipient's block if they have lost the link."""

from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from games.people.recipients import hashes_of
from notifications.preferences import services


class Command(BaseCommand):
    help = (
        "Allow invitations and sign-in links to an address again, after its owner had "
        "blocked them. Make sure that the owner of the address asks for this."
    )
    requires_system_checks = ()  # the start of the service ran them

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("address", help="the email address, in any spelling")

    def handle(self, *, address: str, **options: Any) -> None:
        if not services.lift(hashes_of(address)):
            raise CommandError("Mails to this address are not blocked.")
        self.stdout.write("Mails to this address are allowed again.")
