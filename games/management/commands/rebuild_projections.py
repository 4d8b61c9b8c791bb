"""`rebuild_projections`: compute all read columns again from the events."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from games import clocks
from games.leagues.results import record_league_result
from games.locks import lock_game
from games.log.positions import replay_stream
from games.log.read_model import project, update_seats
from games.log.stream import load_records
from games.log.table_rows import read_seats
from games.management.commands.check_streams import keys_of
from games.models import Game
from games.now import database_now
from games.ratings.rating import rate_games, record_result


class Command(BaseCommand):
    help = (
        "Rebuild the read columns of all games, or of the named ones, from events, "
        "then the ratings of their players and the results of leagues."
    )
    requires_system_checks = ()  # the start of the service ran them

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slugs", nargs="*", metavar="SLUG")

    def handle(self, *args: Any, slugs: list[str], **options: Any) -> None:
        keys = keys_of(Game.objects.all(), slugs)
        for pk in keys:
            rebuild_columns(pk)
        rate_games()
        self.stdout.write(f"{len(keys)} rebuilt.")


@transaction.atomic
def rebuild_columns(game_id: int) -> None:
    """Moves wait for the lock."""
    game = lock_game(game_id)
    records = (record for record, _ in load_records(game))
    after = replay_stream(records)
    changes = project(
        game,
        read_seats(game),
        after,
        outages=clocks.load_outages(),
        now=database_now(),
    )
    update_seats(changes)
    Game.objects.filter(pk=game.pk).update(**changes.game)
    record_result(game, after)
    record_league_result(game, after)
