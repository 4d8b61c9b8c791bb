"""Commands of the service write messages as log lines if machines read them."""

import logging

import pytest
from django.core import checks
from django.core.management import get_commands, load_command_class
from django.core.management.base import SystemCheckError
from pytest_django import Settings

from config.installation import PACKAGES
from games.management.service_command import ServiceCommand

HINT = checks.Warning("It is slow.", hint="Make it\nquick.", id="config.W999")
WRONG = checks.Error("It is wrong.", id="config.E999")


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[checks.CheckMessage]:
    """Make the system checks find something."""
    messages: list[checks.CheckMessage] = [HINT]
    monkeypatch.setattr(checks, "run_checks", lambda **_: messages)
    return messages


def test_messages_of_checks_are_text_for_people(
    found: list[checks.CheckMessage],
    settings: Settings,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    settings.LOG_FORMAT = "text"
    ServiceCommand().check()
    ServiceCommand().say("It ended.")
    told = capsys.readouterr().err
    assert "System check identified some issues" in told
    assert told.endswith("It ended.\n")
    assert not caplog.records


def test_messages_of_checks_are_log_lines_for_machines(
    found: list[checks.CheckMessage],
    settings: Settings,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    settings.LOG_FORMAT = "json"
    ServiceCommand().check()
    ServiceCommand().say("It ended.")
    assert [(each.levelno, each.getMessage()) for each in caplog.records] == [
        (logging.WARNING, "?: (config.W999) It is slow. HINT: Make it quick."),
        (logging.WARNING, "It ended."),
    ]
    assert "System check" not in capsys.readouterr().err
    found.append(WRONG)
    with pytest.raises(SystemCheckError):
        ServiceCommand().check()
    assert caplog.records[-1].levelno == logging.ERROR


def test_only_starts_check_the_settings():
    """The hints would appear after each backup, and loading all pages takes seconds."""
    ours = [
        (app, name)
        for name, app in get_commands().items()
        if app in PACKAGES and name not in {"check", "receive_mails"}
    ]
    assert len(ours) > 20
    for app, name in ours:
        assert load_command_class(app, name).requires_system_checks == (), name
