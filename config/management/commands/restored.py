"""`manage.py restored`: say that the database was put back by other means."""

from typing import Any

from django.core.management.base import BaseCommand

from games.match.heartbeat import note_service_restored
from games.now import database_now


class Command(BaseCommand):
    help = (
        "Say that the database was restored by other means than `restore`: all games "
        "are told, players who have to decide get an email, and the dice get new seeds."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        restoration = note_service_restored(now=database_now())
        self.stdout.write(
            f"Noted: what came after {restoration.back_to} is lost. The next sweep "
            "tells all games."
        )
