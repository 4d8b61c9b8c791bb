"""Invited by the staff to play on where another player was."""

from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client

from games.accounts.users import use_sign_in
from games.links.purposes import PLAY_LINK, RETURN_LINK, SIGN_IN_LINK, STAND_IN_LINK
from games.links.tokens import Expired, Invalid, Valid
from games.match.replacements import accept_replacement, decline_replacement
from games.models import Game, SubstituteOffer, User
from games.signals.games import ReplacementInvited
from notifications.models import Kind, OutgoingMail
from tests.games.moderation.conftest import REASON, assert_whole
from tests.games.moderation.doing import do_action, invite
from tests.support.refusals import refuses
from tests.support.standing_time import StandingTime


@pytest.fixture
def offer(two_player_game: Game, moderator: User, now: datetime) -> SubstituteOffer:
    """Carol is invited to Bob's seat."""
    return invite(
        by=moderator,
        seat=two_player_game.seats.get(number=1),
        email="carol@example.org",
        reason=REASON,
        now=now,
    )


def path(offer: SubstituteOffer, now: datetime) -> str:
    return urlsplit(STAND_IN_LINK.url(offer, now=now)).path


def test_the_page_shows_the_position_and_changes_nothing(
    client: Client, two_player_game: Game, offer: SubstituteOffer, now: datetime
) -> None:
    two_player_game.refresh_from_db()
    version = two_player_game.version
    page = client.get(path(offer, now))
    assert page.status_code == 200
    assert "Would you take over from Bob?" in page.content.decode()
    two_player_game.refresh_from_db()
    assert two_player_game.version == version


def test_yes_gives_the_seat_for_good(
    client: Client, two_player_game: Game, offer: SubstituteOffer, now: datetime
) -> None:
    address = path(offer, now)
    answer: Any = client.post(address, {"do": "accept"})
    assert answer.status_code == 303
    assert client.get(answer["Location"]).status_code == 200
    seat = two_player_game.seats.get(number=1)
    assert seat.user == offer.user
    assert seat.absent_user is None
    assert "You play this seat" in client.get(address).content.decode()
    assert_whole(two_player_game)


def test_no_leaves_everything_and_the_link_is_dead(
    client: Client, two_player_game: Game, offer: SubstituteOffer, now: datetime
) -> None:
    address = path(offer, now)
    assert client.post(address, {"do": "decline"}).status_code == 200
    assert client.post(address, {"do": "accept"}).status_code == 410
    assert two_player_game.seats.get(number=1).user != offer.user


def test_a_withdrawn_invitation_opens_nothing(
    client: Client, offer: SubstituteOffer, moderator: User, now: datetime
) -> None:
    address = path(offer, now)
    do_action("withdraw", by=moderator, game=offer.seat.game, reason=REASON, now=now)
    assert client.get(address).status_code == 410
    with refuses("too_late"):
        accept_replacement(offer=offer, user=offer.user, now=now)


def test_nobody_else_answers(offer: SubstituteOffer, bob: User, now: datetime) -> None:
    with refuses("forbidden"):
        decline_replacement(offer=offer, user=bob, now=now)
    with refuses("forbidden"):
        accept_replacement(offer=offer, user=bob, now=now)


def test_a_link_is_bound_to_its_offer_its_user_and_its_time(
    offer: SubstituteOffer, now: datetime
) -> None:
    token = path(offer, now).split("/")[-2]
    assert isinstance(STAND_IN_LINK.parse(token, now=now), Valid)
    late = now + timedelta(days=61)
    assert isinstance(STAND_IN_LINK.parse(token, now=late), Expired)
    assert isinstance(RETURN_LINK.parse(token, now=now), Invalid)
    assert isinstance(STAND_IN_LINK.parse(token + "x", now=now), Invalid)
    User.objects.filter(pk=offer.user_id).update(email="other@example.org")
    assert isinstance(STAND_IN_LINK.parse(token, now=now), Invalid)


def test_who_is_banned_meanwhile_cannot_answer(
    client: Client, offer: SubstituteOffer, administrator: User, now: datetime
) -> None:
    address = path(offer, now)
    do_action("ban", by=administrator, user=offer.user, reason=REASON, now=now)
    assert client.get(address).status_code == 403


def test_who_is_banned_neither_plays_nor_signs_in(
    client: Client, two_player_game: Game, bob: User, administrator: User, now: datetime
) -> None:
    seat = two_player_game.seats.get(number=1)
    play = urlsplit(PLAY_LINK.url(seat, now=now)).path
    client.force_login(bob)
    do_action("ban", by=administrator, user=bob, reason=REASON, now=now)
    page = client.get(play)
    assert page.status_code == 403
    assert "moderators have closed your account" in page.content.decode()
    assert client.get("/account/").status_code == 302  # to the sign-in
    bob.refresh_from_db()
    sign_in = urlsplit(SIGN_IN_LINK.url(bob, now=now)).path
    assert client.get(sign_in).status_code == 403
    assert client.post(sign_in).status_code == 403
    assert use_sign_in(user=bob) is False
    assert_whole(two_player_game)


def test_who_is_invited_gets_a_fresh_link_for_one_that_lapsed(
    client: Client,
    offer: SubstituteOffer,
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
    assert "on its way" in client.post(renew).content.decode()
    (news,) = published
    assert isinstance(news, ReplacementInvited)
    assert news.offer == offer
    assert client.get(path(offer, news.now)).status_code == 200
    statuses = [client.post(renew).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
    do_action("withdraw", by=moderator, game=offer.seat.game, reason=REASON, now=now)
    published.clear()
    assert renew not in client.get(old).content.decode()
    assert client.post(renew).status_code == 410
    assert published == []


def test_a_fresh_link_is_mailed_again_though_the_first_was_mailed(
    client: Client, offer: SubstituteOffer, now: datetime, time_stands: StandingTime
) -> None:
    time_stands.now += timedelta(days=61)
    client.post(f"{path(offer, now)}renew/")
    sent = OutgoingMail.objects.filter(kind=Kind.REPLACEMENT, user=offer.user)
    assert [mail.offer for mail in sent] == [offer, offer]
