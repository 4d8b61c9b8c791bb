"""Mails about a change of address, and their deletion."""

import re
from datetime import datetime, timedelta

import pytest
from django.core.mail import EmailMultiAlternatives

from games.accounts.addresses import replace_address, request_addition
from games.models import Game, User
from games.privacy.forgetting import forget_user
from games.signals import AddressChanged, publish
from notifications.inbox.store import receive_mail
from notifications.models import Channel, Kind, OutgoingMail
from notifications.replies.reply_address import reply_address
from tests.notifications.inbox.conftest import a_mail
from tests.support.mails import Send, html_of, seat_of

pytestmark = pytest.mark.django_db

OLD, NEW = "alice@example.org", "alice@new.example"


def asked(alice: User, now: datetime, email: str = NEW) -> User:
    request_addition(user=alice, email=email, now=now)
    return User.objects.get(email=email)


def change(alice: User, now: datetime) -> None:
    replace_address(user=alice, email=NEW)
    publish(AddressChanged(alice, OLD, now=now))


def only(sent: list[EmailMultiAlternatives], address: str) -> EmailMultiAlternatives:
    (message,) = [message for message in sent if message.to == [address]]
    return message


def test_taken_address_gets_no_link(
    two_player_game: Game, alice: User, bob: User, send: Send, now: datetime
) -> None:
    asked(alice, now, "bob@example.org")
    sent = [one for one in send(now) if one.subject == "Is this address yours, too?"]
    (message,) = sent
    assert message.to == ["bob@example.org"]
    for text in (message.body, html_of(message)):
        assert "This address already has games here." in " ".join(text.split())
        assert "/account/" not in text


def test_further_address_gets_a_question(
    alice: User, send: Send, now: datetime
) -> None:
    asked(alice, now)
    message = only(send(now), NEW)
    assert message.subject == "Add this address?"
    for text in (message.body, html_of(message)):
        assert "you also write from this address" in " ".join(text.split())
        assert "/account/confirm-email/" in text
        assert not re.search(r"/mail/[^\s\"]", text), "no link that acts"
        assert "Alice" not in text


def test_old_address_gets_a_last_mail(alice: User, send: Send, now: datetime) -> None:
    change(alice, now)
    message = only(send(now), OLD)
    assert message.subject == "Your emails now go to another address"
    for text in (message.body, html_of(message)):
        assert "Wasn’t you? Write to" in " ".join(text.split())
        assert "a•••@new.example" in text
        assert NEW not in text
        assert "/mail/" not in text


def test_replies_from_the_new_address_are_accepted(
    two_player_game: Game, alice: User, now: datetime, settings
) -> None:
    settings.REPLY_TO = "play@stoneage.example"
    change(alice, now)
    address = reply_address(seat_of(two_player_game, alice))
    for sender in (OLD, NEW):
        (mail,) = receive_mail(
            a_mail(sender=sender, message_id=f"<{sender}>"),
            channel=Channel.SMTP,
            recipients=[address],
            sender=sender,
            is_trusted=True,
            now=now,
        )
        assert mail.is_by_player == (sender == NEW)


def test_request_of_a_deleted_user_is_skipped(
    alice: User, send: Send, now: datetime
) -> None:
    asked(alice, now)
    forget_user(user=alice, now=now)
    assert send(now) == []


def test_former_addresses_are_deleted_too(
    alice: User, send: Send, now: datetime
) -> None:
    change(alice, now)
    send(now)
    forget_user(user=alice, now=now + timedelta(hours=1))
    assert not User.objects.filter(email__in=[OLD, NEW]).exists()
    assert not OutgoingMail.objects.filter(sent_to__in=[OLD, NEW]).exists()
    assert OutgoingMail.objects.filter(kind=Kind.ADDRESS_CHANGED).exists()
