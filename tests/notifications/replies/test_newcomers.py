"""Players who accept by mail choose no name or language on a page."""

import pytest

from games.models import Game, User
from notifications.mail_text.parse import parse_mail
from tests.notifications.replies.conftest import Reply, fates, words


@pytest.fixture
def newcomer(invited_game: Game, bob: User) -> User:
    """Bob, of whom only the address and a guessed language are known."""
    bob.name, bob.language, bob.language_known = "", "es", False
    bob.save()
    return bob


def test_nameless_player_gets_the_name_in_the_mail(
    invited_game: Game, newcomer: User, reply: Reply
) -> None:
    mail = reply(invited_game, newcomer, "accept", writer="  Bob\u202e \tMiller ")
    newcomer.refresh_from_db()
    assert newcomer.name == "Bob Miller"
    assert "Bob Miller" in words(mail), "and they are told so"


@pytest.mark.parametrize(
    "writer", ["", "bob@example", "bob@example.org", "see www.shop.example", "B" * 41]
)
def test_address_or_invalid_text_is_not_used_as_name(
    invited_game: Game, newcomer: User, reply: Reply, writer: str
) -> None:
    assert fates(reply(invited_game, newcomer, "accept", writer=writer)) == ["done"]
    newcomer.refresh_from_db()
    assert newcomer.name == ""


def test_chosen_name_stays(invited_game: Game, bob: User, reply: Reply) -> None:
    before = bob.name
    reply(invited_game, bob, "accept", writer="Robert Miller")
    bob.refresh_from_db()
    assert bob.name == before != ""


def test_language_of_the_answered_invitation_is_kept(
    invited_game: Game, newcomer: User, reply: Reply
) -> None:
    reply(invited_game, newcomer, "accept")
    newcomer.refresh_from_db()
    assert (newcomer.language, newcomer.language_known) == ("es", True)


@pytest.mark.parametrize(
    ("sender", "name"),
    [
        ("Bob Miller <bob@example.org>", "Bob Miller"),
        ("=?utf-8?q?Bj=C3=B6rn?= <bob@example.org>", "Björn"),
        ("bob@example.org", ""),
        ("Bob <bob@example.org>, Eve <eve@example.org>", ""),
    ],
)
def test_parsed_mail_contains_the_writers_name(sender: str, name: str) -> None:
    assert parse_mail(f"From: {sender}\n\naccept".encode()).writer == name
