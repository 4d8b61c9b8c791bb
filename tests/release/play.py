"""One half of a game, played by the code of the folder that this is run in.

    python -m tests.release.play begin RECORD
    python -m tests.release.play finish RECORD

``begin`` creates a game and plays until a tribe has gone hungry. ``finish`` sweeps
once, as the service does after a release, and plays to the end. Both write the game's
record.
"""

import sys
from pathlib import Path
from random import Random
from unittest.mock import patch

import django
from django.core.management import call_command

#: A game in which tribes go hungry in either half.
SEED = 2


def begin() -> None:
    from games.lobby.new_games import create_game
    from games.models import User
    from games.now import database_now
    from games.seats.invitations import accept_seat
    from stoneage_core.terms import Terms

    call_command("migrate", verbosity=0)
    people = [
        User.objects.create_user(f"{name}@example.org", name=name.title())
        for name in ("alice", "bob")
    ]
    with patch("secrets.token_bytes", Random(SEED).randbytes):
        game = create_game(
            host=people[0], players=people, terms=Terms(2), now=database_now()
        )
    accept_seat(seat=game.seats.get(number=1), now=database_now())
    _play(until_hunger=True)


def finish() -> None:
    from games.tasks import sweep_due

    sweep_due()
    _play(until_hunger=False)


def _play(*, until_hunger: bool) -> None:
    """Play as autopilot advises, but go hungry whenever that is allowed."""
    from games.log.positions import state_of
    from games.models import Game
    from games.models.games import SAMPLE_SLUG
    from games.now import database_now
    from games.table.submit import submit_command
    from stoneage_core import autopilot, awaited
    from stoneage_core.commands import GoHungry
    from stoneage_core.events.feeding import TribeStarved

    game = Game.objects.exclude(slug=SAMPLE_SLUG).get()
    seats = list(game.seats.select_related("game").order_by("number"))
    while waiting := sorted(awaited(state := state_of(game))):
        player = waiting[0]
        choice = GoHungry() if state.owing[player] else autopilot.choose(state, player)
        submitted = submit_command(
            seat=seats[player],
            command=choice,
            expected_version=game.version,
            request_id=None,
            now=database_now(),
        )
        game = submitted.game
        starved = any(isinstance(each, TribeStarved) for each in submitted.events)
        if until_hunger and starved:
            break


def write_record(path: Path) -> None:
    from games.history.export import record_lines_of
    from games.log.stream import load_records
    from games.models import Game
    from games.models.games import SAMPLE_SLUG

    game = Game.objects.exclude(slug=SAMPLE_SLUG).get()
    path.write_text("".join(record_lines_of(game, load_records(game))))


if __name__ == "__main__":
    django.setup()
    {"begin": begin, "finish": finish}[sys.argv[1]]()
    write_record(Path(sys.argv[2]))
