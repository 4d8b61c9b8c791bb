"""Play games through the services, and keep their records, with seeds and hashes.

    python -m pytest tests/golden/records/make.py

Golden records are never made again, only added, like the golden games: a record that
is handed out today has to be found in order by every later version. A file that is
there is left alone; to add one, add a test here that keeps it.
"""

from datetime import datetime
from pathlib import Path

from games.models import Game, User
from games.records.export import record_lines
from tests.games.test_record import (  # noqa: F401
    play_by_answering,
    play_through_everything,
    sealed_game,
)
from tests.support.play import play_on

FOLDER = Path(__file__).parent


def keep(name: str, game: Game) -> None:
    """Write a record down, unless it is there."""
    path = FOLDER / f"{name}.jsonl"
    if not path.exists():
        path.write_text("".join(record_lines(Game.objects.get(pk=game.pk))), "utf-8")


def test_finished(finished_game: Game) -> None:
    """Two play to the end, without anything special."""
    keep("finished", finished_game)


def test_eventful(sealed_game: Game, now: datetime, outsider: User) -> None:  # noqa: F811
    """Three play to the end, and all that can happen around the play happens once."""
    keep("eventful", play_through_everything(sealed_game, now, outsider))


def test_running(sealed_game: Game, now: datetime) -> None:  # noqa: F811
    """Three play, and are not done."""
    keep("running", play_on(sealed_game, now=now, decisions=60))


def test_answered(sealed_game: Game, now: datetime) -> None:  # noqa: F811
    """Three play by answering mails, and are not done."""
    keep("answered", play_by_answering(sealed_game, now))
