"""New games requested by mail: against named bots, and rematches."""

from datetime import date, datetime

import pytest

from games.log.table_rows import read_seats
from games.models import Game, StoredEvent, User
from games.presentation.opponents import opponent_choices
from notifications.models import Kind
from notifications.replies.help import help_for
from notifications.replies.parse import parse_line
from notifications.replies.vocabulary import Intent, NewGame, Simple, Unclear
from stoneage_core.match.state import Source
from tests.notifications.mails.test_contents import assert_says, only
from tests.notifications.replies.conftest import Reply, fates, words
from tests.support.mails import mails, seat_of

TODAY = date(2026, 11, 20)


def bots_of(game: Game) -> list[str]:
    return [seat.bot for seat in read_seats(game)]


def newest() -> Game:
    return Game.objects.latest("pk")


@pytest.mark.parametrize(
    ("language", "line", "intent"),
    [
        ("en", "new game Flint", NewGame("flint")),
        ("en", "New game with Flint and Ash, please", NewGame("with flint and ash")),
        ("en", "again against Ochre", NewGame("ochre")),
        ("en", "new game", NewGame("")),
        ("en", "new game with Flint?", Unclear("ambiguous")),
        ("en", "rematch", Simple("rematch")),
        ("es", "partida nueva contra Flint y Ash", NewGame("contra flint y ash")),
        ("es", "revancha", Simple("rematch")),
        ("pt-br", "novo jogo contra Flint e Ash", NewGame("contra flint e ash")),
        ("pt-br", "revanche", Simple("rematch")),
        ("ko", "새 게임 Flint, Ash", NewGame("flint ash")),
        ("ko", "Flint랑 Ash랑 새 게임", NewGame("flint랑 ash랑")),
        ("ko", "한 판 더", Simple("rematch")),
        ("it", "nuova partita contro Flint e Ash", NewGame("contro flint e ash")),
        ("it", "rivincita", Simple("rematch")),
    ],
)
def test_new_game_is_parsed(language: str, line: str, intent: Intent) -> None:
    assert parse_line(line, language, today=TODAY) == intent


@pytest.mark.parametrize(
    ("language", "line", "bots"),
    [
        ("en", "new game against Flint and ASH", ["", "Flint", "Ash"]),
        ("es", "partida nueva con Pebble", ["", "Pebble"]),
        ("pt-br", "novo jogo contra Thatch e Ochre", ["", "Thatch", "Ochre"]),
        ("ko", "Flint랑 Ash와 새 게임", ["", "Flint", "Ash"]),
        (
            "it",
            "nuova partita: Ochre, Ochre e Pebble",
            ["", "Ochre", "Ochre", "Pebble"],
        ),
    ],
)
def test_game_against_bots_begins(
    two_player_game: Game,
    alice: User,
    reply: Reply,
    language: str,
    line: str,
    bots: list[str],
) -> None:
    """The log says that the host joined by mail, and the turn is announced as usual."""
    User.objects.filter(pk=alice.pk).update(language=language)
    mail = reply(two_player_game, alice, line)
    assert fates(mail) == ["done"]
    game = newest()
    assert bots_of(game) == bots
    assert (game.host, game.status) == (alice, "active")
    joined = StoredEvent.objects.get(game=game, type="PlayerJoined", decided_by=0)
    assert joined.source == Source.REPLY
    assert all(name in words(mail) for name in bots)
    assert Game.objects.get(pk=two_player_game.pk).version == two_player_game.version


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("new game with Flint and Granite", "No bot here is called “granite”."),
        ("new game", "Against whom?"),
        ("new game against Ash, Ash, Ash and Ash", "two to four players"),
    ],
)
def test_unknown_bot_is_refused_with_the_known_names(
    two_player_game: Game, alice: User, reply: Reply, line: str, why: str
) -> None:
    mail = reply(two_player_game, alice, line)
    assert fates(mail) == ["failed"]
    assert why in words(mail)
    if "player" not in why:
        assert "Pebble (easy)" in words(mail)
        assert "Ochre (good)" in words(mail)
    assert newest() == two_player_game


def test_unconfirmed_request_begins_no_game(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    mail = reply(two_player_game, alice, "new game Flint", is_authenticated=False)
    assert fates(mail) == ["pending"]
    assert newest() == two_player_game


def test_rematch_is_agreed_by_mail(
    finished_game: Game, alice: User, bob: User, now: datetime, reply: Reply
) -> None:
    message = only(Kind.GAME_OVER, now, alice)
    assert_says(message, "Or reply “rematch” to play again with the same people")
    (mail,) = mails(Kind.GAME_OVER, alice)

    asked = reply(finished_game, alice, "rematch", answers=mail)
    assert words(asked) == "You’re in for a rematch. It begins when the others agree."
    agreed = reply(finished_game, bob, "play again")
    assert words(agreed).startswith("The rematch has begun.")

    rematch = newest()
    assert (rematch.rematch_of, rematch.status) == (finished_game, "active")
    joined = StoredEvent.objects.filter(game=rematch, type="PlayerJoined")
    assert {event.source for event in joined} == {Source.REPLY}


def test_running_game_has_no_rematch(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    mail = reply(two_player_game, alice, "rematch")
    assert words(mail) == "You can ask for a rematch when the game is over."
    assert newest() == two_player_game


def test_help_lists_the_bots(finished_game: Game, alice: User, now: datetime) -> None:
    told = dict(help_for(seat_of(finished_game, alice), now))
    offered = told["new game Pebble"]
    assert all(str(each) in offered for each in opponent_choices())
    assert next(iter(told)) == "rematch"
    assert "forest 3" not in told
