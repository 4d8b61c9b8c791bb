"""`check_streams`: verify everything that is stored of the games."""

import os
from argparse import ArgumentParser
from collections.abc import Iterator
from datetime import UTC
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.models import QuerySet

from games.history.stream_check import Checked, checked_in_parallel, grown_games
from games.log import stream
from games.models import Game
from games.now import database_now
from games.ratings.rating import rating_findings
from games.transparency.log_check import log_findings

#: An empty database may be a copy that failed.
NOTHING = "There is no game in this database: nothing was checked."
#: The number of games that were checked before. `--all` checks them again.
NOT_GROWN = "{count} more have not grown since their last successful check."
MISRATED = "Ratings are wrong. Run rebuild_projections to compute them again."
_GUARD = "the database would allow changes to stored events."


class Command(BaseCommand):
    help = (
        "Verify the record of every game that has grown since its last successful "
        "check, of all games, or of those named, with its secret seed. "
        "Compare the read columns with the events. Check that the database refuses "
        "changes to stored events, that the site's log matches the games, and with "
        "--all that the ratings match the results. Exit code 1 if anything is "
        "wrong, or if there are no games."
    )
    requires_system_checks = ()  # the start of the service ran them

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slugs", nargs="*", metavar="SLUG")
        parser.add_argument(
            "--all",
            action="store_true",
            dest="everything",
            help="also check games that have not grown since their last check",
        )
        parser.add_argument(
            "--jobs",
            type=int,
            default=os.cpu_count() or 1,
            help="how many processes to use; one for each CPU by default",
        )
        parser.add_argument(
            "--allow-empty",
            action="store_true",
            help="accept a database without games",
        )

    def handle(
        self,
        *args: Any,
        slugs: list[str],
        everything: bool,
        jobs: int,
        allow_empty: bool,
        **options: Any,
    ) -> None:
        games = grown_games() if not (everything or slugs) else Game.objects.all()
        keys, unguarded = (
            keys_of(games, slugs),
            stream.missing_triggers(connection),
        )
        others = Game.objects.count() - len(keys)
        for name in unguarded:
            self.stdout.write(f"The trigger {name} is missing: {_GUARD}")
        broken = [] if slugs else list(log_findings())
        misrated = list(rating_findings()) if everything and not slugs else []
        for finding in broken + misrated:
            self.stdout.write(finding)
        checked = list(self._check(keys, jobs))
        if wrong := sum(bool(each.findings) for each in checked):
            sentence = f"{wrong} of {len(checked)} games differ."
            raise CommandError(sentence, returncode=1)
        if unguarded:
            raise CommandError("Stored events are not protected.", returncode=1)
        if broken:
            raise CommandError("The log of the site has faults.", returncode=1)
        if misrated:
            raise CommandError(MISRATED, returncode=1)
        if not keys and not others and not allow_empty:
            raise CommandError(NOTHING, returncode=1)
        if keys or not others:
            self.stdout.write(_summary(checked) if keys else NOTHING)
        if others and not slugs:
            self.stdout.write(NOT_GROWN.format(count=others))

    def _check(self, keys: list[int], jobs: int) -> Iterator[Checked]:
        in_order = checked_in_parallel(keys, jobs, database_now())
        for number, checked in enumerate(in_order, start=1):
            self._show_progress(f"\r{number} of {len(keys)}")
            for finding in checked.findings:
                self._show_progress("\r")
                self.stdout.write(f"{checked.slug}: {finding}")
            yield checked
        self._show_progress("\n" if keys else "")

    def _show_progress(self, progress: str) -> None:
        if self.stderr.isatty():
            self.stderr.write(progress, ending="", style_func=str)
            self.stderr.flush()


def _summary(checked: list[Checked]) -> str:
    last = f"{max(each.latest for each in checked).astimezone(UTC):%Y-%m-%d %H:%M:%S}"
    events = sum(each.events for each in checked)
    held = f"{len(checked)} checked, with {events} events"
    return f"{held}, the last of {last} UTC: all in order."


def keys_of(games: QuerySet[Game], slugs: list[str]) -> list[int]:
    if slugs:
        games = games.filter(slug__in=slugs)
        missing = set(slugs) - set(games.values_list("slug", flat=True))
        if missing:
            raise CommandError(f"There is no game {', '.join(sorted(missing))}.")
    return list(games.order_by("pk").values_list("pk", flat=True))
