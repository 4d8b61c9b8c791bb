"""Mails that wait together go in one digest; whatever happens to it, none is lost."""

import smtplib
from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Barrier, Thread

import pytest
from django.core.mail import EmailMessage
from django.db import connection
from django.db.models import QuerySet

from games.lobby.new_games import create_game
from games.models import Game, Seat, User
from notifications import digests
from notifications.mails.turn import NO_LONGER_AWAITED
from notifications.models import Kind, MailStatus, OutgoingMail, Pace, Topic
from notifications.outbox import retry_policy
from notifications.outbox import rows as outbox
from notifications.outbox.delays import oldest_delay
from notifications.preferences import services
from notifications.preferences.schedule import Why
from notifications.preferences.services import Change
from notifications.sending import send as sending
from notifications.sending.send import SmtpSession
from tests.notifications.mails.test_calendar_entry import calendar_in
from tests.notifications.preferences.conftest import fate, sent_at, wish
from tests.notifications.sending.test_send import ScriptedBackend, server
from tests.support.mails import (
    Send,
    ask_to_sign_in,
    game_of,
    html_of,
    kind_of,
    kinds_in,
    links_in,
    mails,
    seat_of,
)
from tests.support.play import submit

__all__ = ["server"]

Games = tuple[Game, ...]

#: The tests begin at noon, UTC; the next digest is due at eight in the morning.
MORNING = timedelta(hours=20)
HOUR = timedelta(hours=1)


def due_in(game: Game, user: User, hours: int, now: datetime) -> None:
    deadline = now + timedelta(hours=hours)
    Seat.objects.filter(game=game, user=user).update(deadline_at=deadline)


@pytest.fixture
def games_of_alice(alice: User, bob: User, carol: User, now: datetime) -> Games:
    """Alice is to decide in three games; the last began first."""
    found = (
        game_of(alice, bob, now=now),
        game_of(alice, carol, now=now),
        game_of(alice, bob, carol, now=now),
    )
    for hours, game in zip((70, 60, 50), found, strict=True):
        due_in(game, alice, hours, now)
    return found


@pytest.fixture
def daily(games_of_alice: Games, alice: User, now: datetime) -> None:
    wish(alice, now, pace=Pace.DAILY)


def to(user: User, sent: list[EmailMessage]) -> list[EmailMessage]:
    return [message for message in sent if message.to == [user.email]]


def statuses(user: User, kind: Kind) -> list[str]:
    return [fate(mail)[0] for mail in mails(kind, user)]


# Content


@pytest.mark.both_databases
def test_digest_lists_three_games_by_urgency(
    daily: None,
    games_of_alice: Games,
    alice: User,
    now: datetime,
    send: Send,
) -> None:
    assert to(alice, list(send(now))) == []
    (message,) = to(alice, list(send(now + MORNING)))
    assert kinds_in(message) == [Kind.YOUR_TURN] * 3
    titles = ["Bob and Carol\n", "Carol\n", "Bob\n"]
    places = [message.body.index(f"Stone Age with {title}") for title in titles]
    assert places == sorted(places)
    assert "Sunday 22 November 2026, 14:00" in message.body
    plays = [link for link in links_in(message.body) if "/play/" in link]
    assert len(plays) == 6, "to each game, and to its choices"
    assert all(link in html_of(message) for link in plays)  # type: ignore[arg-type]


@pytest.mark.usefixtures("calendar_files")
def test_all_deadlines_are_in_the_calendar(
    daily: None, games_of_alice: Games, alice: User, now: datetime, send: Send
) -> None:
    (message,) = to(alice, list(send(now + MORNING)))
    entries = calendar_in(message).walk("VEVENT")  # type: ignore[arg-type]
    seats = [seat_of(game, alice) for game in games_of_alice]
    assert {entry.decoded("dtend") for entry in entries} == {
        seat.deadline_at for seat in seats
    }
    assert len({entry["UID"] for entry in entries}) == len(seats)


def test_news_follow_the_decisions(
    daily: None,
    games_of_alice: Games,
    alice: User,
    bob: User,
    now: datetime,
    send: Send,
) -> None:
    people = [str(bob.email), str(alice.email)]
    create_game(host=bob, players=people, now=now)
    send(now)
    (message,) = to(alice, list(send(now + MORNING)))
    assert kinds_in(message) == [Kind.INVITATION, *[Kind.YOUR_TURN] * 3]
    assert message.body.index("/play/") < message.body.index("/invitation/")


def test_each_part_names_its_digest(
    daily: None, alice: User, now: datetime, send: Send
) -> None:
    send(now)
    for mail in mails(Kind.YOUR_TURN, alice):
        assert fate(mail) == (MailStatus.PENDING, Why.DAILY)
        assert mail.attempts == 0
    send(now + MORNING)
    (digest,) = mails(Kind.DIGEST)
    for mail in mails(Kind.YOUR_TURN, alice):
        included = digests.INCLUDED.format(message_id=digest.message_id)
        assert fate(mail) == (MailStatus.SKIPPED, included)
        steps = mail.steps.order_by("pk").values_list("what", flat=True)
        assert list(steps) == ["deferred", "skipped"]


def test_single_mail_is_sent_separately(
    two_player_game: Game, alice: User, now: datetime, send: Send
) -> None:
    wish(alice, now, pace=Pace.DAILY)
    send(now)
    due_in(two_player_game, alice, 70, now)
    (message,) = to(alice, list(send(now + MORNING)))
    assert kind_of(message) == Kind.YOUR_TURN
    assert statuses(alice, Kind.YOUR_TURN) == [MailStatus.SENT]
    assert statuses(alice, Kind.DIGEST) == [MailStatus.SKIPPED]


def test_decision_made_meanwhile_is_left_out(
    daily: None,
    games_of_alice: Games,
    alice: User,
    now: datetime,
    send: Send,
) -> None:
    send(now)
    submit(games_of_alice[0], 0, "forest 5", now=now)
    (message,) = to(alice, list(send(now + MORNING)))
    assert kinds_in(message) == [Kind.YOUR_TURN] * 2
    done = mails(Kind.YOUR_TURN, alice)[0]
    assert fate(done) == (MailStatus.SKIPPED, NO_LONGER_AWAITED)


def test_empty_digest_is_not_sent(
    daily: None,
    games_of_alice: Games,
    alice: User,
    now: datetime,
    send: Send,
) -> None:
    send(now)
    for game in games_of_alice:
        submit(game, 0, "forest 5", now=now)
    assert to(alice, list(send(now + MORNING))) == []
    assert statuses(alice, Kind.DIGEST) == [MailStatus.SKIPPED]


def test_urgent_mail_is_sent_at_once_and_separately(
    daily: None,
    games_of_alice: Games,
    alice: User,
    now: datetime,
    send: Send,
) -> None:
    due_in(games_of_alice[1], alice, 3, now)
    (message,) = to(alice, list(send(now)))
    assert "Carol" in message.subject
    waiting = [MailStatus.PENDING, MailStatus.SENT, MailStatus.PENDING]
    assert statuses(alice, Kind.YOUR_TURN) == waiting


# Hourly pace


def test_mails_due_together_go_in_one_digest_and_later_ones_an_hour_later(
    games_of_alice: Games, alice: User, bob: User, now: datetime, send: Send
) -> None:
    wish(alice, now, pace=Pace.HOURLY)
    (message,) = to(alice, list(send(now)))
    assert kinds_in(message) == [Kind.YOUR_TURN] * 3
    sent_at(now)
    game_of(alice, bob, now=now)
    due_in(Game.objects.latest("pk"), alice, 70, now)
    assert len(to(alice, list(send(now)))) == 1, "one an hour"
    assert len(to(alice, list(send(now + HOUR)))) == 2


def test_mails_without_topic_ignore_the_pace(
    daily: None, alice: User, now: datetime, send: Send
) -> None:
    ask_to_sign_in(str(alice.email), now=now)
    (message,) = to(alice, list(send(now)))
    assert "/sign-in/" in message.body


# Changed preferences


def test_mails_come_at_once_again_if_the_player_wants_that(
    daily: None, alice: User, now: datetime, send: Send
) -> None:
    send(now)
    wish(alice, now, pace=Pace.AT_ONCE)
    assert len(to(alice, list(send(now)))) == 3
    assert fate(mails(Kind.DIGEST)[0])[0] == MailStatus.PENDING
    send(now + MORNING)
    assert statuses(alice, Kind.DIGEST) == [MailStatus.SKIPPED]


def test_topic_turned_off_while_waiting_is_left_out(
    daily: None,
    games_of_alice: Games,
    alice: User,
    now: datetime,
    send: Send,
) -> None:
    send(now)
    off = Change(Topic.TURNS, False, games_of_alice[0])
    services.save_preferences(user=alice, changes=[off], now=now)
    sent = {kind_of(one): one for one in to(alice, list(send(now + MORNING)))}
    assert sent.keys() == {Kind.DIGEST, Kind.ACCOUNT_SECURED}
    assert kinds_in(sent[Kind.DIGEST]) == [Kind.YOUR_TURN] * 2


@pytest.mark.both_databases
def test_digest_being_sent_keeps_its_parts(
    daily: None, alice: User, now: datetime, send: Send
) -> None:
    """Preferences that change while a digest is being sent release no part of it."""
    send(now)
    outbox.claim_mails(now=now + MORNING, limit=20)
    wish(alice, now + MORNING, pace=Pace.AT_ONCE)
    assert all(mail.part_of_id for mail in mails(Kind.YOUR_TURN, alice))


# Failures


def test_deferred_digest_loses_nothing(
    daily: None, server: type[ScriptedBackend], alice: User, now: datetime
) -> None:
    deliver(now)
    refusal = {str(alice.email): (451, b"later")}
    server.accepted, server.answers = [], [smtplib.SMTPRecipientsRefused(refusal)]
    deliver(now + MORNING)
    assert server.accepted == []
    assert set(statuses(alice, Kind.YOUR_TURN)) == {MailStatus.PENDING}
    deliver(now + MORNING + retry_policy.FIRST_RETRY)
    (message,) = server.accepted
    assert kinds_in(message) == [Kind.YOUR_TURN] * 3
    assert set(statuses(alice, Kind.YOUR_TURN)) == {MailStatus.SKIPPED}


def test_parts_of_a_failed_digest_are_sent_separately(
    daily: None, server: type[ScriptedBackend], alice: User, now: datetime
) -> None:
    deliver(now)
    server.accepted, server.answers = [], [smtplib.SMTPDataError(554, b"no digests")]
    deliver(now + MORNING)
    assert statuses(alice, Kind.DIGEST) == [MailStatus.FAILED]
    assert len(to(alice, server.accepted)) == 3
    assert set(statuses(alice, Kind.YOUR_TURN)) == {MailStatus.SENT}


def test_unrenderable_digest_is_given_up_and_its_parts_are_sent(
    daily: None,
    server: type[ScriptedBackend],
    alice: User,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(mail: OutgoingMail, now: datetime) -> None:
        raise ValueError("a slip in the digest")

    monkeypatch.setattr("notifications.digests.digest_context", broken)
    deliver(now)
    server.accepted.clear()
    moment = now + MORNING
    while moment <= now + MORNING + 2 * retry_policy.LONGEST_DIGEST_TRIED:
        deliver(moment)
        moment += timedelta(minutes=10)
    assert len(to(alice, server.accepted)) == 3


def test_unreachable_server_keeps_the_digest_whole(
    daily: None, server: type[ScriptedBackend], alice: User, now: datetime
) -> None:
    deliver(now)
    server.accepted, server.refuses_connections = [], True
    sending.send_batch(now=now + MORNING)
    (digest,) = mails(Kind.DIGEST)
    assert (fate(digest)[0], digest.attempts) == (MailStatus.PENDING, 0)
    server.refuses_connections = False
    deliver(now + MORNING + 2 * outbox.OUTAGE_PAUSE)
    assert len(server.accepted) == 1


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "where",
    [
        "notifications.sending.send.decide_digest",  # before everything
        "notifications.sending.send.message_for",  # checked, not sent
        "notifications.outbox.rows.record_sent",  # sent, not recorded
        "notifications.digests.skip",  # sent, half recorded
    ],
)
def test_crash_loses_no_part_and_sends_none_separately(
    daily: None,
    server: type[ScriptedBackend],
    alice: User,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
    where: str,
) -> None:
    deliver(now)
    server.accepted.clear()
    with monkeypatch.context() as patch:
        patch.setattr(where, _power_cut)
        with pytest.raises(KeyboardInterrupt):
            sending.send_batch(now=now + MORNING)
    assert set(statuses(alice, Kind.YOUR_TURN)) == {MailStatus.PENDING}
    deliver(now + MORNING + outbox.LEASE)
    names = {message.extra_headers["Message-ID"] for message in server.accepted}
    assert len(names) == 1, "a copy has the same Message-ID"
    assert set(statuses(alice, Kind.YOUR_TURN)) == {MailStatus.SKIPPED}
    assert statuses(alice, Kind.DIGEST) == [MailStatus.SENT]


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "where",
    ["notifications.digests.new_mail", "notifications.outbox.rows.put_off"],
)
def test_crash_while_joining_a_digest_loses_nothing(
    daily: None,
    server: type[ScriptedBackend],
    alice: User,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
    where: str,
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(where, _power_cut)
        with pytest.raises(KeyboardInterrupt):
            sending.send_batch(now=now)
    assert mails(Kind.DIGEST) == []
    deliver(now + outbox.LEASE)
    server.accepted.clear()
    deliver(now + MORNING)
    (message,) = server.accepted
    assert kinds_in(message) == [Kind.YOUR_TURN] * 3


def _power_cut(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def deliver(now: datetime) -> None:
    while sending.send_batch(now=now):
        pass


@pytest.mark.both_databases
def test_late_worker_settles_nothing_claimed_by_another(
    daily: None,
    alice: User,
    now: datetime,
    send: Send,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    send(now)
    first, second = now + MORNING, now + MORNING + outbox.LEASE
    claimed: list[int] = []

    def hand_over(session: SmtpSession, message: EmailMessage) -> str:
        claimed.extend(outbox.claim_mails(now=second, limit=20))
        return ""

    monkeypatch.setattr(SmtpSession, "hand_over", hand_over)
    sending.send_batch(now=first)
    assert claimed == [mails(Kind.DIGEST)[0].pk]
    assert set(statuses(alice, Kind.YOUR_TURN)) == {MailStatus.PENDING}


@pytest.mark.both_databases
def test_joining_mail_does_not_shorten_a_lease(
    daily: None,
    games_of_alice: Games,
    alice: User,
    now: datetime,
    send: Send,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A digest is claimed at the very moment when a mail joins it."""
    send(now)
    (digest,) = mails(Kind.DIGEST)
    part = mails(Kind.YOUR_TURN, alice)[0]
    OutgoingMail.objects.filter(pk=part.pk).update(
        part_of=None,
        status=MailStatus.SENDING,
        claimed_at=now,
        attempts=1,
        due_at=now + 2 * MORNING,
    )
    part.refresh_from_db()
    lease = now + MORNING + outbox.LEASE

    def claimed_meanwhile(*_: object, **__: object) -> OutgoingMail:
        found = OutgoingMail.objects.get(pk=digest.pk)
        outbox.claim_mails(now=now + MORNING, limit=1)
        return found

    monkeypatch.setattr(QuerySet, "first", claimed_meanwhile)
    digests.join(part, until=now, why="now")
    monkeypatch.undo()
    digest.refresh_from_db()
    assert (digest.status, digest.due_at) == (MailStatus.SENDING, lease)


def test_waiting_part_of_a_digest_is_not_late(
    daily: None, alice: User, now: datetime, send: Send
) -> None:
    send(now)
    OutgoingMail.objects.filter(kind=Kind.DIGEST).update(due_at=now + 2 * MORNING)
    assert oldest_delay(Kind.DIGEST, now + MORNING + HOUR) is None


# Several workers


WORKERS = 3


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("pace", [Pace.DAILY, Pace.HOURLY])
def test_concurrent_workers_send_each_news_once(
    games_of_alice: Games,
    server: type[ScriptedBackend],
    alice: User,
    now: datetime,
    pace: Pace,
) -> None:
    for game in games_of_alice:
        due_in(game, alice, 200, now)
    wish(alice, now, pace=pace)
    OutgoingMail.objects.exclude(user=alice).delete()

    def work(moment: datetime) -> Callable[[], None]:
        def until_all_is_sent() -> None:
            start.wait()
            while sending.send_batch(now=moment, limit=1):
                pass
            connection.close()

        return until_all_is_sent

    for hours in (0, 20, 44):
        start = Barrier(WORKERS)
        # Each claim has its own time, as with the database's clock.
        moments = [now + hours * HOUR + timedelta(seconds=n) for n in range(WORKERS)]
        _side_by_side([work(moment) for moment in moments])
    told = [_told(message) for message in to(alice, server.accepted)]
    assert sum(told) == 3, "each game once"
    final = {MailStatus.SENT, MailStatus.SKIPPED}
    assert set(statuses(alice, Kind.YOUR_TURN)) <= final


def _told(message: EmailMessage) -> int:
    """Return how many games a mail covers."""
    return message.body.count("You have until")


def _side_by_side(jobs: list[Callable[[], None]]) -> None:
    threads = [Thread(target=job) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
