"""How players and staff see unreachable players, and the button that tries again."""

from datetime import datetime, timedelta
from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse

from games.limits import ADDRESS_TRIALS
from games.links.purposes import PLAY_LINK, SIGN_IN_LINK
from games.models import Game, Unreachable, User
from games.now import database_now
from games.people.reachability import mark_unreachable
from games.privacy.forgetting import forget_user
from notifications.models import Kind, MailStep, OutgoingMail, Step
from tests.games.moderation.doing import do_action
from tests.notifications.delivery_status.conftest import fresh
from tests.support.mails import a_mail, mails, seat_of

LOST = "Our emails to you are bouncing."
MARK = "can’t be reached by email"


@pytest.fixture
def lost(two_player_game: Game, bob: User) -> User:
    """Bob, who has been unreachable for a minute."""
    since = database_now() - timedelta(minutes=1)
    mark_unreachable(user=bob, why=Unreachable.BOUNCED, now=since)
    return fresh(bob)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == HTTPStatus.OK
    return response.content.decode()


def play_path(game: Game, user: User, now: datetime) -> str:
    return f"/play/{PLAY_LINK.token(seat_of(game, user), now=now)}/"


def test_other_players_see_it_and_strangers_do_not(
    two_player_game: Game, lost: User, alice: User, carol: User
) -> None:
    about = f"/games/{two_player_game.slug}/?sheet=about"
    now = database_now()
    assert MARK in page(signed_in(alice), about)
    for own in ("?sheet=about", "seat/"):
        assert MARK in page(Client(), play_path(two_player_game, alice, now) + own)
        assert MARK not in page(Client(), play_path(two_player_game, lost, now) + own)
    assert MARK not in page(Client(), about)
    assert MARK not in page(signed_in(carol), about)


def test_host_sees_it_before_the_start(
    invited_game: Game, alice: User, bob: User, carol: User, now: datetime
) -> None:
    mark_unreachable(user=bob, why=Unreachable.BOUNCED, now=now)
    board = f"/games/{invited_game.slug}/"
    assert MARK in page(signed_in(alice), board)
    assert MARK not in page(signed_in(carol), board)


def test_player_sees_it_on_all_pages(
    two_player_game: Game, lost: User, alice: User
) -> None:
    now = database_now()
    own = f"/games/{two_player_game.slug}/"
    by_link = play_path(two_player_game, lost, now)
    for text in (page(signed_in(lost), f"{own}play/"), page(Client(), by_link)):
        assert LOST in text
        assert 'seat/#lost-mails"' in text
    for text in (
        page(signed_in(lost), "/account/"),
        page(signed_in(lost), f"{own}seat/"),
        page(Client(), f"{by_link}seat/"),
    ):
        assert LOST in text
        assert 'value="mails-again"' in text
    assert LOST not in page(signed_in(alice), "/account/")


def test_player_who_complained_sees_the_reason(
    two_player_game: Game, bob: User
) -> None:
    mark_unreachable(user=bob, why=Unreachable.COMPLAINED, now=database_now())
    assert "marked as spam" in page(signed_in(bob), "/account/")


@pytest.mark.parametrize("door", ["account", "seat", "link"])
def test_button_sends_a_trial_mail(
    two_player_game: Game, lost: User, now: datetime, door: str
) -> None:
    address = {
        "account": "/account/",
        "seat": f"/games/{two_player_game.slug}/seat/",
        # An old link, because opening a new one would prove that mails arrive.
        "link": play_path(two_player_game, lost, database_now() - timedelta(days=1))
        + "seat/",
    }[door]
    client = Client() if door == "link" else signed_in(lost)
    response = client.post(address, {"action": "mails-again"})
    assert response.status_code == HTTPStatus.SEE_OTHER
    assert fresh(lost).unreachable_since is None
    assert [mail.user for mail in mails(Kind.ADDRESS_TRIED)] == [lost]


def test_trial_mails_are_limited(lost: User) -> None:
    client = signed_in(lost)
    statuses = []
    for _ in range(ADDRESS_TRIALS.most + 1):
        User.objects.filter(pk=lost.pk).update(
            unreachable_since=database_now(), unreachable_why=Unreachable.BOUNCED
        )
        response = client.post("/account/", {"action": "mails-again"})
        statuses.append(response.status_code)
    assert statuses[-1] == HTTPStatus.TOO_MANY_REQUESTS
    assert set(statuses[:-1]) == {HTTPStatus.SEE_OTHER}
    assert fresh(lost).unreachable_since is not None


def test_reachable_player_gets_no_trial_mail(alice: User) -> None:
    signed_in(alice).post("/account/", {"action": "mails-again"})
    assert mails(Kind.ADDRESS_TRIED) == []


# Links in mails


def test_opening_a_newer_link_proves_that_mails_arrive(
    two_player_game: Game, lost: User
) -> None:
    path = play_path(two_player_game, lost, database_now())
    page(Client(), path)
    assert fresh(lost).unreachable_since is not None, "a scanner opens links as well"
    Client().post(path, {"action": "here"})
    assert fresh(lost).unreachable_since is None


def test_opening_an_older_link_proves_nothing(
    two_player_game: Game, lost: User
) -> None:
    path = play_path(two_player_game, lost, database_now() - timedelta(days=1))
    Client().post(path, {"action": "here"})
    assert fresh(lost).unreachable_since is not None


@pytest.mark.parametrize(
    ("why", "clears"), [(Unreachable.BOUNCED, True), (Unreachable.COMPLAINED, False)]
)
def test_signing_in_proves_it_but_keeps_a_complaint(
    lost: User, why: Unreachable, clears: bool
) -> None:
    User.objects.filter(pk=lost.pk).update(unreachable_why=why)
    token = SIGN_IN_LINK.url(fresh(lost), str(lost.email), now=database_now()).split(
        "/sign-in/"
    )[1]
    Client().post(f"/sign-in/{token}")
    assert (fresh(lost).unreachable_since is None) == clears


# The staff


def test_desk_lists_unreachable_players(
    staff: Client, two_player_game: Game, lost: User
) -> None:
    text = page(staff, "/admin/games/desk/")
    assert "emails come back" in text
    assert "Bob" in text


def test_desk_shows_the_steps_of_a_mail(
    staff: Client, two_player_game: Game, now: datetime
) -> None:
    mail = OutgoingMail.objects.filter(game=two_player_game).latest("pk")
    for what, words in ((Step.DEFERRED, "451 later"),) * 3 + ((Step.BOUNCED, "gone"),):
        MailStep.objects.create(mail=mail, what=what, words=words, at=now)
    text = page(staff, reverse("moderation:game", args=[two_player_game.slug]))
    assert "put off 3 times: 451 later, came back: gone" in text
    text = page(staff, reverse("desk_mail", args=[mail.pk]))
    assert "451 later" in text
    assert "came back" in text


def test_new_address_is_not_known_to_be_bad(lost: User, now: datetime) -> None:
    by = User.objects.create_superuser("root@example.org", "secret")
    do_action(
        "address",
        by=by,
        user=lost,
        email="bob@elsewhere.example",
        reason="Asked for.",
        now=now,
    )
    assert fresh(lost).email == "bob@elsewhere.example"
    assert fresh(lost).unreachable_since is None


# Personal data


def test_export_contains_the_steps_of_each_mail(bob: User, now: datetime) -> None:
    from notifications.privacy import mails_of

    mail = a_mail(bob, now)
    MailStep.objects.create(mail=mail, what=Step.SENT, words="", at=now)
    (row,) = mails_of(bob)["mails"]
    assert row["steps"] == [{"at": now, "what": "sent", "words": ""}]


def test_deletion_erases_words_and_addresses(
    bob: User, alice: User, now: datetime
) -> None:
    own, other = a_mail(bob, now, sent_to="bob@example.org"), a_mail(alice, now, "a")
    for mail in (own, other):
        words = "550 <bob@example.org>: unknown"
        MailStep.objects.create(mail=mail, what=Step.REFUSED, words=words, at=now)
    forget_user(user=bob, now=now)
    own.refresh_from_db()
    assert own.sent_to == ""
    assert not MailStep.objects.exclude(words="").exists()
