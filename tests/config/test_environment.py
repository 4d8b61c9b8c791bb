"""config/settings.py: every setting is checked when it is read."""

import os
import re
import runpy
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

ROOT = Path(__file__).resolve().parents[2]
SOURCE = (ROOT / "config/settings.py").read_text()

#: Variables that settings.py reads, in its order. A provider has variables of its own.
NAMES = list(
    dict.fromkeys(
        re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', SOURCE)
        + re.findall(r'environ(?:\.get\(|\[)"([A-Z_]+)"', SOURCE)
        + ["DATABASE_URL", "BROKER_URL", "SENTRY_DSN"]
    )
)


def rows_of(page: str) -> list[list[str]]:
    """Return the cells of the rows that begin with a setting."""
    text = (ROOT / page).read_text()
    found = re.findall(r"^\| `[A-Z_]+…?` \|.*\|$", text, re.M)
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in found]


TWELVE = [row for row in rows_of("docs/operating.md") if len(row) == 4]
OTHERS = rows_of("docs/settings.md")

#: Values that are not read, and a part of the sentence that says why.
WRONG = [
    ("VAR_DIR", __file__, "must be a folder"),
    ("VAR_DIR", f"{__file__}/inside", "must be a folder"),
    ("SITE_URL", "stoneage.example", "for example https://stoneage.example"),
    ("SITE_URL", "ftp://stoneage.example", "must be an address"),
    ("SITE_URL", "https://stoneage.example/games", "without a path"),
    ("SITE_URL", "https://stoneage.example:port", "must be an address"),
    ("ALLOWED_HOSTS", "https://stoneage.example", "without https://"),
    ("DEBUG", "maybe", "must be on or off"),
    ("DATABASE_URL", "nonsense", "like postgres://"),
    ("DATABASE_URL", "mysql://u:secret@h/n", "like postgres://"),
    ("DATABASE_URL", "postgres://u:secret@h/", "name of the database"),
    ("DATABASE_URL", "postgres://u:secret@h:port/n", "like postgres://"),
    ("DATABASE_URL", "postgres://u:PASSWORD@h/n", "write your own"),
    ("BROKER_URL", "secret", "like redis://"),
    ("BROKER_URL", "amqp://u:secret@host", "like redis://"),
    ("BROKER_URL", "redis://:secret@host:port", "like redis://"),
    ("PREPARED_STATEMENTS", "none", "must be on or off"),
    ("APPEAL_DAYS", "three", "must be a number of days"),
    ("BROWSER_DAYS", "-1", "whole number from 0 on"),
    ("UNDO_SECONDS", "601", "whole number from 0 to 600"),
    ("ORDERS_DELAY", "600,150", "the smaller one first"),
    ("ORDERS_DELAY", "1", "two whole numbers"),
    ("BEACON_URL", "api.drand.sh", "for example https://api.drand.sh"),
    ("THINKING", "of", "must be on or off"),
    ("REVIEW_GAMES", "2", "must be on or off"),
    ("SAMPLE_GAME", "none", "must be on or off"),
    ("OUTAGE_SECONDS", "2 minutes", "whole number from 30 on"),
    ("EMAIL_URL", "nonsense://secret", "like smtp+tls://"),
    ("EMAIL_URL", "smtp://u:secret@h:port", "like smtp+tls://"),
    ("EMAIL_URL", "smtp+tls://u:sec/ret@h:587", "Write / in a password as %2F"),
    ("EMAIL_URL", "smtp+tls://", "like smtp+tls://"),
    ("EMAIL_URL", "smtp+tls://u:PASSWORD@h:587", "write your own"),
    ("ANYMAIL_WEBHOOK_SECRET", "secret", "must be a name and a long random text"),
    ("EMAIL_TIMEOUT", "30", "whole number from 1 to 10"),
    ("DEFAULT_FROM_EMAIL", "Stone Age", "must be an email address"),
    ("CONTACT_EMAIL", "Staff <staff@stoneage.example>", "must be an email address"),
    ("MAILBOX", "-", "must be on or off"),
    ("PUSH_SERVICES", "https://push.apple.com", "without https://"),
    ("WEBHOOK_LOOPBACK", "localhost", "must be on or off"),
    ("REPLY_TO", "stoneage.example", "for example play@stoneage.example"),
    ("RECEIVE_AT", "2525", "for example 127.0.0.1:2525"),
    ("RECEIVE_AT", "127.0.0.1:70000", "must be a host and a port"),
    ("INCOMING_MAIL_BYTES", "2 MB", "whole number from 100000 on"),
    ("INCOMING_MAIL_DAYS", "nan", "must be a number of days"),
    ("OUTGOING_MAIL_DAYS", "inf", "must be a number of days"),
    ("ARCHIVE_DAYS", "-1", "must be a number of days"),
    ("GUEST_DAYS", "a month", "must be a number of days"),
    ("TYPED_ADDRESS_DAYS", "90d", "must be a number of days"),
    ("AUTHSERV_ID", "mail server", "must be one word"),
    ("PROVIDER_AUTHSERV_ID", "mail server", "must be one word"),
    ("ARC_FORWARDERS", "lists@example.org", "must be names of hosts"),
    ("WEB_PROCESSES", "0", "whole number from 1 on"),
    ("WEB_THREADS", "many", "whole number from 1 on"),
    ("STATIC_ROOT", __file__, "must be a folder"),
    ("BEHIND_PROXY", "caddy", "must be on or off"),
    ("SSL_REDIRECT", "302", "must be on or off"),
    ("HSTS_SECONDS", "a year", "whole number from 0 on"),
    ("TRUSTED_PROXIES", "127.0.0.1", "whole number from 0 on"),
    ("STAFF_SECOND_FACTOR", "totp", "must be on or off"),
    ("METRICS_TOKEN", "two words", "must be one word"),
    ("SENTRY_DSN", "https://stoneage.example/secret", "like https://KEY@host/1"),
    ("SENTRY_DSN", "https://secret@stoneage.example/", "like https://KEY@host/1"),
    ("LOG_LEVEL", "LOUD", "must be DEBUG, INFO, WARNING, ERROR or CRITICAL"),
    ("LOG_FORMAT", "xml", "must be text or json"),
]
#: Where another test gives these settings wrong values.
CHECKED_BY = {
    "SECRET_KEY": "tests/config/test_checks.py",
    "EMAIL_BACKEND": "tests/notifications/doctor/test_login.py",
    "VAPID_PRIVATE_KEY": "tests/notifications/push/test_settings_page.py",
    "TRANSPARENCY_KEYS": "tests/games/transparency/test_log.py",
    "TRANSPARENCY_WITNESSES": "tests/games/transparency/test_witnessing.py",
}
#: Any text is right.
FREE = {"SECRET_KEY_FALLBACKS"}


def read_settings(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, **given: str
) -> dict:
    for name in [*NAMES, *(each for each in os.environ if each.startswith("ANYMAIL_"))]:
        monkeypatch.delenv(name, raising=False)
    for name, value in ({"VAR_DIR": str(tmp_path)} | given).items():
        monkeypatch.setenv(name, value)
    return runpy.run_path(str(ROOT / "config/settings.py"))


@pytest.mark.parametrize(("name", "value", "words"), WRONG)
def test_wrong_value_is_refused_with_a_sentence(
    name, value, words, monkeypatch, tmp_path
):
    with pytest.raises(ImproperlyConfigured) as refusal:
        read_settings(monkeypatch, tmp_path, **{name: value})
    sentence = str(refusal.value)
    assert sentence.startswith(f"{name} ")
    assert words in sentence
    assert value in sentence or name.endswith(("URL", "SECRET", "TOKEN", "_ID", "_DSN"))
    assert "secret" not in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence


def test_every_setting_has_a_wrong_value():
    tried = {name for name, _, _ in WRONG} - {"ANYMAIL_WEBHOOK_SECRET"}
    assert tried | set(CHECKED_BY) | FREE == set(NAMES)
    assert tried.isdisjoint(CHECKED_BY)
    for name, place in CHECKED_BY.items():
        assert name in (ROOT / place).read_text()


def test_every_setting_is_on_one_page_and_every_one_there_is_read():
    listed = [row[0].strip("`") for row in (*TWELVE, *OTHERS)]
    assert len(listed) == len(set(listed))
    provider = {"ANYMAIL_…", "ANYMAIL_WEBHOOK_SECRET"}
    assert set(listed) - provider == set(NAMES)
    assert len(TWELVE) == 12


@pytest.mark.parametrize("row", OTHERS, ids=lambda row: row[0].strip("`"))
def test_other_settings_have_purpose_form_default_and_a_valid_example(
    row, monkeypatch, tmp_path
):
    name, purpose, form, default, example = (cell.strip("`") for cell in row)
    assert all([purpose, form, default, example])
    if name not in {"VAR_DIR", "ANYMAIL_…"}:  # settings.py makes the folder
        read_settings(monkeypatch, tmp_path, **{name: example})


@pytest.mark.parametrize("row", TWELVE, ids=lambda row: row[0].strip("`"))
def test_the_twelve_have_purpose_default_and_a_valid_example(
    row, monkeypatch, tmp_path
):
    name, purpose, example, default = (cell.strip("`") for cell in row)
    assert all([purpose, default])
    example = example.replace("PASSWORD", "secret")
    read_settings(monkeypatch, tmp_path, **{name: example})


def test_example_has_the_twelve_in_the_same_order_and_words():
    text = (ROOT / "deploy/stoneage.env.example").read_text()
    found = re.findall(r"((?:^# .*\n)+)([A-Z_]+)=", text, re.M)
    words = [
        (name, " ".join(comment.replace("#", "").split())) for comment, name in found
    ]
    assert words == [(row[0].strip("`"), row[1].replace("`", "")) for row in TWELVE]
