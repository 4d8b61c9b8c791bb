"""`keep_house`: apply all retention periods, as the service does."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games import housekeeping as of_games
from games.housekeeping import keep_periods
from games.now import database_now
from notifications import housekeeping as of_mails


class Command(BaseCommand):
    help = (
        "Archive games that ended long ago, and delete data whose retention period is "
        "over: docs/operating.md has the list. The service does this every "
        "ten minutes."
    )
    requires_system_checks = ()  # the start of the service ran them

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--seconds",
            type=float,
            default=3600.0,
            help="begin nothing more after this many seconds; an hour by default",
        )

    def handle(self, *args: Any, seconds: float, **options: Any) -> None:
        periods = (*of_games.PERIODS, *of_mails.PERIODS)
        for what, count in keep_periods(periods, database_now, seconds=seconds):
            self.stdout.write(f"{what}: {count}")
