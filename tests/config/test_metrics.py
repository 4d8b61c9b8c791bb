"""/metrics: the metrics for Prometheus."""

import re
import time
from datetime import timedelta

import pytest
from django.db import OperationalError
from prometheus_client.parser import text_string_to_metric_families

from config.monitoring import health, metrics, request_timing
from games import deadlines
from games.log.archiving import archive_finished
from games.models import Heartbeat, Status, StoredEvent
from games.now import database_now
from notifications.models import MailStep, Obstacle, OutgoingMail, Step
from notifications.models.channels import Shape, Webhook
from tests.config.test_up import ROOT
from tests.support.mails import a_mail

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]

TOKEN = "a long random text"
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def _running_for_long(monkeypatch, settings) -> None:
    settings.METRICS_TOKEN = TOKEN
    monkeypatch.setattr(health, "STARTED_AT", time.monotonic() - 2 * health.MINUTE)
    waiting = {"celery": 4, "deadlines": 1}
    monkeypatch.setattr(health, "calls_waiting", lambda queues: waiting)
    monkeypatch.setattr(health, "BROKER", health.BrokerProbe())


def collect(client) -> dict[str, float]:
    """Return the metrics by name, and by the value of their label if they have one."""
    answer = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def test_page_needs_a_configured_token(client, settings):
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics").status_code == 404


@pytest.mark.parametrize("given", ["", "Bearer other", TOKEN, f"Bearer {TOKEN}x"])
def test_page_needs_the_token(client, given):
    answer = client.get("/metrics", headers={"Authorization": given} if given else {})
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert "stoneage_" not in answer.text


def test_metrics_cover_what_alerts_need(client, two_player_game, alice):
    now = database_now()
    game = two_player_game
    Heartbeat.objects.update_or_create(
        pk=1, defaults={"beat_at": now - timedelta(seconds=5)}
    )
    OutgoingMail.objects.all().delete()
    sent = a_mail(alice, now, due_at=now - timedelta(seconds=90))
    MailStep.objects.create(mail=sent, what=Step.DEFERRED, at=now)
    MailStep.objects.create(mail=sent, what=Step.SENT, at=now - timedelta(hours=2))
    figures = collect(client)
    assert figures["stoneage_healthy"] == 0
    assert figures["stoneage_broker_up"] == figures["stoneage_database_up"] == 1
    assert figures["stoneage_oldest_due_mail_seconds"] == pytest.approx(90, abs=5)
    assert figures["stoneage_last_sweep_seconds"] == pytest.approx(5, abs=5)
    assert figures["stoneage_calls_waiting celery"] == 4
    assert figures["stoneage_calls_waiting deadlines"] == 1
    assert figures[f"stoneage_games {Status.ACTIVE}"] == 1
    assert figures[f"stoneage_games {Status.FINISHED}"] == 0
    assert figures["stoneage_seats_awaited"] == 1
    assert figures["stoneage_events_total"] >= game.version
    assert figures["stoneage_mails_open"] == 1
    assert figures["stoneage_mail_steps_last_hour deferred"] == 1
    assert "stoneage_mail_steps_last_hour sent" not in figures


def test_servers_that_accept_nothing_are_shown(client, alice):
    now = database_now()
    names = ("database_writable", "mail_server_up", "push_services_up")
    figures = collect(client)
    assert [figures[f"stoneage_{name}"] for name in names] == [1, 1, 1]
    held = {"obstacle": Obstacle.SERVER, "reason": "421 busy", "claimed_at": now}
    ready = {"ready_since": now - timedelta(minutes=9), "due_at": now + HOUR}
    a_mail(alice, now, **held, **ready)
    a_mail(alice, now, "unwritten", obstacle=Obstacle.FAULT, due_at=now + HOUR)
    Webhook.objects.create(
        user=alice,
        url="https://example.org/x",
        shape=Shape.STANDARD,
        failing_since=now,
        made_at=now,
    )
    figures = collect(client)
    assert [figures[f"stoneage_{name}"] for name in names] == [1, 0, 1]
    assert figures["stoneage_oldest_due_mail_seconds"] == pytest.approx(540, abs=5)
    assert figures["stoneage_oldest_due_notification_seconds"] == 0
    assert figures["stoneage_oldest_due_call_seconds"] == 0
    assert figures["stoneage_mails_unwritable"] == 1
    assert figures["stoneage_webhooks_failing"] == 1


def test_alerts_use_existing_metrics(client, two_player_game):
    """Request metrics exist once there were requests."""
    mail = OutgoingMail.objects.latest("pk")
    MailStep.objects.create(mail=mail, what=Step.SENT, at=database_now())
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": database_now()})
    rules = (ROOT / "deploy/prometheus/alerts.yml").read_text()
    named = set(re.findall(r"stoneage_\w+", rules))
    told = {figure.split()[0] for figure in collect(client)}
    counted = {name for name in named if name.startswith("stoneage_http_request_")}
    assert named - counted <= told
    assert {"stoneage_mail_server_up", "stoneage_mails_unwritable"} <= named


def test_unreachable_database_leaves_the_other_metrics(client, monkeypatch):
    def silent():
        raise OperationalError

    monkeypatch.setattr(health, "database_now", silent)
    figures = collect(client)
    assert figures["stoneage_database_up"] == figures["stoneage_healthy"] == 0
    assert figures["stoneage_calls_waiting celery"] == 4
    assert "stoneage_mails_open" not in figures


def test_database_failing_during_the_scrape_leaves_the_other_metrics(
    client, monkeypatch
):
    def silent():
        raise OperationalError
        yield

    monkeypatch.setattr(metrics, "count_rows", silent)
    assert collect(client)["stoneage_database_up"] == 1


def test_database_that_fails_halfway_counts_as_down(client, monkeypatch):
    def silent(now):
        raise OperationalError

    monkeypatch.setattr(deadlines, "last_sweep_age", silent)
    figures = collect(client)
    assert figures["stoneage_database_up"] == figures["stoneage_healthy"] == 0
    assert "stoneage_mails_open" not in figures


def test_archived_games_stay_in_the_event_count(client, finished_game):
    before = collect(client)["stoneage_events_total"]
    now = database_now()
    assert archive_finished(before=now + timedelta(days=1), now=now, limit=10) == 1
    assert not StoredEvent.objects.filter(game=finished_game).exists()
    assert collect(client)["stoneage_events_total"] == before


def test_requests_are_timed_by_url_name(client, monkeypatch):
    labels = ("games:home", "GET", "2xx")
    before = request_timing.SECONDS.labels(*labels)._sum.get()
    client.handler.load_middleware()
    assert client.get("/").status_code == 200
    client.get("/play/no-such-token/")
    figures = collect(client)
    name = "stoneage_http_request_seconds_count"
    assert request_timing.SECONDS.labels(*labels)._sum.get() > before
    assert figures[f"{name} GET games:home 2xx"] >= 1
    assert not any("no-such-token" in figure for figure in figures)
