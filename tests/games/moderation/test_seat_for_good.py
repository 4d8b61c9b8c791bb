"""The staff invite somebody to take over a seat for good."""

from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from pytest_django.asserts import assertTemplateUsed

from games.links.purposes import PLAY_LINK, SIGN_IN_LINK, TAKE_SEAT_LINK
from games.links.tokens import Expired, Invalid, Valid
from games.models import Game, SeatOffer, User
from games.seats.offers import accept_offer, decline_offer
from games.signals import SignInRequested
from tests.games.moderation.conftest import REASON, assert_whole
from tests.games.moderation.doing import do_action, invite
from tests.support.refusals import refuses


@pytest.fixture
def offer(two_player_game: Game, moderator: User, now: datetime) -> SeatOffer:
    """An invitation of Carol to Bob's seat."""
    return invite(
        by=moderator,
        seat=two_player_game.seats.get(number=1),
        email="carol@example.org",
        reason=REASON,
        now=now,
    )


def path(offer: SeatOffer, now: datetime) -> str:
    return urlsplit(TAKE_SEAT_LINK.url(offer.seat, offer.user, offer, now=now)).path


def test_page_shows_the_position_and_changes_nothing(
    client: Client, two_player_game: Game, offer: SeatOffer, now: datetime
) -> None:
    two_player_game.refresh_from_db()
    version = two_player_game.version
    page = client.get(path(offer, now))
    assert (page.context["step"], page.context["name"]) == ("answer", "Bob")
    two_player_game.refresh_from_db()
    assert two_player_game.version == version


def test_accepting_gives_the_seat_for_good(
    client: Client, two_player_game: Game, offer: SeatOffer, now: datetime
) -> None:
    address = path(offer, now)
    answer: Any = client.post(address, {"answer": "accept", "name": "Carol"})
    assert answer.status_code == 303
    assert client.get(answer["Location"]).status_code == 200
    seat = two_player_game.seats.get(number=1)
    assert seat.user == offer.user
    assert seat.absent_user is None
    assert client.get(address).context["step"] == "play"
    assert_whole(two_player_game)


def test_declining_changes_nothing_and_the_page_says_so(
    client: Client, two_player_game: Game, offer: SeatOffer, now: datetime
) -> None:
    address = path(offer, now)
    two_player_game.refresh_from_db()
    assert client.post(address).status_code == 400
    answer = client.post(address, {"answer": "decline"}, follow=True)
    assert "You’ve declined" in answer.content.decode()
    assert client.post(address, {"answer": "accept"}).status_code == 409
    assert two_player_game.seats.get(number=1).user != offer.user
    assert two_player_game.events.latest("sequence").type == "OfferWithdrawn"


def test_withdrawn_invitation_is_refused(
    client: Client, offer: SeatOffer, moderator: User, now: datetime
) -> None:
    address = path(offer, now)
    do_action("withdraw", by=moderator, game=offer.seat.game, reason=REASON, now=now)
    assert client.get(address).status_code == 410
    with refuses("too_late"):
        accept_offer(offer=offer, user=offer.user, now=now)


def test_only_the_invited_user_can_answer(
    offer: SeatOffer, bob: User, now: datetime
) -> None:
    with refuses("forbidden"):
        decline_offer(offer=offer, user=bob, now=now)
    with refuses("forbidden"):
        accept_offer(offer=offer, user=bob, now=now)


def test_link_is_bound_to_offer_user_and_time(offer: SeatOffer, now: datetime) -> None:
    token = path(offer, now).split("/")[-2]
    assert isinstance(TAKE_SEAT_LINK.parse(token, now=now), Valid)
    late = now + timedelta(days=61)
    assert isinstance(TAKE_SEAT_LINK.parse(token, now=late), Expired)
    assert isinstance(PLAY_LINK.parse(token, now=now), Invalid)
    assert isinstance(TAKE_SEAT_LINK.parse(token + "x", now=now), Invalid)
    User.objects.filter(pk=offer.user_id).update(email="other@example.org")
    assert isinstance(TAKE_SEAT_LINK.parse(token, now=now), Invalid)


def test_user_banned_in_the_meantime_cannot_answer(
    client: Client, offer: SeatOffer, administrator: User, now: datetime
) -> None:
    address = path(offer, now)
    do_action("ban", by=administrator, user=offer.user, reason=REASON, now=now)
    assert client.get(address).status_code == 403


def test_banned_user_can_neither_play_nor_sign_in(
    client: Client, two_player_game: Game, bob: User, administrator: User, now: datetime
) -> None:
    seat = two_player_game.seats.get(number=1)
    play = urlsplit(PLAY_LINK.url(seat, now=now)).path
    client.force_login(bob)
    do_action("ban", by=administrator, user=bob, reason=REASON, now=now)
    page = client.get(play)
    assert page.status_code == 403
    assertTemplateUsed(page, "games/dead_link.html")
    assert client.get("/account/").status_code == 302  # to the sign-in page
    bob.refresh_from_db()
    sign_in = urlsplit(SIGN_IN_LINK.url(bob, str(bob.email), now=now)).path
    assert client.get(sign_in).status_code == 403
    assert client.post(sign_in).status_code == 403
    assert_whole(two_player_game)


def test_expired_link_is_renewed_by_a_sign_in(
    client: Client,
    offer: SeatOffer,
    published: list[object],
    moderator: User,
    now: datetime,
) -> None:
    old = path(offer, now - timedelta(days=61))
    page = client.get(old)
    assert page.status_code == 410
    renew = f"{old}renew/"
    assert renew in page.content.decode()
    assert client.get(renew).status_code == 405
    assert client.post(renew).context["sent"]
    (news,) = published
    assert isinstance(news, SignInRequested)
    assert news.user == offer.user
    assert news.next == f"/games/{offer.seat.game.slug}/take-seat/{offer.number}/"
    client.force_login(offer.user)
    assert client.get(news.next).context["step"] == "answer"
    statuses = [client.post(renew).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
    do_action("withdraw", by=moderator, game=offer.seat.game, reason=REASON, now=now)
    assert client.get(news.next).status_code == 410
    client.force_login(moderator)
    assert client.get(news.next).status_code == 403
