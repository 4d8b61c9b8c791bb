"""Old links and addresses of a player for whom a substitute plays."""

from datetime import datetime

import pytest
from django.test import Client

from games.links.purposes import INVITATION_LINK, PLAY_LINK
from games.models import Game, User
from games.seats.offers import return_to_seat
from games.signals import GameSignal, LinkRequested, SignInRequested
from notifications.inbox.store import UnknownRecipient, find_recipient
from notifications.models import IncomingMail, Kind, OutgoingMail
from notifications.models.incoming import SEAT_HAS_NEW_PLAYER
from notifications.replies.handle import handle_reply
from notifications.replies.reply_address import reply_address
from tests.notifications.absence import leave, replace, seat_at
from tests.notifications.mails.test_contents import written
from tests.notifications.replies.conftest import fresh, incoming, typed
from tests.support.pages import html_of, path_of, text_of

pytestmark = pytest.mark.django_db


class Lent:
    """Alice left; Oscar, the outsider, plays for her. ``address`` was hers before."""

    def __init__(self, game: Game, outsider: User, now: datetime) -> None:
        late = leave(game, 0, now)
        seat = seat_at(game, 0)
        self.game, self.now = game, late
        self.link = path_of(PLAY_LINK.url(seat, now=late))
        self.invitation = path_of(INVITATION_LINK.url(seat, now=late))
        self.address = reply_address(seat)
        replace(game, 0, outsider, late)


@pytest.fixture
def lent(started_game: Game, outsider: User, now: datetime) -> Lent:
    return Lent(started_game, outsider, now)


@pytest.mark.parametrize("name", ["link", "invitation"])
def test_old_link_says_who_plays_and_how_to_come_back(
    client: Client,
    lent: Lent,
    alice: User,
    outsider: User,
    published: list[GameSignal],
    name: str,
) -> None:
    published.clear()
    path = getattr(lent, name)
    page = client.get(path)
    html = html_of(page)
    assert page.status_code == 410
    assert "Oscar" in text_of(html)
    assert "a•••@example.org" in text_of(html)
    assert str(outsider.email)[0] + "•••" not in html
    assert client.post(path + "renew/").status_code == 200
    (asked,) = [each for each in published if isinstance(each, SignInRequested)]
    assert asked.user == alice
    assert asked.next.endswith("/take-seat/")
    assert not any(isinstance(each, LinkRequested) for each in published)


def test_own_link_of_the_substitute_works(client: Client, lent: Lent) -> None:
    link = path_of(PLAY_LINK.url(seat_at(lent.game, 0), now=lent.now))
    assert client.get(link).status_code == 200


def test_old_link_of_the_substitute_reveals_no_address(
    client: Client, lent: Lent, alice: User, published: list[GameSignal]
) -> None:
    link = path_of(PLAY_LINK.url(seat_at(lent.game, 0), now=lent.now))
    return_to_seat(seat=seat_at(lent.game, 0), user=alice, now=lent.now)
    published.clear()
    for answer in (client.get(link), client.post(link + "renew/")):
        html = html_of(answer)
        assert "•••" not in html
        assert "Alice" in text_of(html)
    assert published == []


def test_reply_to_an_old_address_is_answered_with_the_way_back(
    lent: Lent, alice: User
) -> None:
    found = find_recipient(lent.address)
    assert found.user == alice
    before = Game.objects.get(pk=lent.game.pk).version
    seat = seat_at(lent.game, 0)
    mail = incoming(seat, lent.now)
    IncomingMail.objects.filter(pk=mail.pk).update(user=alice, sender=alice.email)
    handle_reply(fresh(mail), typed("return"), lent.now)
    assert fresh(mail).why == SEAT_HAS_NEW_PLAYER
    assert Game.objects.get(pk=lent.game.pk).version == before
    notice = OutgoingMail.objects.get(kind=Kind.REPLY_UNREAD)
    assert notice.user == alice
    message = written(notice, lent.now)
    assert "Oscar" in message.subject
    assert "/take-seat/" in str(message.body)


def test_old_address_is_unknown_when_the_owner_is_back(lent: Lent, alice: User) -> None:
    return_to_seat(seat=seat_at(lent.game, 0), user=alice, now=lent.now)
    with pytest.raises(UnknownRecipient):
        find_recipient(lent.address)


def test_invented_address_is_unknown(lent: Lent) -> None:
    name, host = lent.address.split("@")
    with pytest.raises(UnknownRecipient):
        find_recipient(f"{name[:-1]}{'a' if name[-1] != 'a' else 'b'}@{host}")
