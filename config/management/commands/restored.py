"""`manage.py restored`: say that the database was put back by other means."""

from typing import Any

from django.core.management.base import BaseCommand

from games.match.heartbeat import note_service_restored
from games.now import database_now


class Command(BaseCommand):
    help = (
        "Say that the database was put back from a back-up: all games are told of it, "
        "whoever is waited for is mailed, and the dice are drawn from other seeds. "
        "`restore` does that by itself."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        restoration = note_service_restored(now=database_now())
        self.stdout.write(
            f"Noted: what came after {restoration.back_to} is lost. The next sweep "
            "tells all games."
        )
