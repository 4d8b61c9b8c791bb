"""Bots: accounts that programs play for. They are marked, and named in the log."""

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from games.accounts.programs import declare_program, make_token
from games.history.export import record_lines
from games.lobby.new_games import create_game
from games.models import AccessToken, Game, StoredEvent, User
from games.models.tokens import Scope
from games.seats.invitations import accept_seat
from stoneage_core import audit
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT
from stoneage_core.opponents.protocol import Conversation
from tests.games.api.conftest import Programs, refused
from tests.support.pages import signed_in
from tests.support.refusals import refuses
from tests.support.standing_time import NOW
from tests.support.words import alert_on

pytestmark = pytest.mark.django_db
DOCUMENT = Path(__file__).parents[3] / "docs/api.md"


def example(number: int) -> str:
    """Return an example program from the documentation."""
    return re.findall(r"^```python\n(.*?)^```", DOCUMENT.read_text(), re.M | re.S)[
        number
    ]


class ExampleBot:
    """The documented client with its user's token and an engine."""

    def __init__(self, site: str, user: User, engine: Any) -> None:
        made = make_token(
            user=user, name="bot", scopes=[Scope.READ, Scope.BOT], now=NOW
        )
        chosen = 'random.choice(seen["legal"])'
        assert chosen in example(0)
        client = example(0).replace(chosen, "choose(engine, seen)")
        names = {"SITE": site, "TOKEN": made.text, "engine": engine}
        exec(f"{client}\n{example(1)}", names)
        self.ask, self.play_once = names["ask"], names["play_once"]


def engine_in_process() -> Any:
    """Return an engine in place of the process that the documented client starts."""
    conversation, answers = Conversation(DEFAULT_OPPONENT), []

    class Input:
        def write(self, text: str) -> None:
            if text.strip():
                answers.append(json.dumps(conversation.answer(text)) + "\n")

        def flush(self) -> None: ...

    stdout = SimpleNamespace(readline=lambda: answers.pop(0))
    return SimpleNamespace(stdin=Input(), stdout=stdout)


def test_documented_client_has_fifteen_lines() -> None:
    lines = [line for line in example(0).splitlines() if line.strip()]
    assert len(lines) <= 15


@pytest.mark.django_db(transaction=True)
def test_documented_client_plays(
    live_server: Any, two_player_game: Game, alice: User
) -> None:
    made = make_token(user=alice, name="x", scopes=[Scope.READ, Scope.PLAY], now=NOW)
    names = {"SITE": live_server.url, "TOKEN": made.text}
    exec(example(0), names)
    mark = names["play_once"]()
    made = StoredEvent.objects.filter(game=two_player_game).moves().get()
    assert made.source == "api"
    assert names["play_once"](mark) != mark, "it had made the first move itself"


def test_bots_account_is_marked_and_named_in_the_log(alice: User, bob: User) -> None:
    alice = declare_program(user=alice, name="nutria_2")
    game = create_game(host=alice, players=[alice, bob], now=NOW)
    game = accept_seat(seat=game.seats.get(number=1), now=NOW)
    joined = StoredEvent.objects.filter(game=game, type="PlayerJoined")
    in_order = joined.order_by("sequence")
    told = [json.loads(event.data).get("program") for event in in_order]
    assert told == ["nutria_2", None]
    html = signed_in(bob).get(f"/games/{game.slug}/play/").content.decode()
    assert "Alice (bot)" in html
    history = signed_in(bob).get(f"/games/{game.slug}/history/?round=0")
    assert "called nutria_2" in history.content.decode()


def test_account_with_running_games_cannot_become_a_bot(
    two_player_game: Game, alice: User, carol: User
) -> None:
    with refuses("invalid"):
        declare_program(user=alice, name="nutria")
    for name in ["Nutria", "2nutria", "nutria 2", "n" * 32]:
        with refuses("invalid"):
            declare_program(user=carol, name=name)
    declare_program(user=carol, name="nutria")
    make_token(user=carol, name="x", scopes=[Scope.BOT], now=NOW)
    declare_program(user=carol, name="")
    assert not AccessToken.objects.filter(user=carol).exists()


def test_page_declares_a_bot(alice: User) -> None:
    client, page = signed_in(alice), "/account/programs/"
    bad = client.post(page, {"action": "declare", "program": "My Bot"})
    assert bad.status_code == 400
    assert alert_on(bad)
    client.post(page, {"action": "declare", "program": "nutria"})
    alice.refresh_from_db()
    assert alice.program == "nutria"
    assert "nutria" in client.get(page).content.decode()


def test_bots_account_needs_the_bot_scope_to_play(
    alice: User, program_of: Programs
) -> None:
    bot = declare_program(user=alice, name="nutria")
    person = program_of(bot, Scope.PLAY)
    told = refused(person.send("/games", {"seats": []}), 403, "forbidden")
    assert "“bot”" in told


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_two_documented_bots_play_a_whole_game(
    live_server: Any, alice: User, bob: User
) -> None:
    """Both ask engines through the documented protocol."""
    alice = declare_program(user=alice, name="first")
    bob = declare_program(user=bob, name="second")
    first, second = (
        ExampleBot(live_server.url, user, engine_in_process()) for user in (alice, bob)
    )
    seats = [{"fill": "me"}, {"fill": "open"}]
    slug = first.ask("/games", {"seats": seats})["slug"]
    second.ask(f"/games/{slug}/take", {})
    while not Game.objects.get(slug=slug).is_final:
        first.play_once()
        second.play_once()
    game = Game.objects.get(slug=slug)
    moves = StoredEvent.objects.filter(game=game).moves()
    assert {move.source for move in moves} == {"api"}
    assert audit.verify("".join(record_lines(game))).finding is None
