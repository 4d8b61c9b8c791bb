"""/healthz: what a monitor sees."""

from datetime import timedelta

import pytest
from django.db import OperationalError

from config import health
from config.celery import app
from games.clocks import database_now
from notifications.models import IncomingMail, Reading, Way
from notifications.models.incoming import GIVEN_UP

pytestmark = pytest.mark.django_db


def test_all_is_well(client):
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json() == {
        "healthy": True,
        "database": True,
        "broker": True,
        "oldest_due_mail_seconds": 0,
        "oldest_unread_mail_seconds": 0,
        "unread_mails_given_up": 0,
        "oldest_overdue_turn_seconds": 0,
    }


def a_mail(**fields):
    moment = database_now() - timedelta(hours=1)
    name = f"<{len(fields)}@example.org>"
    dates = {"received_at": moment, "due_at": moment, "read_at": moment}
    return IncomingMail.objects.create(
        message_id=name, way=Way.SMTP, source=b"", **(dates | fields)
    )


def test_mails_that_nobody_reads_are_noticed(client):
    a_mail()
    report = client.get("/healthz").json()
    assert 3600 <= report["oldest_unread_mail_seconds"] < 3700
    assert report["unread_mails_given_up"] == 0


def test_mails_that_were_given_up_are_noticed(client):
    why = GIVEN_UP.format(count=6, error="RuntimeError")
    a_mail(reading=Reading.IGNORED, why=why)
    long_ago = database_now() - timedelta(days=2)
    a_mail(reading=Reading.IGNORED, why=why, read_at=long_ago)
    a_mail(reading=Reading.IGNORED)
    report = client.get("/healthz").json()
    assert report["unread_mails_given_up"] == 1
    assert report["oldest_unread_mail_seconds"] == 0


def test_a_broker_that_is_away_is_noticed(client, monkeypatch):
    monkeypatch.setitem(app.conf, "broker_write_url", "redis://127.0.0.1:1/0")
    response = client.get("/healthz")
    assert response.status_code == 503
    assert response.json()["broker"] is False
    assert response.json()["database"] is True


def test_a_database_that_is_away_is_noticed(client, monkeypatch):
    def refuse():
        raise OperationalError

    monkeypatch.setattr(health, "database_now", refuse)
    response = client.get("/healthz")
    assert response.status_code == 503
    assert response.json() == {"healthy": False, "database": False, "broker": True}


def test_it_may_only_be_read(client):
    assert client.post("/healthz").status_code == 405


def test_ages_are_whole_seconds():
    assert health.seconds(timedelta(seconds=12.9)) == 12
