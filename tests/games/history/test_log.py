"""The game log can be downloaded as text, and the engine can read it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

from games.log.stream import load_stream
from games.models import Game, StoredEvent
from stoneage_core.record import log

pytestmark = pytest.mark.django_db


def address(game: Game) -> str:
    return f"/games/{game.slug}/log.jsonl"


def test_log_has_every_event_and_who_decided(
    client: Client, finished_game: Game
) -> None:
    answer = client.get(address(finished_game))
    text = answer.getvalue().decode()
    assert log.load(text) == load_stream(finished_game)
    last = json.loads(text.splitlines()[-1])
    assert last["hash"] == finished_game.head
    stored = StoredEvent.objects.filter(game=finished_game).order_by("sequence")
    keys = ("decided_by", "source", "command", "hash")
    assert [
        tuple(line[key] for key in keys) for line in map(json.loads, text.splitlines())
    ] == list(stored.values_list(*keys))


def test_engine_replays_the_downloaded_log(
    client: Client, finished_game: Game, tmp_path: Path
) -> None:
    answer = client.get(address(finished_game))
    disposition = f'attachment; filename="{finished_game.slug}.jsonl"'
    assert answer["Content-Disposition"] == disposition
    assert answer["Content-Type"].startswith("text/plain")
    file = tmp_path / "game.jsonl"
    file.write_bytes(answer.getvalue())
    command = [sys.executable, "-m", "stoneage_core", "replay", str(file)]
    replayed = subprocess.run(command, capture_output=True, text=True, check=False)
    assert replayed.returncode == 0, replayed.stderr


def test_log_contains_no_personal_data(client: Client, finished_game: Game) -> None:
    text = client.get(address(finished_game)).getvalue().decode().lower()
    for word in ("alice", "bob", "example.org", "@"):
        assert word not in text


def test_log_of_a_running_game_does_not_contain_the_seed(
    client: Client, two_player_game: Game
) -> None:
    text = client.get(address(two_player_game)).getvalue().decode()
    assert bytes(two_player_game.seed.secret).hex() not in text


@pytest.mark.parametrize("page", ["history", "result"])
def test_history_pages_link_to_the_log(
    client: Client, finished_game: Game, page: str
) -> None:
    html = client.get(f"/games/{finished_game.slug}/{page}/").content.decode()
    assert f'href="{address(finished_game)}"' in html


def test_log_is_read_only(client: Client, two_player_game: Game) -> None:
    assert client.post(address(two_player_game)).status_code == 405
    assert client.get("/games/nowhere/log.jsonl").status_code == 404
