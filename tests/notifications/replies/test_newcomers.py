"""Who accepts by mail has no page on which to say a name, or to choose a language."""

import pytest

from games.models import Game, User
from notifications.mail_text.parse import parse_mail
from tests.notifications.replies.conftest import Reply, fates, words


@pytest.fixture
def newcomer(invited_game: Game, bob: User) -> User:
    """Bob, of whom nothing is known but his address, and a guess at his language."""
    bob.name, bob.language, bob.language_known = "", "es", False
    bob.save()
    return bob


def test_the_name_of_the_mail_is_taken_by_who_has_none(
    invited_game: Game, newcomer: User, reply: Reply
) -> None:
    mail = reply(invited_game, newcomer, "accept", writer="  Bob\u202e \tMiller ")
    newcomer.refresh_from_db()
    assert newcomer.name == "Bob Miller"
    assert "Bob Miller" in words(mail), "and they are told so"


@pytest.mark.parametrize(
    "writer", ["", "bob@example", "bob@example.org", "see www.shop.example", "B" * 41]
)
def test_no_address_and_nothing_unfit_becomes_a_name(
    invited_game: Game, newcomer: User, reply: Reply, writer: str
) -> None:
    assert fates(reply(invited_game, newcomer, "accept", writer=writer)) == ["done"]
    newcomer.refresh_from_db()
    assert newcomer.name == ""


def test_a_name_that_was_chosen_stays(
    invited_game: Game, bob: User, reply: Reply
) -> None:
    before = bob.name
    reply(invited_game, bob, "accept", writer="Robert Miller")
    bob.refresh_from_db()
    assert bob.name == before != ""


def test_the_language_of_the_answered_invitation_is_theirs_from_then_on(
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
def test_a_letter_tells_how_its_writer_is_called(sender: str, name: str) -> None:
    assert parse_mail(f"From: {sender}\n\naccept".encode()).writer == name
