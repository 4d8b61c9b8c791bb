"""`manage.py check`: Django's checks, and whether the mail server lets us in."""

from typing import Any

from django.core.management.commands import check

from games.management.service_command import ServiceCommand
from notifications.doctor.start import require_mail_server


class Command(ServiceCommand, check.Command):
    help = (
        "Check all settings, and log in to the mail server. Exits with 2 if a setting "
        "is wrong."
    )

    def handle(self, *app_labels: Any, **options: Any) -> None:
        super().handle(*app_labels, **options)
        if app_labels or options["tags"] or options["list_tags"]:
            return
        if warning := require_mail_server():
            self.say(warning)
