"""`manage.py restored`: record that the database was restored by other means."""

from typing import Any

from django.core.management.base import BaseCommand

from games.now import database_now
from games.outages import record_service_restored


class Command(BaseCommand):
    help = (
        "Record that the database was restored from a backup: all games record it, "
        "players whose turn it is get mails, and dice are drawn from new seeds. "
        "`restore` does this already."
    )
    requires_system_checks = ()  # the start of the service ran them

    def handle(self, *args: Any, **options: Any) -> None:
        restoration = record_service_restored(now=database_now())
        self.stdout.write(
            f"Recorded: everything after {restoration.back_to} is lost. The next sweep "
            "records this in all games."
        )
