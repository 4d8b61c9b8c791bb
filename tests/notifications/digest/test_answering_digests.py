"""A digest has one reply address, and numbers that run through all its games."""

import re
from datetime import datetime

import pytest
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse

from games.links.purposes import revoke_links
from games.lobby.new_games import cancel_game, create_game
from games.models import Game, StoredEvent, TalkMessage, User
from games.now import database_now
from games.signals import DecisionDue, publish
from notifications.inbox.process import process_batch
from notifications.inbox.store import receive_mail
from notifications.models import (
    Channel,
    IncomingMail,
    Kind,
    MailStatus,
    OutgoingMail,
    Pace,
    Reading,
)
from notifications.models.incoming import LISTED
from notifications.replies.handle import handle_reply
from notifications.replies.help import digest_help
from notifications.replies.pending import REPLY_LINK, confirm_reply
from notifications.replies.reply_address import digest_at, seat_at
from tests.notifications.digest.test_queue import MORNING, due_in, game_of, to
from tests.notifications.preferences.conftest import fate, wish
from tests.notifications.replies.conftest import fates, fresh, steps, typed, words
from tests.support.mails import (
    Send,
    html_of,
    kind_of,
    kinds_in,
    mails,
    seat_of,
)
from tests.support.play import submit
from tests.support.proposals import propose_end

Games = tuple[Game, Game]
BOTH = (Kind.YOUR_TURN, Kind.REMINDER)
NUMBER = re.compile(r"^ *(\d+)\. ", re.M)


@pytest.fixture
def games(alice: User, bob: User, carol: User, now: datetime) -> Games:
    """Alice is to decide in two games, and gets one mail a day."""
    found = game_of(alice, bob, now=now), game_of(alice, carol, now=now)
    for hours, game in zip((70, 71), found, strict=True):
        due_in(game, alice, hours, now)
    wish(alice, now, pace=Pace.DAILY)
    return found


@pytest.fixture
def digest(games: Games, alice: User, now: datetime, send: Send) -> EmailMessage:
    send(now)
    (message,) = to(alice, list(send(now + MORNING)))
    return message


def take_in(
    message: EmailMessage, user: User, text: str, now: datetime
) -> IncomingMail:
    """Write to the reply address of a digest without naming the answered mail."""
    source = f"From: {user.email}\n\n{text}\n"
    (mail,) = receive_mail(
        source.encode(),
        channel=Channel.SMTP,
        recipients=message.reply_to,
        sender=user.email,
        is_trusted=False,
        now=now,
    )
    return mail


def answer(message: EmailMessage, user: User, text: str, now: datetime) -> IncomingMail:
    mail = take_in(message, user, text, now)
    IncomingMail.objects.filter(pk=mail.pk).update(is_authenticated=True)
    handle_reply(fresh(mail), typed(text), now)
    return fresh(mail)


def number_of(message: EmailMessage, words: str, which: int = 0) -> str:
    """Return the number before some words, at their first or a later occurrence."""
    return str(re.findall(rf"(\d+)\. {words}\b", str(message.body))[which])


def played(games: Games) -> list[bool]:
    return [Game.objects.get(pk=game.pk).version > game.version for game in games]


def report_of(send: Send, now: datetime) -> EmailMessage:
    """Return the email about what came of a reply to a digest."""
    (report,) = (sent for sent in send(now) if kind_of(sent) == Kind.DIGEST_READ)
    return report


def test_numbers_and_address_cover_all_games(
    digest: EmailMessage, games: Games
) -> None:
    assert kinds_in(digest) == [Kind.YOUR_TURN] * 2
    numbers = [int(number) for number in NUMBER.findall(str(digest.body))]
    assert numbers == list(range(1, len(numbers) + 1))
    assert number_of(digest, "forest 3") != number_of(digest, "forest 3", 1)
    (address,) = digest.reply_to
    assert digest_at(address) == mails(Kind.DIGEST)[0]
    assert seat_at(address) is None
    assert "play+" not in str(digest.body)
    assert "mailto:" not in html_of(digest)  # type: ignore[arg-type]


def test_each_number_plays_in_its_own_game(
    digest: EmailMessage, games: Games, alice: User, now: datetime
) -> None:
    first, second = (number_of(digest, "forest 3", at) for at in (0, 1))
    mail = answer(digest, alice, f"{second}\n{first}", now + MORNING)
    assert fates(mail) == ["done", "done"], words(mail)
    assert played(games) == [True, True]
    seats = [seat_of(game, alice).pk for game in games]
    assert [step.seat for step in steps(mail)] == seats[::-1]


def test_stale_number_stops_only_its_own_game(
    digest: EmailMessage, games: Games, alice: User, now: datetime
) -> None:
    submit(games[0], 0, "hut", now=now)
    submit(games[0], 1, "forest 1", now=now)  # so that Alice is asked again
    first, second = (number_of(digest, "forest 3", at) for at in (0, 1))
    text = f"{first}\n{second}\n{number_of(digest, 'field')}"
    mail = answer(digest, alice, text, now + MORNING)
    assert fates(mail) == ["failed", "done", "untried"]
    assert not StoredEvent.objects.filter(game=games[0], command="forest 3").exists()


@pytest.mark.parametrize("line", ["forest 3", "undo", "say Hello", "board", "mumble"])
def test_words_that_fit_several_games_are_asked_back_and_stop_everything(
    digest: EmailMessage, games: Games, alice: User, now: datetime, line: str
) -> None:
    mail = answer(digest, alice, f"{line}\n1", now + MORNING)
    assert fates(mail) == ["failed", "untried"]
    is_named = "Stone Age with Bob (1–" in words(mail)
    assert is_named == (line not in ("board", "mumble"))
    assert played(games) == [False, False]
    assert not TalkMessage.objects.exists()


def test_words_that_fit_an_advanced_game_are_asked_back_too(
    digest: EmailMessage, games: Games, alice: User, now: datetime
) -> None:
    """Alice placed on the page, and may not know that when she writes."""
    submit(games[0], 0, "hut", now=now)
    mail = answer(digest, alice, "forest 3", now + MORNING)
    assert fates(mail) == ["failed"]
    assert played(games) == [True, False]


def test_numbers_and_words_must_agree(
    digest: EmailMessage, games: Games, alice: User, now: datetime
) -> None:
    number = number_of(digest, "forest 3", 1)
    wrong = answer(digest, alice, f"{number}. forest 2", now + MORNING)
    assert fates(wrong) == ["failed"]
    assert "“forest 3”" in words(wrong)
    beyond = answer(digest, alice, "9999", now + MORNING)
    assert fates(beyond) == ["failed"]
    last = NUMBER.findall(str(digest.body))[-1]
    assert last in re.findall(r"\d+", words(beyond))
    right = answer(digest, alice, f"{number}. forest 3", now + MORNING)
    assert fates(right) == ["done"]
    assert played(games) == [False, True]


def test_answer_reports_each_game_and_can_be_answered(
    digest: EmailMessage, games: Games, alice: User, now: datetime, send: Send
) -> None:
    first, second = (number_of(digest, "forest 3", at) for at in (0, 1))
    answer(digest, alice, f"{second}\n{first}\nhutt", now + MORNING)
    told = report_of(send, now + MORNING)
    body = str(told.body)
    places = [
        body.index(words)
        for words in ("with Carol", f"- {second}: done", "with Bob", f"- {first}: done")
    ]
    assert places == sorted(places)
    assert told.reply_to == digest.reply_to
    assert f"{first}</strong>" in html_of(told)  # type: ignore[arg-type]


def test_question_does_not_count_as_an_unreadable_mail(
    digest: EmailMessage, games: Games, alice: User, now: datetime, send: Send
) -> None:
    for line in ("forest 3", "9999", "forest 2", "9998", "undo"):
        assert answer(digest, alice, line, now + MORNING).reading == Reading.DONE
    for number in range(1, 5):
        last = answer(digest, alice, "mumble" * number, now + MORNING)
    assert last.reading == Reading.IGNORED
    send(now + MORNING)
    assert mails(Kind.DIGEST_READ)[-1].status == MailStatus.SENT


def test_mailing_list_loop_is_announced_once(
    digest: EmailMessage, games: Games, alice: User, now: datetime
) -> None:
    for number in range(3):
        receive_mail(
            f"From: {alice.email}\nList-Id: <us.example>\n\n{number}\n".encode(),
            channel=Channel.SMTP,
            recipients=digest.reply_to,
            sender=alice.email,
            is_trusted=True,
            now=now,
        )
    process_batch(now=now)
    assert {mail.why for mail in IncomingMail.objects.all()} == {LISTED}
    assert len(mails(Kind.DIGEST_READ)) == 1


def test_unverified_reply_waits_for_confirmation(
    digest: EmailMessage, games: Games, alice: User, now: datetime, send: Send
) -> None:
    mail = take_in(digest, alice, "1", now)
    handle_reply(fresh(mail), typed("1"), now + MORNING)
    assert fresh(mail).reading == Reading.PENDING
    asked = report_of(send, now + MORNING)
    assert asked.reply_to == []
    assert played(games) == [False, False]
    confirm_reply(mail, now=now + MORNING)
    assert played(games) == [True, False]


def test_confirmation_page_shows_what_would_be_done(
    digest: EmailMessage, games: Games, alice: User, now: datetime, client: Client
) -> None:
    mail = take_in(digest, alice, "1", now)
    handle_reply(fresh(mail), typed("1"), now)
    path = reverse(
        "reply_confirmation", args=[REPLY_LINK.token(mail, now=database_now())]
    )
    assert "hunting grounds 1" in client.get(path).content.decode()


def test_revoking_a_seats_links_revokes_the_address(
    digest: EmailMessage, games: Games, alice: User, now: datetime
) -> None:
    revoke_links(seat=seat_of(games[1], alice), now=now)
    assert digest_at(digest.reply_to[0]) is None


def test_another_list_has_another_address(digest: EmailMessage) -> None:
    """With two copies, one of them lost, neither is read with the other's numbers."""
    row = mails(Kind.DIGEST)[0]
    OutgoingMail.objects.filter(pk=row.pk).update(listed=row.listed[::-1])
    assert digest_at(digest.reply_to[0]) is None


def test_bounced_digest_is_no_reply(digest: EmailMessage, alice: User) -> None:
    row = mails(Kind.DIGEST)[0]
    assert IncomingMail(user=alice, replies_to=row).is_to_digest
    assert not IncomingMail(replies_to=row).is_to_digest


def test_words_are_enough_if_one_game_asks(
    two_player_game: Game, alice: User, bob: User, now: datetime, send: Send
) -> None:
    wish(alice, now, pace=Pace.DAILY)
    due_in(two_player_game, alice, 70, now)
    cancel_game(game=invited(bob, alice, now), by=bob, now=now)
    send(now)
    (message,) = to(alice, list(send(now + MORNING)))
    assert kinds_in(message) == [Kind.GAME_CANCELLED, Kind.YOUR_TURN]
    text = "forest 3\nundo\nforest 2"
    assert fates(answer(message, alice, text, now + MORNING)) == ["done"] * 3


def test_help_explains_replies_to_digests(
    digest: EmailMessage, alice: User, now: datetime, send: Send
) -> None:
    assert fates(answer(digest, alice, "help", now + MORNING)) == ["done"]
    body = " ".join(str(report_of(send, now + MORNING).body).split())
    for _example, meaning in digest_help():
        assert meaning in body


def invited(host: User, guest: User, now: datetime) -> Game:
    people = [str(host.email), str(guest.email)]
    return create_game(host=host, players=people, now=now)


@pytest.mark.parametrize("said", ["accept", "number"])
def test_invitation_is_accepted_from_a_digest(
    games: Games, alice: User, bob: User, now: datetime, send: Send, said: str
) -> None:
    game = invited(bob, alice, now)
    send(now)
    (message,) = to(alice, list(send(now + MORNING)))
    line = number_of(message, "accept") if said == "number" else said
    mail = answer(message, alice, line, now + MORNING)
    assert fates(mail) == ["done"], words(mail)
    assert seat_of(game, alice).invitation == "accepted"


def test_yes_to_two_questions_is_asked_back(
    games: Games, alice: User, bob: User, now: datetime, send: Send
) -> None:
    invited(bob, alice, now)
    propose_end(seat=seat_of(games[0], bob), now=now)
    send(now)
    (message,) = to(alice, list(send(now + MORNING)))
    assert Kind.PROPOSAL_MADE in kinds_in(message)
    assert fates(answer(message, alice, "yes", now + MORNING)) == ["failed"]
    mail = answer(message, alice, number_of(message, "yes"), now + MORNING)
    assert fates(mail) == ["done"], words(mail)
    assert Game.objects.get(pk=games[0].pk).status == "finished"


def test_one_decision_has_one_mail_however_many_ask(
    two_player_game: Game, alice: User, now: datetime, send: Send
) -> None:
    wish(alice, now, pace=Pace.DAILY)
    due_in(two_player_game, alice, 70, now)
    seat = seat_of(two_player_game, alice)
    publish(DecisionDue(seat, now=now))
    send(now)
    (message,) = to(alice, list(send(now + MORNING)))
    assert kind_of(message) in BOTH
    assert message.reply_to
    sent = [fate(mail)[0] for kind in BOTH for mail in mails(kind, alice)]
    assert sorted(sent) == [MailStatus.SENT, MailStatus.SKIPPED]
    assert fate(mails(Kind.DIGEST, alice)[0])[0] == MailStatus.SKIPPED


def test_games_with_equal_names_have_distinct_titles(
    alice: User, bob: User, now: datetime, send: Send
) -> None:
    for game in (game_of(alice, bob, now=now), game_of(alice, bob, now=now)):
        due_in(game, alice, 70, now)
    wish(alice, now, pace=Pace.DAILY)
    send(now)
    (message,) = to(alice, list(send(now + MORNING)))
    for title in ("Stone Age with Bob\n", "Stone Age with Bob, game 2\n"):
        assert f"Place your people · {title}" in str(message.body)


def test_new_game_belongs_to_no_listed_game(
    digest: EmailMessage, alice: User, now: datetime
) -> None:
    mail = answer(digest, alice, "new game Pebble", now)
    assert fates(mail) == ["done"]
    assert Game.objects.latest("pk").host == alice
