"""`/.well-known/security.txt`: what RFC 9116 asks for."""

from datetime import datetime, timedelta

import pytest
from django.test import Client
from pytest_django import Settings

from games.now import database_now


@pytest.mark.django_db
def test_operator_is_named_and_the_text_expires_within_a_year(
    client: Client, settings: Settings
) -> None:
    settings.CONTACT_EMAIL = "help+site@stoneage.example"
    settings.SITE_URL = "https://stoneage.example"

    answer = client.get("/.well-known/security.txt")

    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in answer.text.splitlines())
    assert fields["Contact"] == "mailto:help%2Bsite@stoneage.example"
    assert fields["Canonical"] == "https://stoneage.example/.well-known/security.txt"
    left = datetime.fromisoformat(fields["Expires"]) - database_now()
    assert timedelta(days=30) < left < timedelta(days=365)
