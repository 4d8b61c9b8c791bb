"""`export_user`: everything that is stored about a user, in one file."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.core.serializers.json import DjangoJSONEncoder

from games.models import User
from games.now import database_now
from games.privacy.own_data import collect_own_data


class Command(BaseCommand):
    help = (
        "Write everything that is stored about a user as JSON, the same file that they "
        "can download themselves. Give it to nobody but them. Banned users have a "
        "right to it, too."
    )
    requires_system_checks = ()  # the start of the service ran them

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", help="the address of the person")

    def handle(self, *args: Any, email: str, **options: Any) -> None:
        data = collect_own_data(find_person(email), database_now())
        text = json.dumps(data, cls=DjangoJSONEncoder, indent=2, ensure_ascii=False)
        self.stdout.write(text)


def find_person(email: str) -> User:
    """Raise CommandError if there is none."""
    user = User.objects.filter(email=email.strip().lower()).first()
    if user is None:
        raise CommandError(f"Nobody here has the address {email}.")
    return user
