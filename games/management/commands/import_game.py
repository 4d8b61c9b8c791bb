"""`import_game`: store a finished game from its record."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.errors import Refused
from games.history.importing import import_game
from games.now import database_now


class Command(BaseCommand):
    help = (
        "Check the record of a finished game, and store the game unchanged. "
        "Nothing is stored if anything in it is wrong."
    )
    requires_system_checks = ()  # the start of the service ran them

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        try:
            text = Path(file).read_bytes().decode()
        except (OSError, UnicodeError) as error:
            raise CommandError(f"cannot read {file}: {error}") from error
        try:
            game = import_game(text=text, now=database_now())
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"{game.slug}: {game.version} events.")
