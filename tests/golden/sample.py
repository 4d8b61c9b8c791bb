"""Play the sample game of each site through the services, and draw its board in play.

    python -m pytest tests/golden/sample.py

Files that are there are left alone: a site that has the game imports no other.
"""

from datetime import datetime
from pathlib import Path

import pytest

from games.decisions.session import open_session, play_automatic
from games.history import sample
from games.history.export import record_lines
from games.lobby import new_games
from games.models import Game, User
from games.models.games import SAMPLE_IN_PLAY, SAMPLE_SLUG
from games.presentation.drawing import small_picture_of
from games.presentation.table_view import Mode, table_of
from stoneage_core import audit, replay
from stoneage_core.opponents.ladder import OPPONENTS

BOTS = ("Ochre", "Thatch", "Pebble")
DRAWING = Path("games/static/games/sample.svg")


def test_record(alice: User, now: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three bots of different strength play to the end."""
    if sample.RECORD.exists():
        return
    monkeypatch.setattr(new_games, "get_random_string", lambda *_: SAMPLE_SLUG)
    monkeypatch.setattr(new_games, "clean_players", list)
    bots = [OPPONENTS[name] for name in BOTS]
    game = new_games.create_game(host=alice, players=bots, now=now)
    while not game.is_finished:
        session = open_session(game.pk, now=now)
        play_automatic(session)
        session.save()
        game = Game.objects.get(pk=game.pk)
    sample.RECORD.write_text("".join(record_lines(game)), "utf-8")


def test_drawing() -> None:
    """The board in play, for the first page."""
    if DRAWING.exists():
        return
    events = [entry.decoded() for entry in audit.read(sample.RECORD.read_text("utf-8"))]
    state = replay(events[:SAMPLE_IN_PLAY])
    table = table_of(state, ("",) * len(BOTS), mode=Mode.WATCH)
    DRAWING.write_text(small_picture_of(table.board), "utf-8")
