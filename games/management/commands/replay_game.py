"""`replay_game`: the position of a game, computed from its events."""

from argparse import ArgumentParser
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from games.history.export import log_lines
from games.log.positions import past_events
from games.log.stream import load_stream
from games.log.table_rows import read_seats
from games.models import Game
from games.presentation.text import names_of, say
from stoneage_core import GameState, replay
from stoneage_core.record import codec
from stoneage_core.wording.sentences import describe_event


class Command(BaseCommand):
    help = "Print what happened in a game, and its position, from its events."
    requires_system_checks = ()  # the start of the service ran them

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument(
            "--at", type=int, metavar="N", help="stop after the event with sequence N"
        )
        what = parser.add_mutually_exclusive_group()
        what.add_argument(
            "--quiet", action="store_true", help="print only the position"
        )
        what.add_argument(
            "--log", action="store_true", help="print only the log, as JSON lines"
        )

    def handle(
        self,
        *args: Any,
        slug: str,
        at: int | None,
        quiet: bool,
        log: bool,
        **options: Any,
    ) -> None:
        game = Game.objects.filter(slug=slug).first()
        if game is None:
            raise CommandError(f"There is no game {slug}.")
        at = game.version if at is None else at
        if not 0 <= at <= game.version:
            raise CommandError(f"{slug} has the sequences 1 to {game.version}.")
        if log:
            self.stdout.write("".join(log_lines(game, upto=at)), ending="")
            return
        if not quiet:
            self._write_events(game, at)
        self.stdout.write(_position(replay(load_stream(game, upto=at))))

    def _write_events(self, game: Game, at: int) -> None:
        names = names_of(read_seats(game))
        for number, happened in enumerate(past_events(game, limit=at), start=1):
            sentence = say(describe_event(happened.event), names)
            self.stdout.write(f"{number:5} {sentence}")


def _position(state: GameState) -> str:
    text = msgspec.json.format(codec.encode_state(state), indent=2)
    return text.decode()
