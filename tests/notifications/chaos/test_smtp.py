"""Whatever a mail server does, each mail ends as sent or failed, with a reason."""

import random
from datetime import datetime, timedelta
from select import select

import pytest
from pytest_django import Settings

from games.models import User
from notifications.models import MailStatus, MailStep, OutgoingMail, Step
from notifications.network.smtp_backend import TimedSMTP
from notifications.sending import send as sending
from tests.harness.mail_server import (
    DROP,
    HANG,
    STAGES,
    TAKE_AND_DROP,
    TAKE_AND_HANG,
    MailServer,
)
from tests.support.mails import a_mail
from tests.support.waiting import wait_for

LATER = timedelta(minutes=1)
#: Seconds after which a hanging server is given up.
SOON = 0.2
GARBAGE = b"\xff\x00 <html>what is this?"
FLOOD = b"250 " + b"x" * 20_000


@pytest.fixture
def mail(bob: User, now: datetime) -> OutgoingMail:
    return a_mail(bob, now)


@pytest.fixture
def impatient(
    server: MailServer, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Give up a hanging server quickly, but wait for a slow one."""
    settings.EMAIL_TIMEOUT = SOON
    read = TimedSMTP.getreply

    def read_in_time(session: TimedSMTP) -> tuple[int, bytes]:
        channel = session.sock
        assert channel is not None
        _, port = channel.getsockname()
        wait_for(lambda: port in server.hung or select([channel], [], [], 0)[0])
        return read(session)

    monkeypatch.setattr(TimedSMTP, "getreply", read_in_time)


def fate(mail: OutgoingMail) -> str:
    mail.refresh_from_db()
    return mail.status


def life(mail: OutgoingMail) -> list[str]:
    return list(mail.steps.order_by("pk").values_list("what", flat=True))


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize(
    "trick", [DROP, b"421 4.3.2 going down", b"451 later", GARBAGE, FLOOD]
)
def test_temporary_trouble_is_recorded_and_retried(
    server: MailServer,
    mail: OutgoingMail,
    now: datetime,
    stage: str,
    trick: bytes | str,
) -> None:
    server.mischief.at[stage] = [trick, trick]  # smtplib sends HELO if EHLO fails
    sending.send_batch(now=now)
    server.mischief.at.clear()
    assert fate(mail) == MailStatus.PENDING
    assert mail.reason
    assert life(mail) == [Step.DEFERRED]
    assert not server.taken
    sending.send_batch(now=now + LATER)
    assert fate(mail) == MailStatus.SENT
    assert server.taken == {mail.message_id: 1}
    assert life(mail) == [Step.DEFERRED, Step.SENT]


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("stage", STAGES)
def test_hanging_server_is_given_up_after_the_timeout(
    server: MailServer, mail: OutgoingMail, now: datetime, stage: str
) -> None:
    server.mischief.at[stage] = [HANG]
    sending.send_batch(now=now)
    assert fate(mail) == MailStatus.PENDING
    assert "timed out" in mail.reason
    sending.send_batch(now=now + LATER)
    assert server.taken == {mail.message_id: 1}


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("stage", ["ehlo", "mail", "rcpt", "data", "body"])
def test_hanging_mail_does_not_delay_the_next_one(
    server: MailServer, mail: OutgoingMail, alice: User, now: datetime, stage: str
) -> None:
    """The next mail of the same batch uses a new connection."""
    other = a_mail(alice, now, "other")
    server.mischief.at[stage] = [HANG]
    sending.send_batch(now=now)
    assert (fate(mail), fate(other)) == (MailStatus.PENDING, MailStatus.SENT)
    assert server.connections == 2


@pytest.mark.parametrize("stage", ["rcpt", "data", "body"])
def test_permanent_refusal_is_final(
    server: MailServer, mail: OutgoingMail, now: datetime, bob: User, stage: str
) -> None:
    server.mischief.at[stage] = [b"554 5.7.1 we do not like this"]
    sending.send_batch(now=now)
    sending.send_batch(now=now + LATER)
    assert fate(mail) == MailStatus.FAILED
    assert mail.reason == "554 5.7.1 we do not like this"
    assert life(mail) == [Step.REFUSED]
    assert not server.taken
    bob.refresh_from_db()
    assert bob.unreachable_since is None, "it was the mail, not the address"


@pytest.mark.parametrize("stage", ["connect", "ehlo", "mail"])
def test_refusal_of_our_service_is_retried(
    server: MailServer, mail: OutgoingMail, now: datetime, stage: str
) -> None:
    server.mischief.at[stage] = [b"554 5.7.1 not from you"] * 2
    sending.send_batch(now=now)
    server.mischief.at.clear()
    assert fate(mail) == MailStatus.PENDING
    sending.send_batch(now=now + LATER)
    assert server.taken == {mail.message_id: 1}


def test_unknown_recipient_is_marked_unreachable(
    server: MailServer, mail: OutgoingMail, now: datetime, bob: User
) -> None:
    server.mischief.at["rcpt"] = [b"550 5.1.1 no such user"]
    sending.send_batch(now=now)
    assert fate(mail) == MailStatus.FAILED
    bob.refresh_from_db()
    assert bob.unreachable_since == now


def test_greylisting_costs_each_recipient_one_attempt(
    server: MailServer, mail: OutgoingMail, alice: User, now: datetime
) -> None:
    """The sender's address differs for each mail, so the recipient counts."""
    both = [mail, a_mail(alice, now, "other")]
    server.mischief.greylists = True
    sending.send_batch(now=now)
    assert not server.taken
    sending.send_batch(now=now + LATER)
    assert [life(one) for one in both] == [[Step.DEFERRED, Step.SENT]] * 2
    assert set(server.taken.values()) == {1}


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("trick", [TAKE_AND_DROP, TAKE_AND_HANG])
def test_mail_accepted_without_an_answer_is_sent_twice_with_one_message_id(
    server: MailServer, mail: OutgoingMail, now: datetime, trick: str
) -> None:
    """It may have been accepted, so we risk a duplicate and record that."""
    server.mischief.at["body"] = [trick]
    sending.send_batch(now=now)
    sending.send_batch(now=now + LATER)
    assert server.taken == {mail.message_id: 2}
    assert life(mail) == [Step.DEFERRED, Step.SENT]


def test_repeated_mail_after_a_broken_connection_is_recorded(
    server: MailServer, mail: OutgoingMail, alice: User, now: datetime
) -> None:
    second = a_mail(alice, now, "second")
    server.on_taken = lambda name, port: (
        server.mischief.at["body"].append(TAKE_AND_DROP)
        if server.taken.total() == 1
        else None
    )
    sending.send_batch(now=now)
    assert server.taken == {mail.message_id: 1, second.message_id: 2}
    assert life(second) == [Step.DEFERRED, Step.SENT]
    words = second.steps.get(what=Step.DEFERRED).words
    assert words.startswith("the server hung up, so we sent the mail again")


@pytest.mark.long
@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2, 3))]
)
def test_no_mail_is_lost_with_random_faults(
    server: MailServer, bob: User, now: datetime, seed: int
) -> None:
    """Random faults at any stage for fifty mails, and then a quiet day."""
    rows = [a_mail(bob, now, f"mail {n}") for n in range(50)]
    dice = random.Random(seed)
    tricks = [DROP, b"451 later", b"421 down", GARBAGE, b"554 5.7.1 no"]
    for stage in STAGES:
        server.mischief.at[stage] = dice.choices([None, *tricks], [9] + [1] * 5, k=60)
    server.mischief.at["body"] += [TAKE_AND_DROP] * 5
    moment = now
    while OutgoingMail.objects.filter(status__in=("pending", "sending")).exists():
        sending.send_batch(now=moment)
        moment += timedelta(minutes=15)
    for mail in rows:
        assert_explained(server, mail)


def assert_explained(server: MailServer, mail: OutgoingMail) -> None:
    mail.refresh_from_db()
    copies, steps = server.taken[mail.message_id], life(mail)
    if mail.status == MailStatus.FAILED:
        assert mail.reason.startswith("554"), mail.reason
        assert steps[-1] == Step.REFUSED
    else:
        assert mail.status == MailStatus.SENT
        assert copies >= 1
        assert steps[-1] == Step.SENT
    accounted = 1 + steps.count(Step.DEFERRED)
    assert copies <= accounted


def test_sending_writes_only_steps(
    server: MailServer, mail: OutgoingMail, now: datetime
) -> None:
    assert not MailStep.objects.exists()
    sending.send_batch(now=now)
    assert MailStep.objects.count() == 1
