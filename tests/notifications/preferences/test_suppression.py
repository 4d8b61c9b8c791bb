"""Mails that strangers can request: a few a day, or none."""

from collections import Counter
from datetime import datetime, timedelta
from urllib.parse import urlsplit

import pytest
from django.conf import LazySettings
from django.core.mail import EmailMultiAlternatives
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django.asserts import assertTemplateUsed

from config.monitoring.log_lines import redact
from games.accounts.addresses import drop_unused, request_addition
from games.accounts.guest_upgrade import request_keeping
from games.leagues.inviting import invite_people
from games.limits import UNASKED_MAILS, Limit
from games.links.purposes import NO_MAIL_LINK, UNSUBSCRIBE_LINK, request_seat_link
from games.lobby.new_games import cancel_game, create_game, create_practice_game
from games.models import Game, Unreachable, User
from games.now import database_now
from games.people.reachability import mark_unreachable, try_address
from games.privacy.forgetting import forget_user
from notifications.mails.base import KINDS
from notifications.models import Kind, MailStatus, OutgoingMail, Suppression
from notifications.models.channels import Webhook
from notifications.privacy import mails_of
from notifications.sending.render import message_for
from notifications.sending.send import ENOUGH
from notifications.sending.send_policy import NEVER
from notifications.webhooks import new_secret
from stoneage_core.terms import Terms
from tests.notifications.preferences.test_pages import ONE_CLICK
from tests.support.leagues import league_of
from tests.support.mails import Send, ask_to_sign_in, game_of, html_of, mails
from tests.support.pages import text_of, values_of

UNASKED = {name for name, kind in KINDS.items() if kind.can_be_requested_by_anybody}
VICTIM = "victim@gmail.com"
#: Spellings of one address that a stranger can type.
SPELLINGS = (
    VICTIM,
    "Victim+1@gmail.com",
    "v.ictim@gmail.com",
    "vi.ctim@googlemail.com",
)
MINUTES = timedelta(minutes=2)
DAY = timedelta(days=1)

pytestmark = pytest.mark.django_db


@pytest.fixture
def now() -> datetime:
    """The pages use the real clock, so mails are of the same day."""
    return database_now()


@pytest.fixture
def stranger() -> Client:
    return Client(enforce_csrf_checks=True)


def fates() -> Counter[tuple[str, str]]:
    rows = OutgoingMail.objects.values_list("status", "reason")
    return Counter((status, reason) for status, reason in rows)


def page_of(user: User, now: datetime) -> str:
    return urlsplit(NO_MAIL_LINK.url(user, now=now)).path


def ask(address: str, now: datetime) -> User:
    return ask_to_sign_in(address, now=now)


# The daily limit


def test_strangers_can_request_a_few_mails_a_day(
    alice: User, send: Send, now: datetime
) -> None:
    """Of all kinds together, however the address is spelled."""
    for number in range(40):
        moment = now + number * MINUTES
        ask(SPELLINGS[number % len(SPELLINGS)], moment)
        players = [alice.email or "", SPELLINGS[number % 2]]
        create_game(host=alice, players=players, now=moment)
        send(moment)
    request_addition(user=alice, email=VICTIM, now=moment)
    assert len(send(moment)) == UNASKED_MAILS.most
    sent, told = (MailStatus.SENT, ""), (MailStatus.SKIPPED, ENOUGH)
    assert fates() == {sent: UNASKED_MAILS.most, told: 81 - UNASKED_MAILS.most}
    ask(VICTIM, now + DAY)
    assert len(send(now + DAY)) == UNASKED_MAILS.most + 1


def test_cancelled_game_counts_within_the_same_limit(
    alice: User, send: Send, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "notifications.preferences.services.UNASKED_MAILS", Limit("two", 2, 86400)
    )
    for _ in range(2):
        players = [alice.email or "", VICTIM]
        game = create_game(host=alice, players=players, now=now)
        send(now)
        cancel_game(game=game, by=alice, now=now)
    assert len(send(now)) == 2


def test_notices_about_unreachable_players_count_too(
    alice: User, send: Send, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "notifications.preferences.services.UNASKED_MAILS", Limit("one", 1, 86400)
    )
    victim = User.objects.create_user(VICTIM)
    mark_unreachable(user=victim, why=Unreachable.BOUNCED, now=now)
    Webhook.objects.create(
        user=victim, url="https://hook.example/", secret=new_secret(), made_at=now
    )
    for _ in range(2):
        create_game(host=alice, players=[alice.email or "", VICTIM], now=now)
        send(now)
    assert len(mails(Kind.WEBHOOK)) == 1


def test_retried_mail_counts_once(
    send: Send, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(VICTIM, now)
    with monkeypatch.context() as patch:
        down = "notifications.sending.send.SmtpSession.hand_over"
        patch.setattr(down, lambda *_: (_ for _ in ()).throw(TimeoutError("busy")))
        for number in range(UNASKED_MAILS.most + 3):
            send(now + number * MINUTES)
    later = now + timedelta(hours=6)
    for number in range(1, UNASKED_MAILS.most):
        ask(VICTIM, later + number * MINUTES)
    assert len(send(later + timedelta(hours=1))) == UNASKED_MAILS.most


def test_mails_of_running_games_are_not_counted(
    alice: User, bob: User, send: Send, now: datetime
) -> None:
    game_of(alice, bob, now=now)
    send(now)
    counted = OutgoingMail.objects.filter(is_counted=True)
    assert {mail.kind for mail in counted} <= UNASKED
    assert OutgoingMail.objects.filter(kind=Kind.YOUR_TURN, is_counted=False).exists()


# Blocking


def asked_mails(alice: User, game: Game, now: datetime) -> list[OutgoingMail]:
    """A mail of each kind that anybody can request, except one of the staff's."""
    seat = game.seats.get(user=alice)
    guest = create_practice_game(now=now)
    ask(alice.email or "", now)
    request_seat_link(seat=seat, now=now)
    mark_unreachable(user=alice, why=Unreachable.BOUNCED, now=now)
    try_address(user=alice, now=now)
    assert guest.user is not None
    request_keeping(guest=guest.user, email=VICTIM, now=now)
    request_addition(user=alice, email=VICTIM, now=now)
    create_game(
        host=alice, players=[alice, VICTIM], terms=Terms(2, first_player=0), now=now
    )
    league = league_of(alice, [alice], now=now)
    invite_people(league=league, by=alice, emails=[VICTIM], now=now)
    found = OutgoingMail.objects.filter(kind__in=UNASKED, status=MailStatus.PENDING)
    return list(found.order_by("kind"))


def test_each_unsolicited_mail_has_a_link_to_block_them(
    two_player_game: Game, alice: User, now: datetime, stranger: Client, send: Send
) -> None:
    send(now)
    written = asked_mails(alice, two_player_game, now)
    assert {mail.kind for mail in written} == UNASKED - {
        Kind.SEAT_OFFER,
        Kind.INVITATION_REMINDER,
    }
    for mail in written:
        assert mail.user is not None
        message, page = message_for(mail, now=now), page_of(mail.user, now)
        assert page in str(message.body)
        assert page in html_of(message)
        told = message.extra_headers["List-Unsubscribe"]
        assert page in told or "/mail/" in told
        post = message.extra_headers["List-Unsubscribe-Post"]
        assert post == "List-Unsubscribe=One-Click"
        assert stranger.get(page).status_code == 200


def test_mails_of_own_games_have_no_such_link(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    (mail,) = mails(Kind.YOUR_TURN, alice)
    assert "/no-mail/" not in str(message_for(mail, now=now).body)


def one_click(message: EmailMultiAlternatives, client: Client) -> int:
    """Post like a mail program, without a cookie."""
    address = message.extra_headers["List-Unsubscribe"].strip("<>")
    return client.post(urlsplit(address).path, ONE_CLICK).status_code


def test_one_click_blocks_mails_requested_by_strangers(
    alice: User, now: datetime, stranger: Client, send: Send
) -> None:
    ask(VICTIM, now)
    (message,) = send(now)
    assert one_click(message, stranger) == 200
    for number, spelled in enumerate(SPELLINGS, 1):
        moment = now + number * MINUTES
        ask(spelled, moment)
        request_addition(user=alice, email=spelled, now=moment)
        players = [alice.email or "", spelled]
        create_game(host=alice, players=players, now=moment)
        assert len(send(moment)) == 1
    skipped = OutgoingMail.objects.filter(status=MailStatus.SKIPPED, reason=NEVER)
    assert skipped.count() == 3 * len(SPELLINGS)


def test_opening_the_page_changes_nothing(
    alice: User, now: datetime, stranger: Client
) -> None:
    page = page_of(alice, now)
    for answer in (stranger.get(page), stranger.head(page)):
        assert answer.status_code == 200
    assert stranger.post(page, {"do": "nonsense"}).status_code == 200
    assert not Suppression.objects.exists()
    assert values_of(stranger.get(page).text, "do") == ["stop"]


def test_reader_can_lift_the_block_on_the_same_page(
    alice: User, now: datetime, stranger: Client, send: Send
) -> None:
    page = page_of(alice, now)
    for _ in range(2):
        stopped = stranger.post(page, {"do": "stop"})
    assert stopped.context["is_off"]
    again = stranger.post(page, {"do": "again"})
    assert (again.context["is_off"], again.context["is_done"]) == (False, True)
    ask(alice.email or "", now)
    assert len(send(now)) == 1


def test_operator_can_lift_the_block(
    alice: User, now: datetime, stranger: Client, send: Send
) -> None:
    stranger.post(page_of(alice, now), ONE_CLICK)
    call_command("allow_mail", "Alice+games@example.org")
    with pytest.raises(CommandError):
        call_command("allow_mail", "alice@example.org")
    ask("alice@example.org", now)
    assert len(send(now)) == 1


def test_player_still_gets_mails_of_their_games(
    alice: User, bob: User, now: datetime, stranger: Client, send: Send
) -> None:
    stranger.post(page_of(alice, now), ONE_CLICK)
    game_of(alice, bob, now=now)
    send(now)
    (turn,) = mails(Kind.YOUR_TURN, alice)
    assert turn.status == MailStatus.SENT


def test_sign_in_page_does_not_reveal_a_block(
    alice: User, now: datetime, client: Client
) -> None:
    client.post(page_of(alice, now), ONE_CLICK)
    told = []
    for email in (str(alice.email), "nobody@example.org"):
        page = client.post("/account/login/", {"email": email}, follow=True)
        assertTemplateUsed(page, "games/_no_mail_comes.html")
        told.append(text_of(page.content.decode()).replace(email, ""))
    assert told[0] == told[1]


def test_preferences_page_mentions_the_block(
    alice: User, now: datetime, client: Client
) -> None:
    page, never = "/mail/", page_of(alice, now)
    client.force_login(alice)
    assert not client.get(page).context["is_suppressed"]
    client.post(never, ONE_CLICK)
    assert client.get(page).context["is_suppressed"]
    assert mails_of(alice)["never_at_the_request_of_others"]


def test_link_works_for_an_address_without_a_user(
    now: datetime, stranger: Client, send: Send
) -> None:
    """The user who entered it was deleted, and the address with them."""
    user = ask(VICTIM, now)
    page = page_of(user, now)
    drop_unused(user=user)
    assert stranger.post(page, ONE_CLICK).status_code == 200
    ask(VICTIM, now + MINUTES)
    assert send(now + MINUTES) == []


def test_block_outlives_the_user(
    alice: User, now: datetime, stranger: Client, send: Send
) -> None:
    address = str(alice.email)
    stranger.post(page_of(alice, now), ONE_CLICK)
    forget_user(user=alice, now=now)
    ask(address, now + MINUTES)
    assert send(now + MINUTES) == []


def test_block_outlives_a_change_of_the_secret_key(
    alice: User, now: datetime, stranger: Client, send: Send, settings: LazySettings
) -> None:
    page = page_of(alice, now)
    stranger.post(page, ONE_CLICK)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another"
    ask(alice.email or "", now)
    assert send(now) == []
    stranger.post(page, {"do": "again"})
    assert not Suppression.objects.exists()


def test_address_cannot_be_read_from_the_block_or_logs(
    alice: User, now: datetime, stranger: Client
) -> None:
    page = page_of(alice, now)
    stranger.post(page, ONE_CLICK)
    (row,) = Suppression.objects.values()
    assert "alice" not in str(row)
    assert redact(f"GET {page}") == "GET /no-mail/[token]/"


def test_other_and_forged_links_are_rejected(
    alice: User, now: datetime, stranger: Client
) -> None:
    token = page_of(alice, now).split("/")[2]
    other = UNSUBSCRIBE_LINK.token(alice, "turns", None, None, now=now)
    for wrong in (other, f"1{token}", token[:-1], "x"):
        assert stranger.post(f"/no-mail/{wrong}/", ONE_CLICK).status_code == 404
    assert not Suppression.objects.exists()
