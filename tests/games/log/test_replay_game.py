"""`replay_game` replays a game from its events."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.log.stream import load_stream
from games.models import Game
from stoneage_core.record import log


def replay(*arguments: str) -> str:
    out = StringIO()
    call_command("replay_game", *arguments, stdout=out)
    return out.getvalue()


def test_game_can_be_replayed_in_words(two_player_game: Game) -> None:
    text = replay(two_player_game.slug)
    assert "Alice joined" in text
    assert f'"version": {two_player_game.version}' in text


def test_game_can_be_replayed_in_part(two_player_game: Game) -> None:
    text = replay(two_player_game.slug, "--at", "2")
    assert "Bob joined" not in text
    assert '"version": 2' in text


def test_quiet_output_is_one_json_document(two_player_game: Game) -> None:
    position = json.loads(replay(two_player_game.slug, "--quiet"))
    assert position["version"] == two_player_game.version


def test_log_output_can_be_read_by_the_engine(two_player_game: Game) -> None:
    events = load_stream(two_player_game)
    assert log.load(replay(two_player_game.slug, "--log")) == events
    assert log.load(replay(two_player_game.slug, "--log", "--at=2")) == events[:2]


@pytest.mark.parametrize("at", ["-1", "900"])
def test_unknown_sequence_is_refused(two_player_game: Game, at: str) -> None:
    with pytest.raises(CommandError, match="has the sequences 1 to"):
        replay(two_player_game.slug, f"--at={at}")


def test_unknown_game_is_refused(db: None) -> None:
    with pytest.raises(CommandError, match="no game abc"):
        replay("abc")
