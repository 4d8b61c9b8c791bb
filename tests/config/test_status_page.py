"""The status page for the staff."""

import time

import pytest
from django.db import OperationalError

from config.monitoring import health
from games import deadlines
from games.models import Heartbeat
from games.now import database_now

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _broker(monkeypatch) -> None:
    monkeypatch.setattr(health, "STARTED_AT", time.monotonic() - 2 * health.MINUTE)
    waiting = {"celery": 1234, "deadlines": 0}
    monkeypatch.setattr(health, "calls_waiting", lambda queues: waiting)
    monkeypatch.setattr(health, "BROKER", health.BrokerProbe())


def test_only_the_staff_can_see_it(client, alice):
    assert client.get("/admin/service/").status_code == 302
    client.force_login(alice)
    assert client.get("/admin/service/").status_code == 302


def test_page_shows_reasons_and_metrics(admin_client):
    page = admin_client.get("/admin/service/").text
    assert "No sweep has run yet. " in page
    assert "How long the oldest due email has been waiting." in page
    assert "celery <strong>1,234</strong>" in " ".join(page.split())
    assert admin_client.post("/admin/service/").status_code == 405


def test_dashboard_links_to_the_status_page(admin_client):
    dashboard = admin_client.get("/admin/games/desk/").text
    assert "No sweep has run yet" in dashboard
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": database_now()})
    dashboard = admin_client.get("/admin/games/desk/").text
    assert "No sweep has run" not in dashboard
    assert 'href="/admin/service/"' in dashboard


@pytest.mark.parametrize("page", ["/admin/service/", "/admin/games/desk/"])
def test_database_that_fails_during_the_page_is_reported(
    admin_client, monkeypatch, page
):
    def silent(now):
        raise OperationalError

    monkeypatch.setattr(deadlines, "last_sweep_age", silent)
    answer = admin_client.get(page)
    assert answer.status_code == 200
    assert (
        "The database does not answer. Is it running, and is DATABASE_URL right?"
        in answer.text
    )
