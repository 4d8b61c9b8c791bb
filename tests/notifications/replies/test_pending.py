"""Unauthenticated mails wait until their player confirms them on a page."""

from datetime import datetime, timedelta
from http import HTTPStatus

import pytest
from django.test import Client

from games.links.purposes import revoke_links
from games.models import Game, Seat, StoredEvent, User
from notifications.models import IncomingMail, Kind, OutgoingMail, Reading
from notifications.replies.errors import TOO_MANY_LINES
from notifications.replies.execute import MOST_LINES
from notifications.replies.pending import LIFETIME, REPLY_LINK, confirm_reply
from stoneage_core.match.state import Source
from tests.notifications.replies.conftest import Reply, fates, fresh, shown, words
from tests.support.mails import Send, links_in, seat_of
from tests.support.play import everything, submit
from tests.support.refusals import refuses

STRANGER = {"sender": "mallory@example.net"}


@pytest.fixture
def page_now(monkeypatch: pytest.MonkeyPatch, now: datetime) -> list[datetime]:
    """Set the time of the pages."""
    moments = [now]
    monkeypatch.setattr("notifications.replies.views.database_now", lambda: moments[0])
    return moments


def url_of(mail: IncomingMail, now: datetime) -> str:
    return f"/replies/{REPLY_LINK.token(fresh(mail), now=now)}/"


@pytest.mark.parametrize(
    "how",
    [
        {"is_authenticated": False},
        {"sender": "mallory@example.net"},
        {"sender": "", "is_authenticated": True},
        {"sender": "mallory@example.net", "is_authenticated": False},
    ],
)
def test_unauthenticated_mail_is_not_played(
    two_player_game: Game, alice: User, reply: Reply, how: dict[str, object]
) -> None:
    before = everything(two_player_game)
    mail = reply(two_player_game, alice, "forest 3\nundo\nsay hi there, all", **how)
    assert everything(two_player_game) == before
    assert mail.reading == Reading.PENDING
    assert fates(mail) == ["pending"] * 3


@pytest.mark.parametrize(
    ("second", "status"), [("77", "failed"), ("Ana", "passed")], ids=str
)
def test_every_line_of_a_reply_that_waits_is_told(
    two_player_game: Game,
    alice: User,
    reply: Reply,
    send: Send,
    now: datetime,
    page_now: list[datetime],
    client: Client,
    second: str,
    status: str,
) -> None:
    """Also those below a line that stops the others: they would not be tried."""
    mail = reply(two_player_game, alice, f"forest 3\n{second}\nundo", **STRANGER)
    assert fates(mail) == ["pending", status, "untried"]
    told = str(send(now)[-1].body)
    lines = [line.partition(":")[0] for line in told.splitlines() if line[:2] == "- "]
    assert lines[:3] == ["- forest 3", f"- {second}", "- undo"]
    client.post(url_of(mail, now))
    assert fates(fresh(mail)) == ["done", status, "untried"]
    page = client.get(url_of(mail, now)).content.decode()
    assert page.count("not tried") == 1


def test_only_the_first_line_beyond_the_limit_is_reported(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    mail = reply(two_player_game, alice, "board\n" * 60, **STRANGER)
    assert fates(mail) == ["pending"] * MOST_LINES + ["failed"]
    assert words(mail, MOST_LINES) == str(TOO_MANY_LINES)


def test_case_of_the_address_does_not_matter(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    mail = reply(two_player_game, alice, "forest 3", sender="Alice@Example.ORG")
    assert fates(mail) == ["done"]


def test_link_goes_to_the_registered_address(
    two_player_game: Game,
    alice: User,
    reply: Reply,
    send: Send,
    now: datetime,
    page_now: list[datetime],
    client: Client,
) -> None:
    mail = reply(two_player_game, alice, "forest 3", **STRANGER)
    message = send(now)[-1]
    assert message.to == ["alice@example.org"]
    assert "mallory@example.net" in str(message.body)
    (link,) = [url for url in links_in(str(message.body)) if "/replies/" in url]
    page = client.get(link.partition("8000")[2])
    assert page.status_code == HTTPStatus.OK
    assert "forest 3" in page.content.decode()
    assert fresh(mail).reading == Reading.PENDING


def test_confirmed_mail_is_played_once(
    two_player_game: Game,
    alice: User,
    reply: Reply,
    client: Client,
    now: datetime,
    page_now: list[datetime],
) -> None:
    mail = reply(two_player_game, alice, "forest 3\nhut", is_authenticated=False)
    url = url_of(mail, now)
    before = everything(two_player_game)
    for _ in range(2):
        client.get(url)
        client.head(url)
    assert everything(two_player_game) == before
    assert client.post(url).status_code == HTTPStatus.SEE_OTHER
    after = everything(two_player_game)
    assert fates(fresh(mail)) == ["done", "failed"]
    assert fresh(mail).reading == Reading.DONE
    made = StoredEvent.objects.get(game=two_player_game, command="forest 3")
    assert made.source == Source.REPLY
    assert client.post(url).status_code == HTTPStatus.SEE_OTHER
    assert everything(two_player_game) == after
    page = client.get(url).content.decode()
    assert "not done" in page
    assert (
        "<form"
        not in page.partition('aria-labelledby="reply-heading"')[2].partition(
            "</section>"
        )[0]
    )


def test_numbers_are_spelled_out(
    two_player_game: Game,
    alice: User,
    reply: Reply,
    client: Client,
    now: datetime,
    page_now: list[datetime],
) -> None:
    answered = shown(seat_of(two_player_game, alice))
    mail = reply(two_player_game, alice, "1", answers=answered, is_authenticated=False)
    assert words(mail) == "hunting grounds 1"
    assert "hunting grounds 1" in client.get(url_of(mail, now)).content.decode()


def test_stale_decision_is_reported_and_not_played(
    two_player_game: Game,
    alice: User,
    reply: Reply,
    client: Client,
    now: datetime,
    page_now: list[datetime],
) -> None:
    answered = shown(seat_of(two_player_game, alice))
    mail = reply(two_player_game, alice, "1", answers=answered, is_authenticated=False)
    submit(two_player_game, 0, "hut", now=now)
    before = everything(two_player_game)
    page = client.get(url_of(mail, now))
    assert page.context["is_stale"]
    assert not page.context["can_confirm"], "nothing would be done"
    assert "/play/" in page.content.decode()
    client.post(url_of(mail, now))
    assert fates(fresh(mail)) == ["failed"]
    assert everything(two_player_game) == before


def test_other_requests_can_be_confirmed_later(
    two_player_game: Game,
    alice: User,
    reply: Reply,
    client: Client,
    now: datetime,
    page_now: list[datetime],
) -> None:
    answered = shown(seat_of(two_player_game, alice))
    lines = "say well played\n1"
    mail = reply(
        two_player_game, alice, lines, answers=answered, is_authenticated=False
    )
    submit(two_player_game, 0, "hut", now=now)
    assert client.get(url_of(mail, now)).context["can_confirm"]
    client.post(url_of(mail, now))
    assert fates(fresh(mail)) == ["done", "failed"]


@pytest.mark.parametrize(
    ("how", "said"),
    [
        (STRANGER, "It came from another address: mallory@example.net."),
        ({"sender": ""}, "It doesn’t say which address it came from."),
        ({"is_authenticated": False}, "didn’t confirm that it’s from you"),
    ],
)
def test_page_shows_the_sender(
    two_player_game: Game,
    alice: User,
    reply: Reply,
    client: Client,
    now: datetime,
    page_now: list[datetime],
    how: dict[str, object],
    said: str,
) -> None:
    mail = reply(two_player_game, alice, "forest 3", **how)
    assert said in client.get(url_of(mail, now)).content.decode()


def test_old_link_has_expired(
    two_player_game: Game,
    alice: User,
    reply: Reply,
    client: Client,
    now: datetime,
    page_now: list[datetime],
) -> None:
    mail = reply(two_player_game, alice, "forest 3", is_authenticated=False)
    url = url_of(mail, now)
    page_now[0] = now + LIFETIME + timedelta(seconds=1)
    assert client.get(url).status_code == HTTPStatus.GONE
    assert client.post(url).status_code == HTTPStatus.GONE
    assert fates(fresh(mail)) == ["pending"]


def test_invalid_link_is_refused_in_the_browsers_language(
    db: None, client: Client
) -> None:
    page = client.get("/replies/1:2:3/", headers={"accept-language": "es"})
    assert "Este enlace no es válido" in page.content.decode()


def test_forged_links_are_refused(
    two_player_game: Game,
    alice: User,
    bob: User,
    reply: Reply,
    client: Client,
    now: datetime,
    page_now: list[datetime],
) -> None:
    mail = reply(two_player_game, alice, "forest 3", is_authenticated=False)
    url = url_of(mail, now)
    for wrong in (
        "/replies/x/",
        "/replies/1:2:3/",
        url.replace("/replies/", "/replies/1"),
    ):
        assert client.post(wrong).status_code == HTTPStatus.FORBIDDEN
    revoke_links(seat=seat_of(two_player_game, alice), now=now)
    assert client.post(url).status_code == HTTPStatus.FORBIDDEN
    assert fates(fresh(mail)) == ["pending"]


def test_nobody_else_can_confirm(
    two_player_game: Game,
    alice: User,
    bob: User,
    reply: Reply,
    client: Client,
    now: datetime,
    page_now: list[datetime],
) -> None:
    """The link is bound to the player's address and seat."""
    mail = reply(two_player_game, alice, "forest 3", is_authenticated=False)
    url = url_of(mail, now)
    User.objects.filter(pk=alice.pk).update(email="alice@elsewhere.example")
    assert client.post(url).status_code == HTTPStatus.FORBIDDEN
    User.objects.filter(pk=alice.pk).update(email="alice@example.org", is_active=False)
    assert client.post(url).status_code == HTTPStatus.FORBIDDEN
    assert fates(fresh(mail)) == ["pending"]


def test_played_mail_has_no_draft(
    two_player_game: Game,
    alice: User,
    reply: Reply,
    client: Client,
    now: datetime,
    page_now: list[datetime],
) -> None:
    mail = reply(two_player_game, alice, "forest 3")
    before = everything(two_player_game)
    client.post(url_of(mail, now))
    assert everything(two_player_game) == before


def test_stranger_cannot_flood_a_player(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    for _ in range(20):
        mail = reply(two_player_game, alice, "forest 3", **STRANGER)
    assert mail.reading == Reading.IGNORED
    assert OutgoingMail.objects.filter(kind=Kind.REPLY_READ).count() == 6
    assert fates(reply(two_player_game, alice, "forest 3")) == ["done"]


def test_strangers_advertisement_is_not_forwarded(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    line = "Buy our wonderful pills at http://pills.example today, today only!"
    mail = reply(two_player_game, alice, f"{line}\nforest 3", **STRANGER)
    assert mail.reading == Reading.DONE
    assert fates(mail) == ["failed"]
    assert "pills.example" not in str(send(now)[-1].body)


def test_page_is_not_cached(
    two_player_game: Game,
    alice: User,
    reply: Reply,
    client: Client,
    now: datetime,
    page_now: list[datetime],
) -> None:
    mail = reply(two_player_game, alice, "forest 3", is_authenticated=False)
    page = client.get(url_of(mail, now))
    assert "no-store" in page["Cache-Control"]


def test_seat_that_changes_hands_during_the_request_plays_nothing(
    two_player_game: Game, alice: User, carol: User, reply: Reply, now: datetime
) -> None:
    """The link was valid when the request came in."""
    mail = reply(two_player_game, alice, "forest 3", **STRANGER)
    Seat.objects.filter(pk=mail.seat_id).update(user=carol)
    before = everything(two_player_game)
    with refuses("forbidden"):
        confirm_reply(mail, now=now)
    assert everything(two_player_game) == before
    assert fresh(mail).reading == Reading.PENDING


TRUSTED = {"sender": "Alice@Work.example"}


def test_address_can_be_trusted_permanently(
    two_player_game: Game,
    alice: User,
    reply: Reply,
    client: Client,
    now: datetime,
    page_now: list[datetime],
) -> None:
    mail = reply(two_player_game, alice, "say hello", **TRUSTED)
    url = url_of(mail, now)
    assert client.get(url).context["trusted"].lower() == "alice@work.example"
    assert not alice.has_address("alice@work.example"), "looking trusts nobody"
    for _ in range(2):
        client.post(url, {"trust": "on"})
    assert fates(fresh(mail)) == ["done"]
    played = reply(two_player_game, alice, "forest 3", **TRUSTED)
    assert (played.reading, fates(played)) == (Reading.DONE, ["done"])
    forged = reply(two_player_game, alice, "hut", is_authenticated=False, **TRUSTED)
    assert forged.reading == Reading.PENDING, "only what is vouched for"


def test_address_is_not_trusted_without_the_checkbox(
    two_player_game: Game,
    alice: User,
    reply: Reply,
    client: Client,
    now: datetime,
    page_now: list[datetime],
) -> None:
    mail = reply(two_player_game, alice, "forest 3", **TRUSTED)
    client.post(url_of(mail, now))
    assert fates(fresh(mail)) == ["done"]
    assert not alice.has_address("alice@work.example")


@pytest.mark.parametrize(
    "how",
    [
        {"sender": "alice@work.example", "is_authenticated": False},
        {"sender": "bob@example.org"},
        {"sender": ""},
        {"is_authenticated": False},
    ],
)
def test_doubtful_address_cannot_be_trusted(
    two_player_game: Game,
    alice: User,
    bob: User,
    reply: Reply,
    client: Client,
    now: datetime,
    page_now: list[datetime],
    how: dict[str, object],
) -> None:
    """Its owner would lose their invitations and replies."""
    mail = reply(two_player_game, alice, "forest 3", **how)
    assert not client.get(url_of(mail, now)).context["trusted"]
    before = everything(two_player_game)
    client.post(url_of(mail, now), {"trust": "on"})
    if how.get("sender") is not None:
        assert everything(two_player_game) == before, "refused as a whole"
    assert not alice.emailaddress_set.exists()
