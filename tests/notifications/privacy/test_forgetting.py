"""No row of any table has a name or an address of a deleted user.

Mails that others wrote are kept until their retention period ends.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from django.apps import apps
from django.test import Client

from games.accounts.addresses import confirm_address, request_addition
from games.accounts.users import update_user, user_for_email
from games.lobby.new_games import create_game
from games.models import Game, TalkMessage, User
from games.orders import write_orders
from games.privacy.forgetting import forget_user
from games.seats.invitations import accept_seat
from games.talk.reports import make_report
from games.web.reader import BACKEND
from notifications import tasks
from notifications.inbox import process
from notifications.inbox.store import receive_mail
from notifications.mailbox import backend
from notifications.mails.account import GONE
from notifications.models import (
    Channel,
    IncomingMail,
    Kind,
    MailboxMessage,
    MailStatus,
    OutgoingMail,
    Reading,
)
from notifications.privacy import mails_of, prune_incoming_mails
from notifications.replies.pending import confirm_reply
from notifications.replies.reply_address import reply_address
from notifications.sending import send as sending
from stoneage_core.terms import Terms
from tests.games.talk.test_talk import say
from tests.notifications.inbox.conftest import a_mail as an_answer
from tests.support.mails import a_mail, ask_to_sign_in, seat_of
from tests.support.proposals import propose_end
from tests.support.standing_time import NOW

ADDRESS, NAME = "ximena@example.net", "Ximena Zapata"


@pytest.fixture(autouse=True)
def _mailbox(settings: pytest.FixtureRequest) -> None:
    """Send mails to the mailbox page, as `manage.py up` does."""
    settings.MAILBOX = True  # type: ignore[attr-defined]
    settings.EMAIL_BACKEND = "notifications.mailbox.backend.MailboxBackend"  # type: ignore[attr-defined]


@pytest.fixture
def ximena(db: None) -> User:
    user = user_for_email(email=ADDRESS, now=NOW)
    return update_user(user=user, name=NAME)


@pytest.fixture
def game(ximena: User, alice: User, bob: User, now: datetime) -> Game:
    """Ximena hosts and plays with Alice and Bob."""
    people = [str(user.email) for user in (ximena, alice, bob)]
    game = create_game(
        host=ximena, players=people, terms=Terms(len(people), first_player=0), now=now
    )
    send(now)
    for user in (alice, bob):
        game = accept_seat(seat=seat_of(game, user), now=now)
    send(now)
    return game


def send(now: datetime) -> None:
    while sending.send_batch(now=now):
        pass


def send_and_lose(now: datetime) -> None:
    """Mails that were sent are out of reach."""
    send(now)
    MailboxMessage.objects.all().delete()


def forget(user: User, now: datetime) -> None:
    forget_user(user=user, now=now)


def stored_texts() -> Iterator[tuple[str, str]]:
    """Return everything stored as text: all columns, and decoded mails."""
    for model in apps.get_models():
        for row in model._default_manager.values():
            for column, value in row.items():
                if isinstance(value, bytes | memoryview):
                    value = bytes(value).decode("utf-8", "replace")
                yield f"{model.__name__}.{column}", str(value)
    for message in MailboxMessage.objects.all():
        for kind in ("plain", "html"):
            yield f"mail {message.pk}", backend.body_part_of(message, kind)


def places_of(*words: str) -> set[str]:
    """Return the places where any of the words occurs, ignoring case."""
    return {
        where
        for where, text in stored_texts()
        for word in words
        if word.lower() in text.lower()
    }


#: Columns with mails that others wrote.
OTHERS = {"IncomingMail.source", "IncomingMail.subject", "IncomingMail.results"}
A_PERIOD = timedelta(days=91)


@pytest.mark.both_databases
def test_nothing_is_found_after_deletion(
    game: Game, ximena: User, alice: User, now: datetime
) -> None:
    browser = Client()
    browser.force_login(ximena, backend=BACKEND)
    say(game, 0, f"Write to {ADDRESS}. {NAME}")
    said = say(game, 1, f"Who is {ADDRESS.upper()}?")
    make_report(reporter=ximena, message=said, reason=NAME, now=now)
    write_orders(seat=seat_of(game, ximena), text="no tools", now=now)
    refusal = f"550 <{ADDRESS}> unknown"
    a_mail(ximena, now, "refused", status=MailStatus.FAILED, reason=refusal)
    a_mail(alice, now, "bounced", status=MailStatus.FAILED, reason=refusal)
    ask_to_sign_in(ADDRESS, next=f"/?q={ADDRESS}", now=now)
    write_replies(game, ximena, alice, now)
    found = places_of(ADDRESS, NAME)
    assert {"User.email", "OutgoingMail.reason", "TalkMessage.text"} <= found
    assert {"MailboxMessage.recipient", "OutgoingMail.next_page"} <= found
    assert {"IncomingMail.sender", "IncomingMail.source"} <= found

    later = now + timedelta(hours=1)
    forget(ximena, later)
    tasks.read_incoming_mails()
    send(later + timedelta(hours=1))
    assert places_of(ADDRESS, NAME, "ximena", "zapata") <= OTHERS
    prune_incoming_mails(now=later + A_PERIOD)
    assert places_of(ADDRESS, NAME, "ximena", "zapata") == set()


def test_former_address_is_deleted(
    game: Game, ximena: User, alice: User, now: datetime
) -> None:
    say(game, 1, f"Who is {ADDRESS}?")
    write_replies(game, ximena, alice, now)
    request_addition(user=ximena, email="xz@example.net", now=now)
    confirm_address(user=ximena, email="xz@example.net")
    send(now)
    forget(User.objects.get(pk=ximena.pk), now)
    tasks.read_incoming_mails()
    assert places_of(ADDRESS, "xz@example.net") <= OTHERS


def test_address_of_another_user_is_kept(
    game: Game, ximena: User, alice: User, now: datetime
) -> None:
    said = say(game, 1, f"Write to {alice.email}")
    request_addition(user=ximena, email=str(alice.email), now=now)
    forget(ximena, now)
    said.refresh_from_db()
    assert said.text == f"Write to {alice.email}"


def write_replies(game: Game, ximena: User, alice: User, now: datetime) -> None:
    """Ximena replies by mail, and Alice quotes what the mails say about her."""
    for number, user in enumerate((ximena, alice)):
        receive_mail(
            an_answer(f"{number}\n> {NAME} sent\n", sender=str(user.email)),
            channel=Channel.COMMAND,
            recipients=[reply_address(seat_of(game, user))],
            sender=str(user.email),
            is_trusted=True,
            now=now,
        )


def test_replies_of_others_are_kept_for_their_period(
    game: Game, ximena: User, alice: User, now: datetime
) -> None:
    write_replies(game, ximena, alice, now)
    (hers,) = mails_of(ximena)["incoming_mails"]
    assert hers["text"].startswith("0\n")
    assert hers["game"] == game.slug
    forget(ximena, now)
    (left,) = IncomingMail.objects.all()
    assert left.user == alice
    assert NAME.encode() in bytes(left.source)
    tasks.read_incoming_mails()
    send(now)
    assert prune_incoming_mails(now=now + A_PERIOD) == 1
    assert places_of(NAME, ADDRESS) == set()


def test_others_draft_is_kept_while_it_can_be_confirmed(
    game: Game, ximena: User, alice: User, now: datetime
) -> None:
    mail = answer(game, alice, f"say Good bye, {NAME}\n", now)
    process.process_batch(now=now)
    mail.refresh_from_db()
    assert mail.reading == Reading.PENDING
    forget(ximena, now)
    mail.refresh_from_db()
    confirm_reply(mail, now=now)
    assert TalkMessage.objects.get().text == f"Good bye, {NAME}"
    TalkMessage.objects.all().delete()
    send_and_lose(now)
    prune_incoming_mails(now=now + A_PERIOD)
    assert places_of(NAME, ADDRESS) == set()


@pytest.mark.both_databases
def test_unconfirmed_draft_is_pruned_eventually(
    game: Game, ximena: User, alice: User, now: datetime
) -> None:
    answer(game, alice, f"say Good bye, {NAME}\n", now)
    process.process_batch(now=now)
    forget(ximena, now)
    assert places_of(NAME) <= OTHERS
    send_and_lose(now)
    prune_incoming_mails(now=now + A_PERIOD)
    assert places_of(NAME, ADDRESS) == set()


def answer(game: Game, user: User, text: str, now: datetime) -> IncomingMail:
    (mail,) = receive_mail(
        an_answer(text, sender=str(user.email)),
        channel=Channel.COMMAND,
        recipients=[reply_address(seat_of(game, user))],
        sender=str(user.email),
        is_trusted=False,
        now=now,
    )
    return mail


def test_open_mails_to_the_user_are_skipped(
    game: Game, ximena: User, now: datetime
) -> None:
    ask_to_sign_in(ADDRESS, now=now)
    forget(ximena, now)
    (mail,) = OutgoingMail.objects.filter(kind=Kind.SIGN_IN)
    assert (mail.status, mail.reason) == (MailStatus.SKIPPED, GONE)
    open_ones = OutgoingMail.objects.filter(user=ximena, status=MailStatus.PENDING)
    assert not open_ones.exists()


def test_no_new_mails_are_posted_to_the_user(
    game: Game, ximena: User, alice: User, now: datetime
) -> None:
    forget(ximena, now)
    before = OutgoingMail.objects.filter(user=ximena).count()
    propose_end(seat=seat_of(game, alice), now=now + timedelta(hours=1))
    assert OutgoingMail.objects.filter(user=ximena).count() == before


def test_mails_of_other_games_stay(
    game: Game, ximena: User, carol: User, now: datetime
) -> None:
    namesake = user_for_email(email="other@example.org", now=NOW)
    update_user(user=namesake, name=NAME)
    create_game(
        host=namesake, players=["other@example.org", "carol@example.org"], now=now
    )
    send(now)
    to_carol = MailboxMessage.objects.filter(recipient="carol@example.org")
    count = to_carol.count()
    assert count
    forget(ximena, now)
    assert to_carol.count() == count
    assert not MailboxMessage.objects.filter(recipient=ADDRESS).exists()


def test_mailbox_is_cleaned_even_if_it_is_off(
    game: Game, ximena: User, now: datetime, settings: pytest.FixtureRequest
) -> None:
    settings.MAILBOX = False  # type: ignore[attr-defined]
    assert "mailbox" not in mails_of(ximena)
    forget(ximena, now)
    assert places_of(ADDRESS, NAME) == set()


def test_message_with_the_name_and_a_korean_particle_is_deleted(
    game: Game, ximena: User, now: datetime
) -> None:
    update_user(user=ximena, name="민수")
    message = MailboxMessage.objects.create(
        recipient="alice@example.org", subject="민수가 떠났습니다", received_at=now
    )
    forget(ximena, now)
    assert not MailboxMessage.objects.filter(pk=message.pk).exists()


def test_export_lists_the_mails(game: Game, ximena: User, now: datetime) -> None:
    data = mails_of(ximena)
    kinds = {mail["kind"] for mail in data["mails"]}
    assert kinds >= {"your_turn"}
    assert {mail["game"] for mail in data["mails"]} == {game.slug}
    assert [message["subject"] for message in data["mailbox"]]
    assert all("Ximena" not in str(mail) for mail in mails_of(User(pk=0))["mails"])
