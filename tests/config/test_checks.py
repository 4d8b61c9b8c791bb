"""config/checks.py: invalid combinations of settings are reported."""

import pytest
from django.core.checks import run_checks

from config import checks

pytestmark = pytest.mark.both_databases


@pytest.fixture
def public(settings):
    """A correctly configured site."""
    settings.SITE_URL = "https://play.example.org"
    settings.ALLOWED_HOSTS = ["play.example.org"]
    settings.SITE_IS_LOCAL = False
    settings.SITE_IS_SECURE = True
    settings.SECRET_KEY_IS_GIVEN = True
    settings.EMAIL_URL = "smtp://mail.example"
    settings.MAILBOX = False
    settings.DEBUG = False
    settings.REPLY_TO = "play@stoneage.example"
    settings.SECRET_KEY = "0123456789abcdef" * 4
    return settings


def found() -> set[str]:
    """Return the ids of our own messages."""
    messages = run_checks(tags=["security"])
    return {message.id for message in messages if message.id.startswith("config.")}


def test_correct_site_passes(public):
    assert found() == set()


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("DEBUG", True, "config.E001"),
        ("SECRET_KEY_IS_GIVEN", False, "config.E002"),
        ("SECRET_KEY", "short", "config.E017"),
        ("MAILBOX", True, "config.E003"),
        ("WEBHOOK_LOOPBACK", True, "config.E015"),
        ("ALLOWED_HOSTS", ["other.example"], "config.E018"),
        ("EMAIL_URL", "mailbox://", "config.E004"),
        ("SECURE_SSL_REDIRECT", True, "config.E009"),
        ("SITE_IS_SECURE", False, "config.W001"),
        ("RECEIVE_AT", "0.0.0.0:2525", "config.W003"),
    ],
)
def test_each_mistake_is_reported(public, name, value, complaint):
    setattr(public, name, value)
    assert found() == {complaint}


def test_address_of_the_example_is_reported(public):
    public.SITE_URL = "https://stoneage.example"
    public.ALLOWED_HOSTS = ["stoneage.example"]
    assert found() == {"config.W014"}


def test_mailbox_behind_a_proxy_is_reported(public):
    public.SITE_IS_LOCAL = public.MAILBOX = True
    public.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert found() == {"config.E008"}


def test_provider_that_delivers_mails_needs_an_address_for_replies(public):
    public.ANYMAIL = {"WEBHOOK_SECRET": "name:secret"}
    assert found() == set()
    public.REPLY_TO = ""
    assert found() == {"config.I002"}


def test_listener_can_be_off(public):
    public.RECEIVE_AT = ""
    assert found() == set()


def test_everything_is_allowed_on_a_local_site(public):
    public.SITE_URL = "http://127.0.0.1:8000"
    public.ALLOWED_HOSTS = public.LOOPBACK_HOSTS
    public.SITE_IS_LOCAL = True
    public.SITE_IS_SECURE = False
    public.SECRET_KEY_IS_GIVEN = False
    public.EMAIL_URL = "mailbox://"
    public.MAILBOX = True
    public.DEBUG = True
    assert found() == set()


@pytest.mark.django_db
def test_database_has_the_settings():
    assert list(checks.check_sqlite(databases=["default"])) == []


@pytest.mark.django_db
@pytest.mark.only_on("sqlite")
def test_old_sqlite_is_reported(monkeypatch):
    monkeypatch.setattr("sqlite3.sqlite_version_info", (3, 34, 1))
    (message,) = checks.check_sqlite(databases=["default"])
    assert message.id == "config.E013"


@pytest.mark.django_db
@pytest.mark.only_on("sqlite")
def test_ignored_sqlite_options_are_reported(monkeypatch):
    monkeypatch.setitem(checks.PRAGMAS, "synchronous", 1)
    (message,) = checks.check_sqlite(databases=["default"])
    assert message.id == "config.E006"
    assert "synchronous=2" in message.msg


def test_anymail_checks_run_with_ours(settings):
    """`up` runs the checks of settings by their tag."""
    settings.ANYMAIL = {"WEBHOOK_AUTHORIZATION": "a:b"}
    found = run_checks(tags=["security"])
    assert "anymail.E001" in {each.id for each in found}
