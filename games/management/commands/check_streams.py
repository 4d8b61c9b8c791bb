"""`check_streams`: do the columns and the chain of hashes still fit the events?"""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Game
from games.records.stream_check import check, checked_in_parallel

__all__ = ["Command", "check"]


class Command(BaseCommand):
    help = (
        "Replay every game, or those named, compare with the cached state and columns, "
        "and verify the chain of hashes. Exit code 1 where anything differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slugs", nargs="*", metavar="SLUG")
        parser.add_argument(
            "--jobs",
            type=int,
            default=os.cpu_count() or 1,
            help="how many processes work side by side; one for each CPU by default",
        )

    def handle(self, *args: Any, slugs: list[str], jobs: int, **options: Any) -> None:
        games = Game.objects.order_by("pk")
        if slugs:
            games = games.filter(slug__in=slugs)
        keys = list(games.values_list("pk", flat=True))
        count = wrong = 0
        for slug, findings in checked_in_parallel(keys, jobs):
            count += 1
            wrong += bool(findings)
            self._tell(f"\r{count} of {len(keys)}")
            for finding in findings:
                self._tell("\r")
                self.stdout.write(f"{slug}: {finding}")
        self._tell("\n" if keys else "")
        if wrong:
            raise CommandError(f"{wrong} of {count} games differ.", returncode=1)
        self.stdout.write(f"{count} checked, all in order.")

    def _tell(self, progress: str) -> None:
        """Show how far it has come, to somebody who is watching."""
        if self.stderr.isatty():
            self.stderr.write(progress, ending="", style_func=str)
            self.stderr.flush()
