"""A digest can be played from: each game in it has its choices, and an address."""

from datetime import datetime
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from django.core.mail import EmailMessage

from games import services
from games.models import Game, User
from notifications import outbox
from notifications.inbox.receiving import receive
from notifications.letters import waiting
from notifications.models import IncomingMail, Kind, MailStatus, Pace, Way
from notifications.occasions import turns
from notifications.replies.addresses import seat_at
from notifications.replies.reading import read
from tests.notifications.conftest import Send, html_of, mails, seat_of
from tests.notifications.replies.conftest import fates, fresh, typed, words
from tests.notifications.wishes.conftest import fate, wish
from tests.notifications.wishes.test_digest import (
    MORNING,
    due_in,
    game_of,
    to,
)

Games = tuple[Game, Game]
BOTH = (Kind.YOUR_TURN, Kind.REMINDER)


@pytest.fixture
def games(alice: User, bob: User, carol: User, now: datetime) -> Games:
    """Alice is to decide in two games, and gets one mail a day."""
    found = game_of(alice, bob, now=now), game_of(alice, carol, now=now)
    for game in found:
        due_in(game, alice, 70, now)
    wish(alice, now, pace=Pace.DAILY)
    return found


@pytest.fixture
def digest(games: Games, alice: User, now: datetime, send: Send) -> EmailMessage:
    send(now)
    (message,) = to(alice, list(send(now + MORNING)))
    return message


def addresses_in(message: EmailMessage) -> list[str]:
    lines = (line.strip() for line in str(message.body).splitlines())
    return [line for line in lines if line.startswith("play+")]


def answer(address: str, user: User, text: str, now: datetime) -> IncomingMail:
    """Write a mail of one's own to an address: it names no mail that it answers."""
    source = f"From: {user.email}\nMessage-ID: <{text[:3]}@x.example>\n\n{text}\n"
    (mail,) = receive(
        source.encode(),
        way=Way.SMTP,
        recipients=[address],
        sender=user.email,
        vouched=True,
        now=now,
    )
    read(fresh(mail), typed(text), now)
    return fresh(mail)


def test_each_game_says_what_is_wanted_and_how_to_answer(
    digest: EmailMessage, games: Games
) -> None:
    body = " ".join(str(digest.body).split())
    assert body.count("You have 5 people left to place") == 2
    assert body.count("forest 3:") == 2
    assert body.count("Or play by mail, with one choice a line") == 2
    seats = [seat_at(address) for address in addresses_in(digest)]
    assert [seat.game for seat in seats if seat] == list(games)
    assert "an answer to this mail itself reaches nobody" in body.lower()
    assert digest.reply_to == []


def test_the_links_of_the_html_name_the_game(
    digest: EmailMessage, games: Games
) -> None:
    html = html_of(digest)  # type: ignore[arg-type]
    links = [part.partition('"')[0] for part in html.split('href="')[1:]]
    mailtos = [urlsplit(link) for link in links if link.startswith("mailto:")]
    assert [unquote(link.path) for link in mailtos] == addresses_in(digest)
    subjects = [parse_qs(link.query)["subject"][0] for link in mailtos]
    assert subjects == [
        "Place your people · Stone Age with Bob",
        "Place your people · Stone Age with Carol",
    ]


@pytest.mark.parametrize("line", ["forest 3", "1", "1. hunting grounds 1"])
def test_numbers_and_words_play_in_the_game_of_the_address(
    digest: EmailMessage, games: Games, alice: User, now: datetime, line: str
) -> None:
    mail = answer(addresses_in(digest)[1], alice, line, now + MORNING)
    assert fates(mail) == ["done"], words(mail)
    untouched, played = (Game.objects.get(pk=game.pk) for game in games)
    assert (untouched.version, played.version > games[1].version) == (
        games[0].version,
        True,
    )


def test_of_too_many_choices_only_the_board_tells(
    games: Games,
    alice: User,
    now: datetime,
    send: Send,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(waiting, "MOST_CHOICES", 5)
    send(now)
    (message,) = to(alice, list(send(now + MORNING)))
    body = " ".join(str(message.body).split())
    assert "YOUR CHOICES" not in body
    assert body.count("“board” brings you your choices") == 2
    address = addresses_in(message)[0]
    assert fates(answer(address, alice, "1", now + MORNING)) == ["failed"]
    assert fates(answer(address, alice, "board\nforest 3", now + MORNING)) == [
        "done",
        "done",
    ]


def test_with_one_game_the_digest_itself_is_answered(
    two_player_game: Game, alice: User, bob: User, now: datetime, send: Send
) -> None:
    wish(alice, now, pace=Pace.DAILY)
    due_in(two_player_game, alice, 70, now)
    services.game_cancel(game=invited(bob, alice, now), by=bob, now=now)
    send(now)
    (message,) = to(alice, list(send(now + MORNING)))
    assert message.subject == "1 game waits for you, and 1 piece of news"
    assert message.reply_to == addresses_in(message)
    assert "address of its own" not in str(message.body)
    mail = answer(message.reply_to[0], alice, "2", now + MORNING)
    assert fates(mail) == ["done"]


def invited(host: User, guest: User, now: datetime) -> Game:
    people = [str(host.email), str(guest.email)]
    return services.game_create(host=host, players=people, now=now)


def test_an_invitation_is_accepted_from_a_digest(
    games: Games, alice: User, bob: User, now: datetime, send: Send
) -> None:
    game = invited(bob, alice, now)
    send(now)
    (message,) = to(alice, list(send(now + MORNING)))
    assert "Write “accept” or “decline” to:" in str(message.body)
    assert message.reply_to == []
    address = addresses_in(message)[-1]
    assert f'href="mailto:{address}?subject=' in html_of(message).replace("%2B", "+")  # type: ignore[arg-type]
    mail = answer(address, alice, "accept", now + MORNING)
    assert fates(mail) == ["done"], words(mail)
    assert seat_of(game, alice).invitation == "accepted"


def test_a_vote_is_cast_from_a_digest(
    games: Games, alice: User, bob: User, now: datetime, send: Send
) -> None:
    services.end_propose(seat=seat_of(games[0], bob), now=now)
    send(now)
    (message,) = to(alice, list(send(now + MORNING)))
    body = " ".join(str(message.body).split())
    assert "Bob proposes to end the game as it stands. It takes the yes of all" in body
    assert "Write “yes” or “no” to:" in body
    mail = answer(addresses_in(message)[-1], alice, "yes", now + MORNING)
    assert fates(mail) == ["done"], words(mail)
    assert Game.objects.get(pk=games[0].pk).status == "finished"


def test_one_decision_has_its_own_mail_however_many_ask_for_it(
    two_player_game: Game, alice: User, now: datetime, send: Send
) -> None:
    wish(alice, now, pace=Pace.DAILY)
    due_in(two_player_game, alice, 70, now)
    seat = seat_of(two_player_game, alice)
    outbox.post(turns.reminder(seat, now), now=now)
    send(now)
    (message,) = to(alice, list(send(now + MORNING)))
    assert "Place your people · round 1 · Stone Age" in message.subject
    assert message.reply_to
    sent = [fate(mail)[0] for kind in BOTH for mail in mails(kind, alice)]
    assert sorted(sent) == [MailStatus.SENT, MailStatus.SKIPPED]
    assert fate(mails(Kind.DIGEST, alice)[0])[0] == MailStatus.SKIPPED


def test_games_that_read_alike_are_told_apart(
    alice: User, bob: User, now: datetime, send: Send
) -> None:
    for game in (game_of(alice, bob, now=now), game_of(alice, bob, now=now)):
        due_in(game, alice, 70, now)
    wish(alice, now, pace=Pace.DAILY)
    send(now)
    (message,) = to(alice, list(send(now + MORNING)))
    for title in ("Stone Age with Bob\n", "Stone Age with Bob, game 2\n"):
        assert f"Place your people · {title}" in str(message.body)
