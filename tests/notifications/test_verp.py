"""Addresses in people's mailboxes stay valid."""

import re
from datetime import datetime
from pathlib import Path

import pytest
from pytest_django import Settings

from games.models import Game, Seat, User
from notifications.delivery_status.bounces import bounce_address, mail_at
from notifications.models import Kind, OutgoingMail
from notifications.replies.reply_address import digest_address, reply_address, seat_at
from notifications.verp import tag_in, tagged_address
from tests.support.mails import a_mail, seat_of

#: As they were made when the first mails were sent.
REPLY = "Play+41-jzfae5xuc2uy6rop4bg3@StoneAge.example"
BOUNCE = "bounces+1234-jgu6pgpup7iqyigl47da@stoneage.example"
GAME = Game(slug="k3v9k3v9k3")
MESSAGE_ID = "<your_turn.7@stoneage.example>"
GUIDE = Path(__file__).parents[2] / "docs" / "mail-setup.md"


@pytest.fixture(autouse=True)
def as_it_was(settings: Settings) -> None:
    settings.SECRET_KEY = "a key that was in use before"
    settings.REPLY_TO = "Play@StoneAge.example"


def test_seat_keeps_its_address() -> None:
    assert reply_address(Seat(pk=41, game=GAME, link_epoch=2, user_id=7)) == REPLY


def test_mail_keeps_its_address(bob: User, now: datetime) -> None:
    mail = a_mail(bob, now, pk=1234, message_id=MESSAGE_ID)
    assert bounce_address(mail) == BOUNCE
    assert mail_at(BOUNCE) == mail
    assert mail_at(BOUNCE.upper()) == mail


def test_postfix_accepts_only_our_addresses(
    settings: Settings, bob: User, now: datetime
) -> None:
    (told,) = re.findall(r"^ *\/(\^.+\$)/ ok$", GUIDE.read_text(), re.MULTILINE)
    ours = re.compile(told, re.IGNORECASE)  # as Postfix does
    mail, seat = a_mail(bob, now), Seat(pk=41, game=GAME, link_epoch=2, user_id=bob.pk)
    assert ours.search(reply_address(seat, answered=mail))
    assert ours.search(reply_address(seat))
    assert ours.search(bounce_address(mail))
    asked = [{"mail": mail.pk, "version": 1, "texts": ["forest 3"]}]
    digest = a_mail(bob, now, "digest", kind=Kind.DIGEST, listed=asked)
    assert ours.search(digest_address(digest))
    assert ours.search(settings.REPLY_TO)
    for other in ("bounces", "play+41", f"x{reply_address(seat)}", f"{BOUNCE}.org"):
        assert not ours.search(other if "@" in other else f"{other}@stoneage.example")


def test_address_of_one_kind_is_invalid_for_the_other(
    two_player_game: Game, bob: User, now: datetime
) -> None:
    """Even if seat and mail have the same id, and the names are swapped."""
    seat = seat_of(two_player_game, bob)
    mail = OutgoingMail.objects.filter(pk=seat.pk).first() or a_mail(
        bob, now, "same", pk=seat.pk
    )
    assert seat_at(reply_address(seat)) == seat
    assert seat_at(bounce_address(mail).replace("bounces", "play")) is None
    assert mail_at(reply_address(seat).lower().replace("play", "bounces")) is None


@pytest.mark.parametrize(
    ("address", "tag"),
    [
        ("play+7-x@host.example", "7-x"),
        (" PLAY+7-X@Host.Example ", "7-x"),
        ("play@host.example", ""),
        ("play+7-x@elsewhere.example", ""),
        ("plays+7-x@host.example", ""),
        ("play+7-x", ""),
        ("", ""),
    ],
)
def test_tag_is_read_only_from_our_addresses(address: str, tag: str) -> None:
    assert tag_in(address, "Play@host.example") == tag


def test_tag_is_inserted_before_the_last_at_sign() -> None:
    assert tagged_address("play@host.example", "7-x") == "play+7-x@host.example"
