"""A client that openapi-python-client makes of the document plays a game."""

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import httpx
import pytest

from config.api import api
from config.wsgi import application
from games.accounts.programs import make_token
from games.history.stream_check import check_stream
from games.models import Game, User
from games.models.tokens import Scope
from tests.games.api.test_openapi import kept_connection  # noqa: F401
from tests.support.standing_time import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.long]

PACKAGE = "stone_age_client"


@pytest.fixture
def generated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The generated package."""
    document, options = tmp_path / "openapi.json", tmp_path / "options.json"
    document.write_text(json.dumps(api.get_openapi_schema()))
    options.write_text(json.dumps({"post_hooks": []}))
    subprocess.run(
        [
            *(sys.executable, "-m", "openapi_python_client", "generate"),
            *("--path", document, "--config", options, "--meta", "none"),
            *("--output-path", tmp_path / PACKAGE),
        ],
        check=True,
        capture_output=True,
    )
    monkeypatch.syspath_prepend(tmp_path)
    yield import_module(PACKAGE)
    for name in [name for name in sys.modules if name.split(".")[0] == PACKAGE]:
        del sys.modules[name]


def client_of(generated: Any, user: User) -> Any:
    token = make_token(user=user, name="x", scopes=[Scope.READ, Scope.PLAY], now=NOW)
    return generated.AuthenticatedClient(
        base_url="http://testserver",
        token=token.text,
        raise_on_unexpected_status=True,
        httpx_args={"transport": httpx.WSGITransport(application)},
    )


def operation(name: str, part: str) -> Any:
    return import_module(f"{PACKAGE}.api.{part}.{name}").sync


@pytest.mark.usefixtures("kept_connection")
def test_generated_client_plays_a_game(
    generated: Any, alice: User, bob: User, is_slow: bool
) -> None:
    """Its players agree to end it after some decisions; the long trial plays on."""
    models = import_module(f"{PACKAGE}.models")
    host, guest = (client_of(generated, user) for user in (alice, bob))
    fill = models.SeatRequestFill
    wanted = models.GameRequest(
        seats=[
            models.SeatRequest(fill.ME),
            models.SeatRequest(fill.INVITE, email="bob@example.org"),
        ]
    )
    slug = operation("make_game", "lobby")(client=host, body=wanted).slug
    game = operation("accept_invitation", "lobby")(slug, client=guest)
    assert (game.status, game.seat) == ("active", 1)

    chance, decisions = Random(7), 0
    list_changes, read_position, submit = (
        operation("list_changes", "games"),
        operation("read_position", "games"),
        operation("submit", "play"),
    )
    most = 10_000 if is_slow else 20
    while decisions < most and list_changes(client=host).games:
        for client in (host, guest):
            if not any(row.is_awaited for row in list_changes(client=client).games):
                continue
            seen = read_position(slug, client=client)
            decision = models.DecisionRequest(
                command=chance.choice(seen.legal),
                expected_version=seen.version,
                request_id=uuid4(),
            )
            done = submit(slug, client=client, body=decision)
            assert isinstance(done, models.DecisionResource), done
            decisions += 1
    if not is_slow:
        end = models.ProposalRequest(models.ProposalKind.END)
        made = operation("propose", "proposals")(slug, client=host, body=end)
        settled = operation("vote", "proposals")(
            slug, made.open_[0].number, client=guest, body=models.VoteRequest(True)
        )
        assert settled.open_ == []

    over = operation("read_game", "games")(slug, client=host)
    assert over.status == "finished"
    final = read_position(slug, client=guest)
    assert isinstance(final.state, models.GameState)
    assert len(final.state.players) == 2
    events, new = [], operation("list_events", "history")
    while page := new(slug, client=host, after=len(events), limit=500):
        events += page
    assert len(events) == over.version
    kinds = {type(each.event) for each in events}
    assert {models.GameStarted, models.DiceRolled, models.GameEnded} <= kinds
    assert check_stream(Game.objects.get(slug=slug).pk).findings == []
