"""`manage.py check`: whether database and broker let us in."""

from collections.abc import Callable

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import OperationalError, connection
from pytest_django import Settings

from config.management.commands import check
from config.monitoring.health import BROKER_SILENT

pytestmark = pytest.mark.django_db

AT = 'connection failed: connection to server at "127.0.0.1", port 5432 failed: '
Refuse = Callable[[str], None]


@pytest.fixture
def refuse(monkeypatch: pytest.MonkeyPatch) -> Refuse:
    """Let each connection to the database fail with an answer."""

    def fail_with(answer: str) -> None:
        def fail() -> None:
            raise OperationalError(AT + answer)

        monkeypatch.setattr(connection, "ensure_connection", fail)

    return fail_with


def test_database_that_answers_is_no_reason_to_warn() -> None:
    assert check.require_database() == ""


@pytest.mark.parametrize(
    "reason",
    [
        'password authentication failed for user "stoneage"',
        'database "stoneage" does not exist',
        'role "stoneage" does not exist',
    ],
)
def test_database_that_refuses_us_stops_the_start(refuse: Refuse, reason: str) -> None:
    refuse(f"FATAL:  {reason}\nconnection to server without TLS failed: the same")
    with pytest.raises(ImproperlyConfigured) as refusal:
        check.require_database()
    assert str(refusal.value) == f"DATABASE_URL: the server refuses us: {reason}."


@pytest.mark.parametrize(
    "answer",
    [
        "Connection refused",
        "FATAL:  the database system is starting up",
        "FATAL:  sorry, too many clients already",
    ],
)
def test_database_that_may_come_up_is_waited_for(refuse: Refuse, answer: str) -> None:
    refuse(answer)
    assert answer in check.require_database()


def test_broker_that_does_not_answer_is_a_warning(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    settings.BROKER_URL = "redis://broker/0"
    monkeypatch.setattr(check, "measure_broker", lambda: {"broker": False})
    call_command("check")
    assert BROKER_SILENT in capsys.readouterr().err

    settings.BROKER_URL = ""  # `up` starts its own
    call_command("check")
    said = capsys.readouterr()
    assert BROKER_SILENT not in said.err
    assert "let us in" in said.out
