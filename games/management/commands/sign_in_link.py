"""`sign_in_link`: a way in for the staff and for people whom no email reaches."""

from argparse import ArgumentParser
from typing import Any

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.models import Group
from django.core.management.base import BaseCommand, CommandError

from games.accounts.users import user_for_email
from games.errors import Refused
from games.links.purposes import SIGN_IN_LINK
from games.moderation.rights import has_a_seat
from games.now import database_now
from games.staff_traces import record_rights


class Command(BaseCommand):
    help = (
        "Print a link that signs a person in, once, within half an hour. It makes the "
        "first administrator, and helps if no email arrives or a second factor is "
        "lost. Give it to nobody but the owner of the address."
    )
    requires_system_checks = ()  # the start of the service ran them

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", help="the address of the person")
        parser.add_argument(
            "--superuser", action="store_true", help="give them all rights"
        )
        parser.add_argument(
            "--group", help="make them staff, in Moderators, Auditors or Administrators"
        )
        parser.add_argument(
            "--forget-second-factor",
            action="store_true",
            help="remove their passkeys, authenticator app and recovery codes",
        )

    def handle(
        self,
        *args: Any,
        email: str,
        superuser: bool,
        group: str | None,
        forget_second_factor: bool,
        **options: Any,
    ) -> None:
        now = database_now()
        try:
            user = user_for_email(email=email, now=now)
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        if (superuser or group) and has_a_seat(user):
            raise CommandError(
                "This person has a seat in a game, so they get no rights. Use an "
                "address without games for the staff."
            )
        if superuser or group:
            user.is_staff = True
            user.is_superuser = user.is_superuser or superuser
            user.save(update_fields=["is_staff", "is_superuser"])
        if group:
            found = Group.objects.filter(name=group).first()
            if found is None:
                names = ", ".join(Group.objects.values_list("name", flat=True))
                raise CommandError(f"There is no group {group}. There are: {names}.")
            user.groups.add(found)
        if superuser or group:
            record_rights(by=None, user=user, now=now)
        if forget_second_factor:
            Authenticator.objects.filter(user=user).delete()
        self.stdout.write(SIGN_IN_LINK.url(user, email.strip().lower(), now=now))
        if settings.SITE_IS_LOCAL:
            self.stderr.write(
                f"It begins with SITE_URL, which is {settings.SITE_URL}. If the "
                "service answers at another address or port, set SITE_URL to that."
            )
