"""`export_game`: the record of a game in one file, for anybody to check."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.history.export import record_lines
from games.models import Game


class Command(BaseCommand):
    help = (
        "Write the whole record of a game as JSON lines, without personal data. Check "
        "it with `python -m stoneage_core verify FILE`."
    )
    requires_system_checks = ()  # the start of the service ran them

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument(
            "--output", metavar="FILE", help="instead of standard output"
        )

    def handle(self, *args: Any, slug: str, output: str | None, **options: Any) -> None:
        game = Game.objects.filter(slug=slug).first()
        if game is None:
            raise CommandError(f"There is no game {slug}.")
        record = "".join(record_lines(game))
        if output is None:
            self.stdout.write(record, ending="")
            return
        try:
            Path(output).write_bytes(record.encode())
        except OSError as error:
            raise CommandError(f"cannot write {output}: {error}") from error
        self.stdout.write(f"{game.version} events written to {output}.")
