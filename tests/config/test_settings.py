"""config/settings.py: the effect of environment variables."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.environment import count_web_processes
from notifications.network.smtp_backend import TIMED_SMTP

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
import json, config.settings as settings
names = [name for name in dir(settings) if name.isupper()]
print(json.dumps({name: getattr(settings, name) for name in names}, default=str))
"""


@pytest.fixture
def read(tmp_path):
    """Return the settings of a process with these variables."""

    def read_settings(**variables: str) -> dict:
        environment = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path)} | variables
        output = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            cwd=ROOT,
            env=environment,
            check=True,
            capture_output=True,
        ).stdout
        return json.loads(output)

    return read_settings


def test_defaults_make_a_local_trial_service(read, tmp_path):
    settings = read()
    assert settings["DATABASES"]["default"]["NAME"] == str(
        tmp_path / "stoneage.sqlite3"
    )
    assert settings["EMAIL_BACKEND"] == "notifications.mailbox.backend.MailboxBackend"
    assert settings["MAILBOX"] is True
    assert settings["DEBUG"] is False
    assert settings["SITE_IS_LOCAL"] is True
    assert settings["SECRET_KEY_IS_GIVEN"] is False
    assert "127.0.0.1" in settings["ALLOWED_HOSTS"]
    assert settings["EMAIL_TIMEOUT"] > 0


def test_public_site_accepts_only_its_own_host(read):
    settings = read(SITE_URL="https://stoneage.example/")
    assert settings["SITE_URL"] == "https://stoneage.example"
    assert settings["ALLOWED_HOSTS"] == ["stoneage.example"]
    assert settings["CSRF_TRUSTED_ORIGINS"] == ["https://stoneage.example"]
    assert settings["SESSION_COOKIE_SECURE"] is True
    assert settings["CSRF_COOKIE_SECURE"] is True
    assert settings["MAILBOX"] is False
    assert "@stoneage.example" in settings["DEFAULT_FROM_EMAIL"]


def test_only_local_sites_invite_replies_by_default(read):
    assert read()["REPLY_TO"] == "play@localhost"
    assert read(SITE_URL="https://stoneage.example")["REPLY_TO"] == ""


def test_mail_server_turns_the_mailbox_off(read):
    settings = read(EMAIL_URL="smtp+tls://user:secret@mail.example:587")
    assert settings["EMAIL_BACKEND"] == TIMED_SMTP
    assert settings["MAILBOX"] is False


def test_postgresql_gets_no_sqlite_options(read):
    settings = read(DATABASE_URL="postgresql://user:secret@db.example/stoneage")
    database = settings["DATABASES"]["default"]
    assert database["ENGINE"] == "config.postgresql"
    assert "init_command" not in database.get("OPTIONS", {})


def test_nothing_outlives_a_transaction_behind_a_pooler(read):
    url = "postgresql://user:secret@db.example/stoneage"
    for pooled in (False, True):
        database = read(
            DATABASE_URL=url, PREPARED_STATEMENTS="off" if pooled else "on"
        )["DATABASES"]["default"]
        assert (database["OPTIONS"]["prepare_threshold"] is None) == pooled
        assert database["DISABLE_SERVER_SIDE_CURSORS"] == pooled


def test_web_processes_leave_a_core_to_the_workers_and_are_at_most_four(
    monkeypatch,
):
    for cores, processes in ((1, 1), (2, 1), (3, 2), (64, 4)):
        monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(cores)))  # noqa: B023
        assert count_web_processes("config.postgresql") == processes
        assert count_web_processes("django.db.backends.sqlite3") == 1


def test_secret_key_may_begin_with_a_dollar_sign(read):
    settings = read(SECRET_KEY="$HOME")
    assert settings["SECRET_KEY"] == "$HOME"
    assert settings["SECRET_KEY_IS_GIVEN"] is True


def test_stored_key_is_the_default(read, tmp_path):
    (tmp_path / "secret-key").write_text("kept\n")
    assert read()["SECRET_KEY"] == "kept"


@pytest.mark.long
@pytest.mark.parametrize(
    ("variable", "value", "sentence"),
    [
        ("DATABASE_URL", "mysql://u:secret@h/n", "DATABASE_URL names no database"),
        ("EMAIL_URL", "smtp://u:secret@h:port", "EMAIL_URL names no server"),
        ("WEB_THREADS", "many", "WEB_THREADS is 'many': it must be a whole number"),
    ],
)
@pytest.mark.parametrize(
    "program",
    [
        "manage.py check",
        "manage.py up",
        "manage.py serve",
        "-m celery -A config worker",
    ],
)
def test_wrong_setting_ends_every_program_with_one_sentence(
    tmp_path, program, variable, value, sentence
):
    environment = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, *program.split()],
        cwd=ROOT,
        env=environment | {variable: value},
        capture_output=True,
        text=True,
    )
    assert done.returncode == (1 if "celery" in program else 2)
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
    assert "secret" not in done.stderr
