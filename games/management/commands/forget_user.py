"""`forget_user`: the act of deleting a user's account, from the command line."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.errors import Refused
from games.management.commands.export_user import find_person
from games.moderation.action import ActionContext, execute
from games.moderation.actions.accounts import FORGET
from games.now import database_now


class Command(BaseCommand):
    help = (
        "Delete the account of a user, like the act on the desk: they get an email "
        "with the reason, and after APPEAL_DAYS all personal data is deleted."
    )
    requires_system_checks = ()  # the start of the service ran them

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", help="the address of the person")
        parser.add_argument("--by", required=True, help="the address of the moderator")
        parser.add_argument("--reason", required=True, help="the person reads it")

    def handle(
        self, *args: Any, email: str, by: str, reason: str, **options: Any
    ) -> None:
        person, staff, now = find_person(email), find_person(by), database_now()
        context = ActionContext(staff, now, person, {"reason": reason})
        try:
            execute(FORGET, context)
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        person.refresh_from_db()
        self.stdout.write(
            f"The account will be deleted on {person.forget_at:%Y-%m-%d %H:%M} UTC."
        )
