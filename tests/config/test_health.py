"""/healthz: the reasons that a monitor sees."""

import logging
import smtplib
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from io import BytesIO
from typing import NamedTuple
from urllib.parse import urlsplit

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from redis import Redis

from config.celery import BrokerSilent, app
from config.monitoring import health, outages
from games import deadlines
from games.background import attempts
from games.log.read_model import record_failed_timeout
from games.models import Heartbeat, Seat, User
from games.now import database_now
from games.outages import HEART
from notifications.inbox import process
from notifications.models import (
    Channel,
    IncomingMail,
    Kind,
    MailStep,
    Obstacle,
    OutgoingMail,
    Reading,
    Step,
)
from notifications.models.incoming import GIVEN_UP
from notifications.sending import send as sending
from tests.harness.servers import broker
from tests.notifications.sending.test_send import server as server
from tests.support.mails import a_mail as a_mail_to_send

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]

HOUR = timedelta(hours=1)


@pytest.fixture
def now() -> datetime:
    return database_now()


@pytest.mark.parametrize("answer", [b"[]", b'{"status": "up"}', b"up"])
def test_other_servers_are_not_mistaken_for_ours(answer, monkeypatch) -> None:
    path = "config.management.commands.check_health.ask_health"
    monkeypatch.setattr(path, lambda *_: BytesIO(answer))
    with pytest.raises(
        CommandError, match=r"There is no web server of ours at 127\.0\.0\.1:8000"
    ):
        call_command("check_health")


@pytest.fixture(autouse=True)
def _running_for_long(monkeypatch, now) -> None:
    """Pretend that the service has run for long and was swept just now."""
    monkeypatch.setattr(health, "STARTED_AT", time.monotonic() - 2 * health.MINUTE)
    monkeypatch.setattr(health, "BROKER", health.BrokerProbe())
    monkeypatch.setattr(health, "disk_usage", lambda path: Usage(free=9_000_000_000))
    swept(now)


class Usage(NamedTuple):
    free: int


def swept(moment: datetime) -> None:
    Heartbeat.objects.update_or_create(pk=HEART, defaults={"beat_at": moment})


@pytest.fixture
def calls(monkeypatch):
    """Set the number of calls waiting in the broker."""

    def say(count: int) -> None:
        waiting = {"celery": 0, "deadlines": count}
        monkeypatch.setattr(health, "calls_waiting", lambda queues: waiting)
        monkeypatch.setattr(health, "BROKER", health.BrokerProbe())

    return say


def report_of(client) -> dict[str, object]:
    return client.get("/healthz").json()


def is_reported(client, figure: str) -> bool:
    """Whether the only reason is that one figure shows too long a delay."""
    late = health.WAITING[figure].format(health.for_how_long(report_of(client)[figure]))
    return reasons(client) == [late]


def reasons(client) -> list[str]:
    response = client.get("/healthz")
    report = response.json()
    assert report["healthy"] is (not report["reasons"])
    assert (response.status_code == 200) is report["healthy"]
    return report["reasons"]


def test_healthy_service_reports_all_figures(client, calls):
    calls(0)
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json() == {
        "healthy": True,
        "reasons": [],
        "broker": True,
        "broker_refusal": "",
        "calls_waiting": {"celery": 0, "deadlines": 0},
        "database": True,
        "writable": True,
        "database_disk_failure": "",
        "disk_free_megabytes": 9_000,
        "migrated": True,
        "tables_differ": "",
        "last_sweep_seconds": 0,
        "oldest_due_mail_seconds": 0,
        "oldest_due_notification_seconds": 0,
        "oldest_due_call_seconds": 0,
        "mail_server_outage": "",
        "push_outage": "",
        "unwritable_mails": 0,
        "games_failed": 0,
        "oldest_unread_mail_seconds": 0,
        "unread_mails_given_up": 0,
        "oldest_overdue_turn_seconds": 0,
        "oldest_unlogged_head_seconds": 0,
        "oldest_thought_seconds": 0,
        "silent_witnesses": [],
        "work_that_fails": [],
    }


def a_mail(**fields):
    moment = database_now() - HOUR
    name = f"<{len(fields)}@example.org>"
    dates = {"received_at": moment, "due_at": moment, "read_at": moment}
    return IncomingMail.objects.create(
        message_id=name, channel=Channel.SMTP, source=b"", **(dates | fields)
    )


def test_unread_mails_are_reported(client):
    a_mail()
    assert is_reported(client, "oldest_unread_mail_seconds")
    assert report_of(client)["oldest_unread_mail_seconds"] == 3600


def test_unsent_mails_are_reported(client, now):
    bob = User.objects.create(email="bob@example.org")
    mail = a_mail_to_send(bob, now - timedelta(seconds=50))
    assert reasons(client) == []
    mail.due_at = now - HOUR
    mail.save()
    assert is_reported(client, "oldest_due_mail_seconds")
    assert report_of(client)["oldest_due_mail_seconds"] == 3600


def test_repeatedly_failing_replies_are_reported(client, now, monkeypatch):
    """A retry changes the due time but not the start of the wait."""
    a_mail(due_at=now - timedelta(seconds=90))

    def fail(*_):
        raise KeyError("no such seat")

    monkeypatch.setattr(process, "parse_mail", fail)
    process.process_batch(now=now - timedelta(seconds=80))
    assert IncomingMail.objects.get().attempts == 1
    process.process_batch(now=now)
    assert IncomingMail.objects.get().due_at > now
    assert is_reported(client, "oldest_unread_mail_seconds")
    assert report_of(client)["oldest_unread_mail_seconds"] == 90


def test_refusing_mail_server_is_reported_with_its_answer(
    client, now, server, settings, monkeypatch
):
    settings.EMAIL_URL = "smtp://mail.example"

    def connect(self):
        if refuses:
            raise smtplib.SMTPConnectError(421, b"busy, says bob@example.org.")

    refuses = True
    monkeypatch.setattr(server, "open", connect)
    bob = User.objects.create(email="bob@example.org")
    began = now - timedelta(minutes=10)
    a_mail_to_send(bob, began)
    for seconds in range(0, 600, 10):
        sending.send_batch(now=began + timedelta(seconds=seconds))
    outage = health.MAIL_OUTAGE.format(
        since=f"{began:%Y-%m-%d %H:%M} UTC",
        answer="421 busy, says [address]",
        setting="EMAIL_URL",
    )
    assert reasons(client) == [outage]
    with pytest.raises(CommandError, match="421 busy"):
        complain(client)
    refuses = False
    sending.send_batch(now=now + timedelta(minutes=1))
    assert len(server.accepted) == 1
    assert reasons(client) == []


def complain(client) -> None:
    """Run `check_health` against this server."""
    answer = client.get("/healthz")
    with pytest.MonkeyPatch.context() as patch:
        path = "config.management.commands.check_health.ask_health"
        patch.setattr(path, lambda *_: BytesIO(answer.content))
        call_command("check_health")


def test_refusing_provider_is_reported_by_its_setting(client, now, settings):
    settings.EMAIL_URL = ""
    bob = User.objects.create(email="bob@example.org")
    held = {"obstacle": Obstacle.SERVER, "reason": "401 no such key", "claimed_at": now}
    a_mail_to_send(bob, now, ready_since=now - HOUR, due_at=now + HOUR, **held)
    (reason,) = reasons(client)
    assert "401 no such key" in reason
    assert "EMAIL_BACKEND" in reason


def test_late_email_is_no_outage_while_others_are_accepted(client, now):
    bob = User.objects.create(email="bob@example.org")
    held = {"obstacle": Obstacle.SERVER, "reason": "421 busy", "claimed_at": now}
    mail = a_mail_to_send(bob, now, ready_since=now - HOUR, **held)
    MailStep.objects.create(mail=mail, what=Step.SENT, at=now)
    assert reasons(client) == []
    assert client.get("/healthz").json()["mail_server_outage"] == ""


def test_failing_push_services_are_reported(client, now):
    bob = User.objects.create(email="bob@example.org")
    held = {"obstacle": Obstacle.ANSWER, "reason": "no answer", "claimed_at": now}
    a_mail_to_send(bob, now, kind=Kind.PUSH, ready_since=now - HOUR, **held)
    (reason,) = reasons(client)
    assert reason == report_of(client)["push_outage"] != ""
    assert "PUSH_SERVICES" in reason


def test_unrenderable_emails_are_reported_at_once(client, now):
    bob = User.objects.create(email="bob@example.org")
    fault = {"obstacle": Obstacle.FAULT, "due_at": now + HOUR}
    a_mail_to_send(bob, now, "one", **fault)
    one, several = health.FAULTS["unwritable_mails"]
    assert reasons(client) == [one]
    a_mail_to_send(bob, now, "two", **fault)
    assert reasons(client) == [several.format(2)]
    assert report_of(client)["unwritable_mails"] == 2


def test_failing_deadlines_are_reported_from_the_first_failure(
    client, two_player_game, now
):
    OutgoingMail.objects.all().delete()
    seat = two_player_game.seats.get(number=0)
    for hours in (3, 2, 1):
        record_failed_timeout(seat_id=seat.pk, now=now - hours * HOUR)
    overdue, failed = reasons(client)
    since = report_of(client)["oldest_overdue_turn_seconds"]
    assert since == 3 * 3600
    assert overdue == health.WAITING["oldest_overdue_turn_seconds"].format(
        health.for_how_long(since)
    )
    assert failed == health.FAULTS["games_failed"][0]
    two_player_game.refresh_from_db()
    two_player_game.frozen_at = now
    two_player_game.save(update_fields=["frozen_at"])
    assert reasons(client) == []


@pytest.mark.only_on("postgresql")  # SQLite has no such mode
def test_read_only_database_is_reported_at_once(client):
    with connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION READ ONLY")
    assert reasons(client) == [health.READ_ONLY]


def test_overdue_deadlines_are_reported(client, monkeypatch):
    monkeypatch.setattr(deadlines, "oldest_overdue_age", lambda now: HOUR)
    assert report_of(client)["oldest_overdue_turn_seconds"] == 3600
    assert is_reported(client, "oldest_overdue_turn_seconds")


def test_missing_sweeps_are_blamed_on_the_beat_or_on_the_worker(client, calls, now):
    swept(now - HOUR)
    calls(0)
    (reason,) = reasons(client)
    assert "3600" in reason
    assert "--with-beat" in reason
    calls(7)
    (reason,) = reasons(client)
    assert "7 calls" in reason
    assert "celery worker" in reason
    assert "--with-beat" not in reason
    Heartbeat.objects.all().delete()
    assert report_of(client)["last_sweep_seconds"] is None
    (reason,) = reasons(client)
    assert "7 calls" in reason


def test_new_process_waits_a_minute_before_it_reports(client, now, monkeypatch):
    swept(now - HOUR)
    a_mail()
    monkeypatch.setattr(health, "STARTED_AT", time.monotonic())
    assert reasons(client) == []


def test_sweep_dated_in_the_future_is_reported(client, now):
    swept(now + HOUR)
    (reason,) = reasons(client)
    assert "clock" in reason
    assert "3600" in reason


def test_given_up_mails_are_counted(client):
    why = GIVEN_UP.format(count=6, error="it could not be read")
    a_mail(reading=Reading.IGNORED, why=why)
    long_ago = database_now() - timedelta(days=2)
    a_mail(reading=Reading.IGNORED, why=why, read_at=long_ago)
    a_mail(reading=Reading.IGNORED)
    report = client.get("/healthz").json()
    assert report["unread_mails_given_up"] == 1
    assert report["oldest_unread_mail_seconds"] == 0


def test_unreachable_broker_is_reported(client, monkeypatch):
    monkeypatch.setitem(app.conf, "broker_write_url", "redis://127.0.0.1:1/0")
    (reason,) = reasons(client)
    assert report_of(client)["broker"] is False
    assert "BROKER_URL" in reason


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        (("REPLICAOF", "127.0.0.1", "1"), "read only replica"),
        (("CONFIG", "SET", "maxmemory", "1"), "maxmemory"),
    ],
)
def test_broker_that_refuses_calls_is_reported_with_its_answer(
    client, monkeypatch, tmp_path, command, answer
):
    with broker(tmp_path) as own:
        monkeypatch.setitem(app.conf, "broker_write_url", own.url)
        assert reasons(client) == []
        with Redis(unix_socket_path=str(own.socket)) as redis:
            redis.execute_command(*command)
        monkeypatch.setattr(health, "BROKER", health.BrokerProbe())
        (reason,) = reasons(client)
    assert report_of(client)["broker"] is False
    assert report_of(client)["broker_refusal"] in reason
    assert answer in reason


def test_full_disk_is_reported_before_moves_are_refused(client, monkeypatch):
    monkeypatch.setattr(health, "disk_usage", lambda path: Usage(free=49_900_000))
    assert reasons(client) == [health.DISK_FULL.format(49)]


def test_disk_failure_of_a_distant_database_is_reported_for_a_while(
    client, monkeypatch
):
    monkeypatch.setattr(outages, "OUTAGES", outages.new_outages())
    full = psycopg.errors.DiskFull("could not extend file: No space left on device")
    error = OperationalError(str(full))
    error.__cause__ = full
    line = logging.LogRecord("django", logging.ERROR, "", 0, "x", None, None)
    line.exc_info = (type(error), error, None)
    assert not outages.FoldOutages().filter(line)
    (reason,) = reasons(client)
    assert "No space left on device" in reason
    monkeypatch.setattr(health, "DISK_FAILED_LATELY", 0)
    assert reasons(client) == []


def assert_database_is_away(client) -> None:
    (reason,) = reasons(client)
    assert report_of(client)["database"] is False
    assert "DATABASE_URL" in reason


def test_unreachable_database_is_reported(client, monkeypatch):
    def refuse():
        raise OperationalError

    monkeypatch.setattr(health, "database_now", refuse)
    assert_database_is_away(client)


def test_database_that_fails_during_the_report_is_reported(client, monkeypatch):
    def refuse(now):
        raise OperationalError

    monkeypatch.setattr(deadlines, "last_sweep_age", refuse)
    assert_database_is_away(client)


def test_only_reading_is_allowed(client):
    assert client.post("/healthz").status_code == 405


def test_ages_are_whole_seconds():
    assert health.seconds_of(timedelta(seconds=12.9)) == 12


def test_frozen_broker_is_asked_once_for_concurrent_requests(monkeypatch):
    asked = []

    def frozen(queues):
        asked.append(queues)
        time.sleep(0.3)
        raise BrokerSilent

    monkeypatch.setattr(health, "calls_waiting", frozen)
    second = time.monotonic()  # however long it takes
    monkeypatch.setattr(time, "monotonic", lambda: second)
    with ThreadPoolExecutor(8) as pool:
        reports = list(pool.map(lambda _: health.BROKER.ask(), range(40)))
    assert reports == [{"broker": False, "broker_refusal": ""}] * 40
    assert len(asked) == 1


def test_failing_work_is_named_until_it_succeeds(client, admin_client):
    now = database_now()
    assert attempts.begin("time-out of seat", 5, now - HOUR) == 1
    assert attempts.begin("time-out of seat", 5, now) == 2
    attempts.fail("time-out of seat", 5, ZeroDivisionError("a rule is broken"), now)
    (reason,) = reasons(client)
    assert report_of(client)["work_that_fails"] == ["time-out of seat 5"]
    assert "time-out of seat 5" in reason
    address = reason.split()[-1]
    desk = admin_client.get(urlsplit(address).path).text
    assert "ZeroDivisionError: a rule is broken" in desk
    attempts.finish("time-out of seat", [5])
    assert reasons(client) == []


def test_slow_bot_is_reported(client, two_player_game):
    Seat.objects.filter(game=two_player_game, number=1).update(
        thinks_at=database_now() - timedelta(seconds=301)
    )
    (reason,) = reasons(client)
    assert report_of(client)["oldest_thought_seconds"] == 301
    assert health.for_how_long(301) in reason


@pytest.fixture
def behind_a_proxy(settings) -> None:
    """A public site that redirects everybody who does not come by https."""
    settings.SITE_URL = "https://stoneage.example"
    settings.ALLOWED_HOSTS = ["stoneage.example"]
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")


@pytest.mark.parametrize("host", ["203.0.113.7:8000", "[2001:db8::1]", "bad_host", ""])
def test_load_balancer_asks_by_address_and_without_the_proxy(
    host, behind_a_proxy, client
) -> None:
    response = client.get("/healthz", HTTP_HOST=host)
    assert response.status_code == 200
    assert response.json()["healthy"] is True
    assert client.head("/healthz", HTTP_HOST=host).status_code == 200


@pytest.mark.parametrize("page", ["/", "/metrics", "/healthz/", "/api/v1/games"])
def test_other_pages_are_opened_only_by_name_and_https(
    page, behind_a_proxy, client
) -> None:
    by_https = {"HTTP_X_FORWARDED_PROTO": "https"}
    by_address = client.get(page, HTTP_HOST="203.0.113.7", **by_https)
    assert by_address.status_code == 400
    by_name = client.get(page, HTTP_HOST="stoneage.example")
    assert by_name.status_code == 301
    assert by_name["Location"] == f"https://stoneage.example{page}"
