"""Relays' headers do not turn people's mails into automatic ones."""

import pytest

from notifications.mail_text.parse import parse_mail
from tests.notifications.inbox.conftest import a_mail

#: The relay, and the headers that it adds.
RELAYS: dict[str, dict[str, str]] = {
    "Exchange": {
        "X-Auto-Response-Suppress": "DR, RN, NRN, OOF, AutoReply",
        "X-MS-Exchange-Organization-SCL": "-1",
        "X-MS-Has-Attach": "",
    },
    "Exchange, all suppressed": {"X-Auto-Response-Suppress": "All"},
    "SRS": {"Return-Path": "<SRS0=Hx1k=7Q=example.org=alice@forward.example>"},
    "BATV": {"Return-Path": "<prvs=0123456789=alice@example.org>"},
    "Gmail, forwarding": {
        "Return-Path": "<alice+caf_=alice=example.net@example.org>",
        "X-Forwarded-For": "alice@example.org alice@example.net",
        "X-Loop": "alice@example.org",
    },
    "Mailgun": {
        "Return-Path": "<bounce+12ab34.cd56-alice=example.org@mg.example>",
        "Sender": "alice=example.org@mg.example",
    },
    "SendGrid": {"Return-Path": "<bounces+123-45ab-play=x.example@em.example>"},
    "Amazon SES": {"Return-Path": "<0100018c-000000@eu.amazonses.example>"},
    "Postmark": {"Return-Path": "<pm_bounces@pm-bounces.example>"},
    "company gateway": {
        "List-Unsubscribe": "<https://gateway.example/u/1>",
        "List-Help": "<https://gateway.example/help>",
        "X-Auto-Response-Suppress": "OOF",
        "Sender": "relay-request@gateway.example",
    },
    "list manager as a relay": {
        "Return-Path": "<owner-family@example.org>",
        "Sender": "owner-family@example.org",
    },
    "help desk": {"Auto-Submitted": "no", "Precedence": "normal"},
}


@pytest.mark.parametrize("name", RELAYS)
def test_persons_mail_is_read_through_any_relay(name: str) -> None:
    letter = parse_mail(a_mail(**RELAYS[name]))
    assert letter.why_automatic == ""
    assert letter.own_lines == ("forest 3",)


@pytest.mark.parametrize(
    "sender", ["owner-of-two-cats@example.org", "song-request@example.org"]
)
def test_odd_addresses_of_people_are_accepted(sender: str) -> None:
    assert not parse_mail(a_mail(sender=sender)).is_automatic


@pytest.mark.parametrize("name", RELAYS)
def test_automatic_mail_is_recognised_through_any_relay(name: str) -> None:
    marks = RELAYS[name] | {"Auto-Submitted": "auto-replied"}
    assert parse_mail(a_mail(**marks)).why_automatic == "Auto-Submitted"
