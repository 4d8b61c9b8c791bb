"""Parts of a mail that asks for a decision: choices, picture, ways to reply."""

import re
from datetime import datetime
from email.message import Message
from html import unescape
from urllib.parse import urlsplit

import pytest
from django.test import Client
from msgspec.structs import replace
from pytest_django import Settings

from games.log import positions
from games.models import Game, Seat, User
from games.now import database_now
from games.seats.invitations import decline_seat
from notifications.mails.base import KINDS
from notifications.mails.blocks.question import RECOMMENDED, number_choices
from notifications.models import Kind, OutgoingMail
from notifications.replies.reply_address import seat_at
from notifications.sending import send as sending
from notifications.sending.render import message_for
from stoneage_core import autopilot
from tests.notifications.mails.test_contents import only, written
from tests.support.mails import UNDO, html_of, links_in, mails, seat_of
from tests.support.pages import Dump
from tests.support.play import play_on, submit

#: Gmail clips HTML after 102 kB.
MOST_HTML = 40_000
MOST_BYTES = 90_000


def shape(part: Message) -> object:
    """Return the content types of a mail's parts, nested as they are."""
    if not part.is_multipart():
        return part.get_content_type()
    parts = part.get_payload()
    assert isinstance(parts, list)
    return part.get_content_type(), [shape(one) for one in parts]  # type: ignore[arg-type]


@pytest.fixture
def turn(two_player_game: Game, now: datetime) -> OutgoingMail:
    """The latest mail that asks a player in mid-game."""
    play_on(two_player_game, now=now, decisions=60)
    return mails(Kind.YOUR_TURN)[-1]


@pytest.mark.usefixtures("calendar_files")
def test_parts_are_nested_as_clients_expect(turn: OutgoingMail, now: datetime) -> None:
    body = ("multipart/related", ["text/html", "image/png"])
    assert shape(written(turn, now).message()) == (
        "multipart/mixed",
        [("multipart/alternative", ["text/plain", body]), "text/calendar"],
    )


@pytest.mark.parametrize("language", ["es", "ko"])
def test_mail_has_seven_bits_only(
    turn: OutgoingMail, now: datetime, language: str
) -> None:
    """A server that has to recode it would break its signature (DKIM)."""
    User.objects.filter(pk=turn.user_id).update(language=language)
    message = written(OutgoingMail.objects.get(pk=turn.pk), now).message()
    assert message.as_bytes().isascii()
    html = next(p for p in message.walk() if p.get_content_type() == "text/html")
    assert html["Content-Transfer-Encoding"] == "quoted-printable"
    assert not html.get_payload(decode=True).decode().isascii()


def test_mail_is_small_enough(turn: OutgoingMail, now: datetime) -> None:
    message = written(turn, now)
    assert len(message.message().as_bytes()) < MOST_BYTES
    assert len(html_of(message).encode()) < MOST_HTML


def test_html_has_no_indentation(turn: OutgoingMail, now: datetime) -> None:
    """It would add a seventh to a mail, and long mails are clipped."""
    assert not re.search(r"\n\s", html_of(written(turn, now)))


def test_longest_list_of_choices_fits(
    started_game: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten people at home, and every place is free."""
    state = positions.state_of(started_game)
    ten = tuple(replace(tribe, people=10) for tribe in state.players)
    full = replace(state, players=ten)
    monkeypatch.setattr(positions, "state_of", lambda game: full)
    message = only(Kind.YOUR_TURN, now)
    assert len(re.findall(r"^ *\d+\. ", str(message.body), re.M)) == 49
    assert len(number_choices(full, 0)) == 49
    assert html_of(message).count('class="chip"') == RECOMMENDED
    assert "44 more choices on the table" in html_of(message)
    assert len(html_of(message).encode()) < MOST_HTML


def test_html_shows_the_attached_picture(turn: OutgoingMail, now: datetime) -> None:
    message = written(turn, now)
    (picture,) = [p for p in message.message().walk() if p["Content-ID"]]
    (shown,) = re.findall(r'<img src="cid:([^"]+)"', html_of(message))
    assert picture["Content-ID"] == f"<{shown}>"
    assert picture.get_content_disposition() == "inline"


def test_picture_has_an_alternative_text(turn: OutgoingMail, now: datetime) -> None:
    (words,) = re.findall(r'<img [^>]*alt="([^"]+)"', html_of(written(turn, now)))
    state = positions.state_of(Game.objects.get())
    assert unescape(words).startswith(f"The board in round {state.round}, with ")
    assert "Hunting grounds: " in words
    assert "Field: " in words


@pytest.mark.usefixtures("calendar_files")
def test_text_only_leaves_out_html_and_picture(
    turn: OutgoingMail, now: datetime
) -> None:
    row = OutgoingMail.objects.select_related("user", "seat", "game__host")
    message = message_for(row.get(pk=turn.pk), now=now, text_only=True)
    assert shape(message.message()) == (
        "multipart/mixed",
        ["text/plain", "text/calendar"],
    )
    assert message.body == written(turn, now).body


# Choices


def test_choices_are_numbered_and_the_best_are_links(
    turn: OutgoingMail, now: datetime
) -> None:
    message = written(turn, now)
    assert turn.seat is not None
    choices = number_choices(positions.state_of(Game.objects.get()), turn.seat.number)
    in_text = re.findall(r"^ *(\d+)\. (.+?):", str(message.body), re.M)
    assert in_text == [(str(choice.number), choice.text) for choice in choices]
    chips = re.findall(r'class="chip"[^>]*>\s*<strong[^>]*>(\d+)<', html_of(message))
    state = positions.state_of(Game.objects.get())
    best = autopilot.choose(state, turn.seat.number)
    (first,) = [choice for choice in choices if choice.command == best]
    assert int(chips[0]) == first.number, "what looks best comes first"
    assert len({*chips}) == len(chips) == min(RECOMMENDED, len(choices))


def test_every_choice_has_a_page_and_no_link_acts(
    turn: OutgoingMail, now: datetime, client: Client, dump: Dump
) -> None:
    """Opens every link of text and HTML like a mail scanner."""
    message = written(turn, database_now())
    hrefs = re.findall(r'href="([^"]+)"', html_of(message))
    choices = re.findall(r'class="chip" href="([^"]+)"', html_of(message))
    before = dump()
    for link in {*hrefs, *links_in(str(message.body))}:
        answer = client.get(urlsplit(unescape(link)).path)
        assert answer.status_code in {200, 302}, link
    assert dump() == before
    assert len(choices) >= 3
    for link in choices:
        page = client.get(urlsplit(link).path).content.decode()
        assert page.count('name="command" value=') == 1


def test_numbers_are_the_same_in_mail_and_page(
    turn: OutgoingMail, client: Client
) -> None:
    message = written(turn, database_now())
    address = urlsplit(links_in(str(message.body))[1]).path
    first = re.findall(r"^ *1\. (.+?):", str(message.body), re.M)[0]
    page = client.get(f"{address}1/").content.decode()
    assert f'name="command" value="{first}"' in page


def test_row_records_what_the_mail_showed(two_player_game: Game, now: datetime) -> None:
    before = two_player_game.version
    sending.send_batch(now=now)
    submit(two_player_game, 0, "forest 3", now=now)
    shown = Game.objects.get().version
    sending.send_batch(now=now + UNDO)
    rows = OutgoingMail.objects.filter(kind=Kind.YOUR_TURN).order_by("pk")
    assert [row.status for row in rows] == ["sent", "sent"]
    assert [row.shown_version for row in rows] == [before, shown]


# Replies


def test_turn_mail_can_be_answered(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    message = only(Kind.YOUR_TURN, now)
    (address,) = message.reply_to
    assert seat_at(address) == seat_of(two_player_game, alice)
    assert message.message()["Reply-To"] == address
    assert "Or reply with a number" in str(message.body)
    assert "Or reply with a number" in html_of(message)


def test_example_is_one_of_the_choices(two_player_game: Game, now: datetime) -> None:
    text = " ".join(str(only(Kind.YOUR_TURN, now).body).split())
    found = re.search(r"in words: “([^”]+)”", text)
    assert found
    choices = number_choices(positions.state_of(two_player_game), 0)
    assert found[1] in [choice.text for choice in choices]


def test_replies_are_not_invited_without_an_address(
    two_player_game: Game, now: datetime, settings: Settings
) -> None:
    settings.REPLY_TO = ""
    message = only(Kind.YOUR_TURN, now)
    assert message.reply_to == []
    assert "Or reply" not in str(message.body) + html_of(message)
    assert "Or add a choice’s number to this address" in str(message.body)


def test_invitation_can_be_answered(
    invited_game: Game, bob: User, now: datetime
) -> None:
    message = only(Kind.INVITATION, now)
    (address,) = message.reply_to
    assert seat_at(address) == Seat.objects.get(user=bob)
    assert "“accept” or “decline”" in " ".join(str(message.body).split())


def test_other_mails_cannot_be_answered(
    invited_game: Game, bob: User, now: datetime
) -> None:
    decline_seat(seat=Seat.objects.get(game=invited_game, user=bob), now=now)
    assert not KINDS[Kind.INVITATION_DECLINED].is_answerable
    assert written(mails(Kind.INVITATION_DECLINED)[0], now).reply_to == []


def test_only_the_seats_player_can_answer(
    two_player_game: Game, alice: User, bob: User, now: datetime
) -> None:
    """A late mail goes to somebody who no longer has the seat."""
    Seat.objects.filter(user=alice).update(user=None)
    Seat.objects.filter(user=bob).update(user=alice)
    (mail,) = mails(Kind.YOUR_TURN, alice)
    row = OutgoingMail.objects.select_related("user", "seat", "game__host")
    assert message_for(row.get(pk=mail.pk), now=now).reply_to == []
