"""The listener, with a real client."""

import asyncio
import smtplib
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from unittest.mock import Mock

import pytest
from django.db import DatabaseError
from pytest_django import Settings

from games import limits
from games.links.purposes import revoke_links
from games.models import Seat
from games.now import database_now
from notifications.inbox import smtp, store
from notifications.inbox.store import (
    RevokedRecipient,
    SenderAsRecipient,
    UnknownRecipient,
)
from notifications.models import Channel, IncomingMail, OutgoingMail
from notifications.replies.reply_address import reply_address
from tests.notifications.inbox.conftest import a_mail
from tests.support.waiting import PATIENCE

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_lasting_connections"),
]

ALICE = "alice@example.org"


@contextmanager
def listening(channel: Channel) -> Iterator[tuple[str, int]]:
    """Serve in a thread; yield the address."""
    listener = socket.create_server(("127.0.0.1", 0))
    place, ready, stops = listener.getsockname(), Event(), list[object]()

    async def serve() -> None:
        stop = asyncio.Event()
        stops.extend([asyncio.get_running_loop(), stop])
        await smtp.serve_until(stop, listener, channel, ready=ready.set)

    thread = Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    assert ready.wait(20)
    try:
        yield place
    finally:
        loop, stop = stops
        loop.call_soon_threadsafe(stop.set)  # type: ignore[attr-defined]
        thread.join()


def test_idle_listener_ends_but_not_while_a_client_is_there() -> None:
    async def visit() -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            serving = asyncio.create_task(
                smtp.serve_until(asyncio.Event(), listener, Channel.SMTP, idle=0.2)
            )
            place = listener.getsockname()
            _, writer = await asyncio.open_connection(*place)
            await asyncio.sleep(1)
            assert not serving.done()
            writer.close()
            await asyncio.wait_for(serving, PATIENCE)

    asyncio.run(visit())


@pytest.fixture
def client(no_lasting_connections: None) -> Iterator[smtplib.SMTP]:
    with (
        listening(Channel.SMTP) as place,
        smtplib.SMTP(*place, timeout=PATIENCE) as client,
    ):
        yield client


def test_accepted_reply_is_stored(client: smtplib.SMTP, address: str) -> None:
    assert client.sendmail(ALICE, [address], a_mail()) == {}
    mail = IncomingMail.objects.get()
    assert (mail.recipient, mail.channel) == (address, Channel.SMTP)
    assert bytes(mail.source).startswith(b"Return-Path: <alice@example.org>\r\nFrom:")
    assert mail.is_authenticated, "by a site on one's own machine"


def test_many_mails_can_use_one_connection(client: smtplib.SMTP, address: str) -> None:
    for number in range(5):
        client.sendmail(ALICE, [address], a_mail(message_id=f"<{number}@x>"))
        client.sendmail(ALICE, [address], a_mail(message_id=f"<{number}@x>"))
    assert IncomingMail.objects.count() == 5


def test_loopback_is_not_trusted_if_a_mail_server_could_vouch(
    client: smtplib.SMTP, address: str, settings: Settings
) -> None:
    settings.LOOPBACK_IS_TRUSTED = False
    client.sendmail(ALICE, [address], a_mail())
    assert not IncomingMail.objects.get().is_authenticated


def test_unknown_address_is_refused_at_rcpt(client: smtplib.SMTP, address: str) -> None:
    client.ehlo()
    client.mail(ALICE)
    code, words = client.rcpt(f"x{address}")
    assert code == 550
    assert words.startswith(b"5.1.1 ")
    assert client.rcpt(address)[0] == 250


def test_refusal_says_what_is_true_of_the_address(
    client: smtplib.SMTP, seat: Seat, settings: Settings
) -> None:
    settings.DEFAULT_FROM_EMAIL = "Stone Age <Games@stoneage.example>"
    former = reply_address(seat)
    revoke_links(seat=seat, now=database_now())
    reasons = {
        "nobody@stoneage.example": UnknownRecipient,
        "games@stoneage.example": SenderAsRecipient,
        "bounces+1-aaaaaaaaaaaaaaaaaaaa@stoneage.example": RevokedRecipient,
        former: RevokedRecipient,
        "x" * 400 + "@stoneage.example": UnknownRecipient,
    }
    client.ehlo()
    for address, reason in reasons.items():
        client.mail(ALICE)
        code, words = client.rcpt(address)
        assert code == 550
        said = words.decode().replace("'", "’")
        assert said == f"{reason.status_code} {reason.sentence}", address
        client.rset()


def test_service_address_is_not_called_unknown(client: smtplib.SMTP) -> None:
    """A server that reads 5.1.1 may give the address up for all its users."""
    with pytest.raises(smtplib.SMTPDataError) as refused:
        client.sendmail(
            "x@y.example", ["play@stoneage.example"], a_mail(sender="x@y.z")
        )
    assert (refused.value.smtp_code, refused.value.smtp_error[:6]) == (550, b"5.7.1 ")


def test_null_sender_is_accepted_and_recorded(
    client: smtplib.SMTP, address: str
) -> None:
    client.sendmail("<>", [address], a_mail())
    assert bytes(IncomingMail.objects.get().source).startswith(b"Return-Path: <>\r\n")


def test_bounce_is_accepted(client: smtplib.SMTP, seat: Seat) -> None:
    from notifications.delivery_status.bounces import bounce_address

    sent = OutgoingMail.objects.filter(user=seat.user).first()
    assert sent is not None
    client.sendmail("<>", [bounce_address(sent)], a_mail())
    assert IncomingMail.objects.get().replies_to == sent


def test_large_mail_is_refused(client: smtplib.SMTP, address: str) -> None:
    """By its announced size, and by the data sent without announcement."""
    client.ehlo()
    assert client.esmtp_features["size"] == "2000000"
    with pytest.raises(smtplib.SMTPSenderRefused) as announced:
        client.sendmail(ALICE, [address], b"x" * 20_000_000)
    assert announced.value.smtp_code == 552
    client.mail(ALICE)
    client.rcpt(address)
    code, _ = client.data(a_mail(f"{'x' * 76}\n" * 270_000))
    assert code == 552
    assert not IncomingMail.objects.exists()
    client.sendmail(ALICE, [address], a_mail())
    assert IncomingMail.objects.count() == 1


def test_long_lines_are_read(client: smtplib.SMTP, address: str) -> None:
    client.sendmail(ALICE, [address], a_mail() + b"x" * 50_000 + b"\r\n")
    assert IncomingMail.objects.count() == 1


def test_lost_database_is_a_temporary_failure(
    client: smtplib.SMTP, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    get_or_create = IncomingMail.objects.get_or_create
    lost = Mock(side_effect=DatabaseError("gone"))
    monkeypatch.setattr(IncomingMail.objects, "get_or_create", lost)
    with pytest.raises(smtplib.SMTPDataError) as refused:
        client.sendmail(ALICE, [address], a_mail())
    assert refused.value.smtp_code == 451
    assert not IncomingMail.objects.exists()
    monkeypatch.setattr(IncomingMail.objects, "get_or_create", get_or_create)
    client.sendmail(ALICE, [address], a_mail())
    assert IncomingMail.objects.count() == 1


def test_database_lost_at_commit_is_a_temporary_failure(
    client: smtplib.SMTP, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commit is the last step before the answer: what was written is gone."""
    lost = Mock(side_effect=DatabaseError("gone"))
    monkeypatch.setattr(store.transaction, "on_commit", lost)
    with pytest.raises(smtplib.SMTPDataError) as refused:
        client.sendmail(ALICE, [address], a_mail())
    assert refused.value.smtp_code == 451
    assert not IncomingMail.objects.exists()


def test_database_lost_at_rcpt_is_a_temporary_failure(
    client: smtplib.SMTP, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp, "find_recipient", Mock(side_effect=DatabaseError("gone")))
    client.ehlo()
    client.mail(ALICE)
    assert client.rcpt(address)[0] == 451


def test_rate_limit_is_a_temporary_failure(
    client: smtplib.SMTP, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = limits.Limit("one", most=1, seconds=60)
    monkeypatch.setattr(limits, "MAILS_IN_HOUR", one)
    client.sendmail(ALICE, [address], a_mail())
    with pytest.raises(smtplib.SMTPDataError) as refused:
        client.sendmail(ALICE, [address], a_mail(message_id="<2@x>"))
    assert refused.value.smtp_code == 450


def test_number_of_recipients_is_limited(client: smtplib.SMTP, address: str) -> None:
    client.ehlo()
    client.mail(ALICE)
    answers = [client.rcpt(address)[0] for _ in range(21)]
    assert answers == [250] * 20 + [452]


def test_lmtp_answers_for_each_recipient(seat: Seat, address: str) -> None:
    bobs = reply_address(Seat.objects.exclude(pk=seat.pk).get(game=seat.game))
    with listening(Channel.LMTP) as place, smtplib.LMTP(*place) as client:
        assert client.ehlo_or_helo_if_needed() is None
        client.sendmail(ALICE, [address], a_mail())
        client.mail(ALICE)
        assert client.rcpt(address)[0] == 250
        assert client.rcpt(bobs)[0] == 452, "in a mail of its own"
        client.rset()
        client.mail(ALICE)
        client.rcpt(bobs)
        assert client.data(a_mail("x" * 3_000_000))[0] == 552
    mail = IncomingMail.objects.get()
    assert (mail.channel, mail.recipient) == (Channel.LMTP, address)


@pytest.mark.parametrize(
    "noise",
    [
        b"\0\xff\xfe\r\n" * 50,
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"EHLO \xff\r\nMAIL FROM:<\xff@x>\r\nRCPT TO:<\0>\r\nDATA\r\n.\r\n",
        b"EHLO x\r\nMAIL FROM:<a@b>\r\nRCPT TO:<play+1-aaaaaaaaaaaaaaaaaaaa\n@x>\r\n",
        b"x" * 100_000,
        b"",
    ],
)
def test_garbage_does_not_stop_the_service(noise: bytes, address: str) -> None:
    with listening(Channel.SMTP) as place:
        with socket.create_connection(place, timeout=PATIENCE) as raw:
            raw.sendall(noise)
        with smtplib.SMTP(*place, timeout=PATIENCE) as client:
            client.sendmail(ALICE, [address], a_mail())
    assert IncomingMail.objects.count() == 1


def test_shutdown_waits_for_mails_being_stored(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeping, go_on, answers = Event(), Event(), list[object]()

    def slowly(*args: object, **values: object) -> list[IncomingMail]:
        keeping.set()
        assert go_on.wait(20)
        return store.receive_mail(*args, **values)  # type: ignore[arg-type]

    monkeypatch.setattr(smtp, "receive_mail", slowly)

    def send(place: tuple[str, int]) -> None:
        with smtplib.SMTP(*place, timeout=PATIENCE) as client:
            answers.append(client.sendmail(ALICE, [address], a_mail()))

    with listening(Channel.SMTP) as place:
        sender = Thread(target=send, args=[place])
        sender.start()
        assert keeping.wait(20)
        stopper = Thread(target=go_on.set)
        stopper.start()
    stopper.join()
    sender.join()
    assert answers == [{}], "and says so"
    assert IncomingMail.objects.count() == 1
