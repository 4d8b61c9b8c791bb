"""A due mail is checked again, sent, and its outcome recorded."""

import smtplib
from collections.abc import Iterable
from datetime import datetime, timedelta

import pytest
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from games.accounts.guest_upgrade import confirm_keeping, request_keeping
from games.links.purposes import request_seat_link
from games.lobby.new_games import cancel_game, create_practice_game
from games.models import Game, User
from games.seats.invitations import decline_seat, open_seat
from notifications.mails.account import GONE
from notifications.mails.turn import NO_LONGER_AWAITED
from notifications.models import Kind, MailStatus, OutgoingMail
from notifications.outbox import rows as outbox
from notifications.sending import send as sending
from notifications.sending.send_policy import NO_ADDRESS
from tests.support.mails import UNDO, Send, a_mail, game_of, kind_of, mails, seat_of
from tests.support.play import submit
from tests.support.standing_time import NOW

HERE = "tests.notifications.sending.test_send"


class ScriptedBackend(BaseEmailBackend):
    """A mail server with scripted results: an exception, or None to accept."""

    answers: list[Exception | None] = []
    refuses_connections = False
    opened = 0
    says_goodbye = True
    accepted: list[EmailMessage] = []

    def open(self) -> bool:
        if ScriptedBackend.refuses_connections:
            raise ConnectionRefusedError("nobody listens")
        ScriptedBackend.opened += 1
        return True

    def close(self) -> None:
        if not ScriptedBackend.says_goodbye:
            raise smtplib.SMTPServerDisconnected("gone without a word")

    def send_messages(self, messages: Iterable[EmailMessage]) -> int:
        error = ScriptedBackend.answers.pop(0) if ScriptedBackend.answers else None
        if error is not None:
            raise error
        ScriptedBackend.accepted.extend(messages)
        return 1


@pytest.fixture
def server(settings: Settings) -> type[ScriptedBackend]:
    settings.EMAIL_BACKEND = f"{HERE}.ScriptedBackend"
    ScriptedBackend.answers, ScriptedBackend.accepted = [], []
    ScriptedBackend.opened, ScriptedBackend.refuses_connections = 0, False
    ScriptedBackend.says_goodbye = True
    return ScriptedBackend


def fate(mail: OutgoingMail) -> tuple[str, str]:
    mail.refresh_from_db()
    return mail.status, mail.reason


# Sent and skipped mails


@pytest.mark.both_databases
def test_number_of_queries_does_not_depend_on_the_table_size(
    server: type[ScriptedBackend],
    alice: User,
    bob: User,
    now: datetime,
    settings: Settings,
) -> None:
    assert settings.TRANSPARENCY_KEYS, "without a key the log of the site costs nothing"
    counts: dict[int, int] = {}
    for emails in (1, 2, 8):
        for _ in range(emails):
            game_of(alice, bob, now=now)
        OutgoingMail.objects.exclude(kind=Kind.YOUR_TURN).delete()
        server.accepted.clear()
        with CaptureQueriesContext(connection) as queries:
            sending.send_batch(now=now)
        assert len(server.accepted) == emails
        counts[emails] = len(queries)
    assert counts[2] <= 2 * counts[1]
    assert counts[8] <= 4 * counts[2]


def test_turn_mail_is_sent(two_player_game: Game, now: datetime, send: Send) -> None:
    (mail,) = mails(Kind.YOUR_TURN)
    recipients = [message.to for message in send(now)]
    assert sorted(recipients) == [["alice@example.org"], ["bob@example.org"]]
    assert fate(mail) == (MailStatus.SENT, "")


def test_played_turn_is_skipped(
    two_player_game: Game, now: datetime, send: Send
) -> None:
    submit(two_player_game, 0, "forest 3", now=now)
    recipients = [message.to for message in send(now + UNDO)]
    assert recipients == [["bob@example.org"]], "only his turn"
    (mail,) = mails(Kind.YOUR_TURN, two_player_game.host)
    assert fate(mail) == (MailStatus.SKIPPED, NO_LONGER_AWAITED)


def test_question_about_kept_games_is_skipped(
    alice: User, bob: User, now: datetime, send: Send
) -> None:
    seat = create_practice_game(now=now)
    assert seat.user is not None
    request_keeping(guest=seat.user, email="bob@example.org", now=now)
    confirm_keeping(seat=seat, user=alice, now=NOW)
    assert send(now) == []
    (mail,) = mails(Kind.KEEP)
    assert fate(mail)[0] == MailStatus.SKIPPED


def test_start_is_not_announced_to_the_first_player(
    two_player_game: Game, bob: User, now: datetime, send: Send
) -> None:
    submit(two_player_game, 0, "forest 3", now=now)
    send(now)
    (mail,) = mails(Kind.GAME_STARTED, bob)
    assert fate(mail)[0] == MailStatus.SKIPPED


def test_earlier_decision_of_the_seat_is_skipped(
    two_player_game: Game, alice: User, now: datetime, send: Send
) -> None:
    submit(two_player_game, 0, "forest 3", now=now)
    submit(two_player_game, 1, "clay pit 3", now=now)
    send(now + UNDO)
    states = [fate(mail)[0] for mail in mails(Kind.YOUR_TURN, alice)]
    assert states == [MailStatus.SKIPPED, MailStatus.SENT]


def test_held_mail_is_sent_when_its_reader_has_left(
    two_player_game: Game, alice: User, now: datetime, send: Send
) -> None:
    submit(two_player_game, 0, "forest 1", now=now)
    submit(two_player_game, 1, "clay pit 5", now=now)
    submit(two_player_game, 0, "quarry 1", now=now)
    *_, mail = mails(Kind.YOUR_TURN, alice)
    send(now + timedelta(minutes=9))
    assert fate(mail)[0] == MailStatus.PENDING
    send(now + timedelta(minutes=10))
    assert fate(mail)[0] == MailStatus.SENT


def test_answered_invitation_is_skipped(
    two_player_game: Game, now: datetime, send: Send
) -> None:
    (mail,) = mails(Kind.INVITATION)
    send(now)
    assert fate(mail)[0] == MailStatus.SKIPPED


def test_withdrawn_invitation_is_skipped(
    invited_game: Game, alice: User, now: datetime, send: Send
) -> None:
    open_seat(seat=invited_game.seats.get(number=1), by=alice, now=now)
    assert send(now) == []


def test_invitation_to_a_cancelled_game_is_skipped(
    invited_game: Game, alice: User, bob: User, now: datetime, send: Send
) -> None:
    cancel_game(game=invited_game, by=alice, now=now)
    (message,) = send(now)
    assert kind_of(message) == Kind.GAME_CANCELLED


def test_finished_game_sends_only_its_result(
    finished_game: Game, now: datetime, send: Send
) -> None:
    messages = send(now + timedelta(days=30))
    assert len(messages) == 2
    assert all(" · Stone Age with " in each.subject for each in messages)
    assert sum("You win!" in each.subject for each in messages) == 1


def test_fresh_link_to_a_dead_invitation_is_skipped(
    invited_game: Game, alice: User, now: datetime, send: Send
) -> None:
    seat = invited_game.seats.get(number=1)
    request_seat_link(seat=seat, now=now)
    cancel_game(game=invited_game, by=alice, now=now)
    send(now)
    (mail,) = mails(Kind.FRESH_LINK)
    assert fate(mail)[0] == MailStatus.SKIPPED


def test_fresh_link_to_a_declined_seat_is_skipped(
    invited_game: Game, now: datetime, send: Send
) -> None:
    seat = invited_game.seats.get(number=1)
    request_seat_link(seat=seat, now=now)
    decline_seat(seat=seat, now=now)
    send(now)
    (mail,) = mails(Kind.FRESH_LINK)
    assert fate(mail)[0] == MailStatus.SKIPPED


def test_declined_invitation_of_a_cancelled_game_is_skipped(
    invited_game: Game, alice: User, now: datetime, send: Send
) -> None:
    decline_seat(seat=invited_game.seats.get(number=1), now=now)
    cancel_game(game=invited_game, by=alice, now=now)
    assert send(now) == []


def test_declined_invitation_that_the_host_replaced_is_skipped(
    invited_game: Game, alice: User, now: datetime, send: Send
) -> None:
    seat = invited_game.seats.get(number=1)
    decline_seat(seat=seat, now=now)
    open_seat(seat=seat, by=alice, now=now)
    assert send(now) == []


def test_fresh_link_to_a_seat_that_changed_hands_is_skipped(
    two_player_game: Game, bob: User, carol: User, now: datetime, send: Send
) -> None:
    seat = seat_of(two_player_game, bob)
    request_seat_link(seat=seat, now=now)
    seat.user = carol
    seat.save()
    send(now)
    (mail,) = mails(Kind.FRESH_LINK)
    assert fate(mail)[0] == MailStatus.SKIPPED


def test_mail_without_recipient_is_skipped(
    bob: User, now: datetime, send: Send
) -> None:
    mail = a_mail(bob, now)
    User.objects.filter(pk=bob.pk).update(email=None)
    assert send(now) == []
    assert fate(mail) == (MailStatus.SKIPPED, NO_ADDRESS)


def test_banned_player_gets_no_mails_about_games(
    two_player_game: Game, bob: User, now: datetime, send: Send
) -> None:
    send(now)
    request_seat_link(seat=seat_of(two_player_game, bob), now=now)
    User.objects.filter(pk=bob.pk).update(is_active=False)
    send(now)
    (mail,) = mails(Kind.FRESH_LINK)
    assert fate(mail) == (
        MailStatus.SKIPPED,
        GONE,
    )


def test_deleted_recipient_is_skipped(bob: User, now: datetime, send: Send) -> None:
    mail = a_mail(bob, now)
    bob.delete()
    assert send(now) == []
    assert fate(mail) == (
        MailStatus.SKIPPED,
        GONE,
    )


# Failures


@pytest.mark.both_databases
def test_temporary_refusal_is_retried(
    server: type[ScriptedBackend], bob: User, now: datetime
) -> None:
    mail = a_mail(bob, now)
    refusal = {"bob@example.org": (451, b"greylisted,\r\n come back")}
    server.answers = [smtplib.SMTPRecipientsRefused(refusal)]
    sending.send_batch(now=now)
    assert fate(mail) == (MailStatus.PENDING, "451 greylisted, come back")
    sending.send_batch(now=now + timedelta(seconds=20))
    assert fate(mail)[0] == MailStatus.SENT
    assert mail.attempts == 2


@pytest.mark.parametrize(
    "refusal",
    [
        smtplib.SMTPRecipientsRefused({"bob@example.org": (550, b"no such user")}),
        smtplib.SMTPDataError(550, b"no such user"),
    ],
)
def test_permanent_refusal_is_final(
    server: type[ScriptedBackend], bob: User, now: datetime, refusal: Exception
) -> None:
    mail = a_mail(bob, now)
    server.answers = [refusal]
    sending.send_batch(now=now)
    assert fate(mail) == (MailStatus.FAILED, "550 no such user")
    assert not sending.send_batch(now=now + timedelta(days=1))


def test_refusal_of_one_mail_does_not_affect_others(
    server: type[ScriptedBackend], bob: User, alice: User, now: datetime
) -> None:
    refused, other = a_mail(bob, now), a_mail(alice, now, "other")
    server.answers = [smtplib.SMTPDataError(550, b"no")]
    sending.send_batch(now=now)
    assert fate(refused)[0] == MailStatus.FAILED
    assert fate(other)[0] == MailStatus.SENT


@pytest.mark.parametrize(
    "trouble", [TimeoutError("slow"), smtplib.SMTPSenderRefused(550, b"no", "us")]
)
def test_temporary_trouble_is_never_final(
    server: type[ScriptedBackend], bob: User, now: datetime, trouble: Exception
) -> None:
    mail = a_mail(bob, now)
    server.answers = [trouble]
    sending.send_batch(now=now)
    assert fate(mail)[0] == MailStatus.PENDING
    assert mail.attempts == 1


def test_unrenderable_mail_is_retried(
    server: type[ScriptedBackend],
    bob: User,
    now: datetime,
    caplog: pytest.LogCaptureFixture,
) -> None:
    mail = a_mail(bob, now, kind="nonsense")
    sending.send_batch(now=now)
    status, reason = fate(mail)
    assert status == MailStatus.PENDING
    assert reason == "it could not be rendered; see the log"
    assert "Traceback" in caplog.text
    assert "KeyError" in caplog.text


def test_unreachable_server_costs_no_attempt(
    server: type[ScriptedBackend], alice: User, bob: User, now: datetime
) -> None:
    both = [a_mail(alice, now, "a"), a_mail(bob, now, "b")]
    server.refuses_connections = True
    assert not sending.send_batch(now=now), "no further batch for now"
    for mail, pauses in zip(both, (2, 1), strict=True):
        assert fate(mail)[1].startswith("nobody listens")
        assert (mail.attempts, mail.due_at) == (0, now + pauses * outbox.OUTAGE_PAUSE)
        assert mail.failing_since is None


@pytest.mark.both_databases
def test_unsaved_outcome_does_not_affect_other_mails(
    server: type[ScriptedBackend],
    bob: User,
    alice: User,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Its lease runs out; it is refused once more, and that is saved."""
    refused, other = a_mail(bob, now), a_mail(alice, now, "other")
    no_such_user = smtplib.SMTPDataError(550, b"5.1.1 no such user")
    server.answers = [no_such_user, None, no_such_user]
    with monkeypatch.context() as patch:
        patch.setattr(sending.bounces, "mark_refused", a_deadlock)
        sending.send_batch(now=now)
    assert "could not be saved" in caplog.text
    assert [fate(mail)[0] for mail in (refused, other)] == ["sending", "sent"]
    sending.send_batch(now=now + outbox.LEASE)
    assert fate(refused)[0] == MailStatus.FAILED


def a_deadlock(mail: OutgoingMail, *, now: datetime) -> None:
    raise OperationalError("deadlock detected")


def test_batch_uses_one_connection(
    server: type[ScriptedBackend], bob: User, now: datetime
) -> None:
    for number in range(5):
        a_mail(bob, now, str(number))
    sending.send_batch(now=now)
    assert (server.opened, len(server.accepted)) == (1, 5)


def test_dropped_connection_is_reopened_once(
    server: type[ScriptedBackend], bob: User, now: datetime
) -> None:
    gone = smtplib.SMTPServerDisconnected("idle for too long")
    both = [a_mail(bob, now, "a"), a_mail(bob, now, "b")]
    server.answers = [None, gone, None]
    sending.send_batch(now=now)
    assert [fate(mail)[0] for mail in both] == [MailStatus.SENT, MailStatus.SENT]
    assert (server.opened, len(server.accepted)) == (2, 2)


def test_server_that_keeps_disconnecting_gets_a_pause(
    server: type[ScriptedBackend], bob: User, now: datetime
) -> None:
    gone = smtplib.SMTPServerDisconnected("go away")
    first, second = a_mail(bob, now, "a"), a_mail(bob, now, "b")
    server.answers = [None, gone, gone]
    sending.send_batch(now=now)
    assert fate(first)[0] == MailStatus.SENT
    assert fate(second)[0] == MailStatus.PENDING
    assert second.attempts == 1


def test_refusal_on_a_kept_connection_affects_only_its_mail(
    server: type[ScriptedBackend], bob: User, now: datetime
) -> None:
    all_three = [a_mail(bob, now, key) for key in "abc"]
    server.answers = [None, smtplib.SMTPDataError(451, b"later"), None]
    sending.send_batch(now=now)
    fates = [fate(mail)[0] for mail in all_three]
    assert fates == [MailStatus.SENT, MailStatus.PENDING, MailStatus.SENT]


def test_server_may_disconnect_without_quit(
    server: type[ScriptedBackend], bob: User, now: datetime
) -> None:
    mail = a_mail(bob, now)
    server.says_goodbye = False
    sending.send_batch(now=now)
    assert fate(mail)[0] == MailStatus.SENT


def test_batch_on_a_slow_server_stays_within_the_lease(
    server: type[ScriptedBackend],
    bob: User,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second = a_mail(bob, now, "a"), a_mail(bob, now, "b")
    monkeypatch.setattr(sending, "BATCH_SECONDS", -1.0)
    assert sending.send_batch(now=now)
    assert fate(first)[0] == MailStatus.SENT
    assert fate(second) == (MailStatus.PENDING, "")
    assert second.attempts == 0


@pytest.mark.both_databases
def test_crash_before_recording_sends_a_copy_with_the_same_message_id(
    server: type[ScriptedBackend],
    bob: User,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    a_mail(bob, now)
    with monkeypatch.context() as patch:
        patch.setattr(outbox, "record_sent", _power_cut)
        with pytest.raises(KeyboardInterrupt):
            sending.send_batch(now=now)
    sending.send_batch(now=now + timedelta(minutes=1))
    assert len(server.accepted) == 1, "the lease still holds"
    sending.send_batch(now=now + outbox.LEASE)
    names = {message.extra_headers["Message-ID"] for message in server.accepted}
    assert (len(server.accepted), names) == (2, {"<test@localhost>"})


def _power_cut(mail: OutgoingMail, **_: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.both_databases
def test_deleted_row_is_ignored(
    server: type[ScriptedBackend],
    bob: User,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outbox, "claim_mails", lambda **_: [12345])
    assert sending.send_batch(now=now)
    assert server.accepted == []
