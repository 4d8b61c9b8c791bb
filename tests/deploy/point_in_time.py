"""A service on a PostgreSQL restored to a point in time: ``python -m
tests.deploy.point_in_time``.

``play`` plays a game up to the moment and beyond; ``look`` sweeps as workers do. Both
print JSON.
"""

import json
import sys

import django
from django.core.management import call_command
from django.db import connection


def play() -> dict[str, object]:
    """Return a moment, the version of the game then, and the last version."""
    from games.lobby.new_games import create_practice_game
    from games.models import Game
    from games.now import database_now
    from games.tasks import sweep_due
    from tests.support.play import play_on

    seat = create_practice_game(now=database_now())
    game = play_on(seat.game, now=database_now(), decisions=4)
    sweep_due()
    known, moment = game.version, clock()
    game = play_on(game, now=database_now(), decisions=4)
    sweep_due()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_switch_wal()")
    assert Game.objects.count() == 1
    return {"moment": moment, "known": known, "last": game.version}


def clock() -> str:
    """Return PostgreSQL's time between what has been and what will be committed."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(0.1), clock_timestamp()::text, pg_sleep(0.1)")
        return str(cursor.fetchone()[1])


def look() -> dict[str, object]:
    """Return the restored version of the game, and the events that the sweep added."""
    from games.models import Game, StoredEvent
    from games.tasks import sweep_due

    version = Game.objects.get().version
    sweep_due()
    call_command("check_streams", "--all", "--jobs", "1", stdout=sys.stderr)
    added = StoredEvent.objects.filter(sequence__gt=version).order_by("sequence")
    return {"version": version, "added": list(added.values_list("type", flat=True))}


if __name__ == "__main__":
    django.setup()
    done = {"play": play, "look": look}[sys.argv[1]]()
    print(json.dumps(done))
