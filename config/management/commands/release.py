"""`manage.py release`: wheel, sdist, changes and bill of materials of this version."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.releasing.release import CannotRelease, write_release


class Command(BaseCommand):
    help = "Build the release of this commit, twice, and compare; publish nothing."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--into",
            metavar="DIR",
            type=Path,
            default=settings.BASE_DIR / "dist",
            help="where the files are written; default: dist/",
        )

    def handle(self, *args: Any, into: Path, **options: Any) -> None:
        try:
            sums = write_release(settings.BASE_DIR, into)
        except CannotRelease as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(
                f"{into} cannot be written: {error.strerror}."
            ) from error
        self.stdout.write(sums, ending="")
        self.stdout.write(f"Built twice, with the same bytes. Everything is in {into}.")
