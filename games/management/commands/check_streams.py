"""`check_streams`: do the columns and the chain of hashes still fit the events?"""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games import chain, folds, outages, projections, selectors
from games.event_store import load_records
from games.models import Game
from stoneage_core import CorruptStream

#: What the log does not know: a failed time-out is noted beside it.
_NOT_DERIVED = {"quarantined_at"}


class Command(BaseCommand):
    help = (
        "Replay every game, or those named, compare with the cached state and columns, "
        "and verify the chain of hashes. Exit code 1 where anything differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slugs", nargs="*", metavar="SLUG")

    def handle(self, *args: Any, slugs: list[str], **options: Any) -> None:
        games = Game.objects.order_by("pk")
        if slugs:
            games = games.filter(slug__in=slugs)
        count = wrong = 0
        for pk in games.values_list("pk", flat=True):
            count += 1
            slug, findings = check(pk)
            wrong += bool(findings)
            for finding in findings:
                self.stdout.write(f"{slug}: {finding}")
        if wrong:
            raise CommandError(f"{wrong} of {count} games differ.", returncode=1)
        self.stdout.write(f"{count} checked, all in order.")


@transaction.atomic
def check(game_id: int) -> tuple[str, list[str]]:
    """Return a game's slug and all that is wrong with it, each in a sentence."""
    game = Game.objects.select_for_update(of=("self",)).get(pk=game_id)
    return game.slug, list(_findings(game))


def _findings(game: Game) -> Iterator[str]:
    stored = list(load_records(game))
    broken = chain.first_break(game.slug, stored, version=game.version, head=game.head)
    if broken is not None:
        yield f"the chain breaks at event {broken.sequence}: {broken.reason}"
    try:
        rebuilt = folds.rebuild((record for record, _ in stored), game.clock)
    except CorruptStream as error:
        yield str(error)
        return
    yield from _differences(game, rebuilt)


def _differences(game: Game, rebuilt: folds.Projection) -> Iterator[str]:
    for name, value in projections.game_columns(game, rebuilt).items():
        if name not in _NOT_DERIVED and getattr(game, name) != value:
            yield f"{name} differs from what the events say"
    gone = outages.spans()
    for seat in selectors.seats_of(game):
        for name, value in projections.seat_columns(seat, rebuilt, gone).items():
            put_off = name == "deadline_at" and game.quarantined_at is not None
            if getattr(seat, name) != value and not put_off:
                yield f"{name} of seat {seat.number + 1} differs"
