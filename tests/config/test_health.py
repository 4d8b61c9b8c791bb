"""/healthz: what a monitor sees."""

from datetime import timedelta

import pytest
from django.db import OperationalError

from config import health
from config.celery import app

pytestmark = pytest.mark.django_db


def test_all_is_well(client):
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json() == {
        "healthy": True,
        "database": True,
        "broker": True,
        "oldest_due_mail_seconds": 0,
        "oldest_overdue_turn_seconds": 0,
    }


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
