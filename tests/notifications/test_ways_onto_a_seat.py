"""Each way to a seat, by two people who follow the links of emails."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.mail import EmailMultiAlternatives
from django.test import Client

from games.log.lookups import mark_of
from games.models import Game, Seat, SeatOffer, User
from notifications.models import Kind
from tests.games.moderation.doing import do_action, invite
from tests.notifications.absence import fresh, leave, seat_at
from tests.support.mails import LINK, Send, kind_of
from tests.support.pages import page, signed_in, values_of
from tests.support.standing_time import NOW, StandingTime

pytestmark = pytest.mark.django_db

#: Sends due mails, and returns the newest email to a person.
Newest = Callable[[User], EmailMultiAlternatives]


@pytest.fixture
def newest(send: Send, time_stands: StandingTime) -> Newest:
    def find(user: User) -> EmailMultiAlternatives:
        time_stands.now += timedelta(minutes=3)  # the time to take a move back is over
        sent = send(time_stands.now)
        return [mail for mail in sent if mail.to == [user.email]][-1]

    return find


@pytest.fixture
def left_game(started_game: Game, time_stands: StandingTime) -> Game:
    """A game in which autopilot has Alice's seat; Bob, Carol and Dave play."""
    time_stands.now = leave(started_game, 0, NOW)
    return fresh(started_game)


def link_in(mail: EmailMultiAlternatives, page: str) -> str:
    """Return the path of an email's only link to a page, such as 'take-seat'."""
    paths = {urlsplit(url.rstrip(".,)")).path for url in LINK.findall(str(mail.body))}
    (path,) = (path for path in paths if re.fullmatch(rf"/{page}/[^/]+/", path))
    return path


def press(path: str, **fields: object) -> Any:
    """Post a form of a page like a browser without a session; follow redirects."""
    return Client().post(path, fields, follow=True)


def step_at(path: str) -> str:
    """Return what the page of a seat offers to whoever opens it."""
    return str(Client().get(path).context["step"])


def assert_plays(seat: Seat, user: User, *, absent: User | None = None) -> None:
    seat.refresh_from_db()
    assert (seat.user, seat.absent_user) == (user, absent)
    assert not seat.is_on_autopilot


def offer_and_agree(
    game: Game, newest: Newest, outsider: User, bob: User, carol: User
) -> None:
    """Let Oscar volunteer, Bob propose it from his email, and Carol agree from hers."""
    answer = signed_in(outsider).post(f"/games/{game.slug}/offer/", {"number": 0})
    assert answer.status_code == 303
    own = newest(outsider)
    assert kind_of(own) == Kind.SEAT_OFFER
    assert step_at(link_in(own, "take-seat")) == "wait"

    told = newest(bob)
    assert kind_of(told) == Kind.SUBSTITUTE_OFFERED
    seat = link_in(told, "play")
    number = SeatOffer.objects.get().number
    choose = {"action": "propose-substitute", "offer": number}
    assert press(f"{seat}seat/", **choose, **version_of(game)).status_code == 200
    vote = link_in(newest(carol), "play")
    agree = {"action": "vote", "proposal": 1, "says": "yes"}
    assert press(f"{vote}seat/", **agree, **version_of(game)).status_code == 200


def version_of(game: Game) -> dict[str, object]:
    now = fresh(game)
    return {"expected_version": now.version, "expected_head": mark_of(now.head)}


def test_volunteer_becomes_substitute_until_the_player_comes_back(
    left_game: Game,
    newest: Newest,
    alice: User,
    bob: User,
    carol: User,
    outsider: User,
) -> None:
    offer_and_agree(left_game, newest, outsider, bob, carol)
    seat = seat_at(left_game, 0)
    assert_plays(seat, outsider, absent=alice)
    plays = newest(outsider)
    assert kind_of(plays) in {Kind.SUBSTITUTE_SEATED, Kind.YOUR_TURN}
    assert Client().get(link_in(plays, "play")).status_code == 200

    lent = newest(alice)
    assert kind_of(lent) == Kind.SEAT_TAKEN
    back = link_in(lent, "take-seat")
    shown = Client().get(back).context
    assert (shown["is_lent"], shown["name"]) == (True, "Oscar")
    answer = press(back, answer="accept")
    assert answer.redirect_chain[-1][0].startswith("/play/")
    assert answer.status_code == 200
    assert_plays(seat, alice)

    thanks = newest(outsider)
    assert kind_of(thanks) == Kind.SEAT_TAKEN
    assert "Alice" in thanks.subject
    assert Client().get(link_in(thanks, "games")).status_code == 200


def test_volunteer_withdraws_by_the_offers_link(
    left_game: Game, newest: Newest, outsider: User, bob: User
) -> None:
    signed_in(outsider).post(f"/games/{left_game.slug}/offer/", {"number": 0})
    link = link_in(newest(outsider), "take-seat")
    answer = press(link, answer="decline")
    assert answer.context["step"] == "declined"
    assert fresh(left_game).table_state.offers == ()
    seat = link_in(newest(bob), "play")
    actions = values_of(page(Client(), f"{seat}seat/"), "action")
    assert "propose-substitute" not in actions


def test_player_comes_back_from_autopilot(
    left_game: Game, newest: Newest, alice: User, bob: User
) -> None:
    lost = newest(alice)
    assert kind_of(lost) == Kind.AUTOPILOT_SEATED
    back = link_in(lost, "take-seat")
    shown = Client().get(back).context
    assert (shown["is_lent"], shown["missed"]) == (False, 2)
    answer = press(back, answer="accept")
    assert answer.redirect_chain[-1][0].startswith("/play/")
    assert_plays(seat_at(left_game, 0), alice)

    told = newest(bob)
    assert kind_of(told) == Kind.PLAYER_RETURNED
    assert Client().get(link_in(told, "play")).status_code == 200


def test_person_takes_a_seat_for_good_when_the_staff_ask(
    started_game: Game,
    newest: Newest,
    bob: User,
    moderator: User,
    time_stands: StandingTime,
) -> None:
    seat = seat_at(started_game, 1)
    offer = invite(
        by=moderator, seat=seat, email="erin@example.org", now=time_stands.now
    )
    asked = newest(offer.user)
    assert kind_of(asked) == Kind.SEAT_OFFER
    link = link_in(asked, "take-seat")
    assert step_at(link) == "answer"
    answer = press(link, answer="accept", name="Erin")
    assert answer.redirect_chain[-1][0].startswith("/play/")
    assert_plays(seat, offer.user)

    gone = newest(bob)
    assert kind_of(gone) == Kind.SEAT_TAKEN
    assert Client().get(link_in(gone, "games")).status_code == 200


def test_person_declines_a_seat_and_the_player_plays_on(
    started_game: Game,
    newest: Newest,
    bob: User,
    moderator: User,
    time_stands: StandingTime,
) -> None:
    seat = seat_at(started_game, 1)
    offer = invite(
        by=moderator, seat=seat, email="erin@example.org", now=time_stands.now
    )
    answer = press(link_in(newest(offer.user), "take-seat"), answer="decline")
    assert answer.context["step"] == "declined"
    assert_plays(seat, bob)
    told = newest(bob)
    assert kind_of(told) == Kind.STAFF_ACTED
    assert Client().get(link_in(told, "play")).status_code == 200


def test_player_takes_back_a_seat_that_the_staff_gave_to_autopilot(
    started_game: Game,
    newest: Newest,
    bob: User,
    carol: User,
    moderator: User,
    time_stands: StandingTime,
) -> None:
    seat = seat_at(started_game, 1)
    do_action(
        "entrust", by=moderator, seat=seat, reason="As you asked", now=time_stands.now
    )
    told = newest(bob)
    assert kind_of(told) == Kind.STAFF_ACTED
    own = link_in(told, "play")
    assert "return" in values_of(page(Client(), own), "action")
    assert press(own, action="return", **version_of(started_game)).status_code == 200
    assert_plays(seat, bob)
    back = newest(carol)
    assert kind_of(back) == Kind.PLAYER_RETURNED
    assert Client().get(link_in(back, "play")).status_code == 200
