"""Who may play at once: whom our own mail server vouches for, beyond doubt."""

import pytest
from pytest_django import Settings

from notifications.inbox.sender_authentication import is_authenticated
from notifications.mail_text.headers import LONGEST_HEADER
from notifications.mail_text.parse import message_of
from notifications.models import Channel
from tests.notifications.inbox.conftest import a_mail

ALICE = "alice@example.org"
DOMAIN = "example.org"
OURS = "mx.stoneage.example"
THEIRS = "inbound.provider.example"
PASS = f"{OURS}; dmarc=pass (p=none) header.from=example.org"
PROVIDERS_PASS = f"{THEIRS}; dmarc=pass header.from=example.org"
OUR_DOORS = [Channel.SMTP, Channel.LMTP, Channel.COMMAND]


@pytest.fixture(autouse=True)
def _our_server(settings: Settings) -> None:
    settings.AUTHSERV_ID = OURS


def verdict(
    *results: str, sender: str = ALICE, channel: Channel = Channel.SMTP
) -> bool:
    """Whether a mail under these Authentication-Results, topmost first, is vouched."""
    head = "".join(f"Authentication-Results: {text}\r\n" for text in results)
    message = message_of(head.encode() + a_mail(sender=sender))
    return is_authenticated(message, ALICE, channel=channel, is_trusted=False)


@pytest.mark.parametrize(
    "result",
    [
        PASS,
        f"{OURS};\r\n dmarc=pass (p=reject dis=none)\r\n header.from=example.org",
        PASS.upper().replace("DMARC", "dmarc").replace("HEADER.FROM", "header.from"),
        f"{OURS}; dkim=fail header.d=example.org; dmarc=pass header.from=example.org",
        f"{OURS}; dkim=pass header.d=example.org header.s=a",
        f"{OURS}; spf=pass smtp.mailfrom=bounce@example.org",
        f"{OURS}; spf=pass smtp.mailfrom=example.org; dkim=none",
    ],
)
def test_our_server_vouches(result: str) -> None:
    assert verdict(result)


@pytest.mark.parametrize(
    "passed",
    [f"dkim=pass header.d={DOMAIN}", f"spf=pass smtp.mailfrom=a@{DOMAIN}"],
)
def test_a_verdict_that_is_not_read_to_its_end_vouches_for_nothing(passed: str) -> None:
    """Many long signatures of a stranger can end what is read within a domain."""
    before = f"{OURS}; dkim=fail header.d="
    room = LONGEST_HEADER - len(f"{before}; {passed}")
    result = f"{before}{'x' * room}; {passed}.evil.example"
    assert result[:LONGEST_HEADER].endswith(passed)
    assert not verdict(f"{result}; dmarc=fail header.from={DOMAIN}")
    assert not verdict(f"{result}; dmarc=fail header.from={DOMAIN}", PASS)


@pytest.mark.parametrize(
    "results",
    [
        (),
        (f"{OURS}; none",),
        (f"{OURS}; dmarc=fail header.from=example.org",),
        (f"{OURS}; dmarc=pass header.from=evil.example",),
        (f"{OURS}; dmarc=pass",),
        (f"{OURS}; dmarc=fail header.from={DOMAIN}; dkim=pass header.d={DOMAIN}",),
        (f"{OURS}; dkim=pass header.d=evil.test; spf=pass smtp.mailfrom=evil.test",),
        (f"{OURS}; dkim=pass header.d=mail.example.org",),
        (f"{OURS}; dkim=pass header.d=org",),
        (f"{OURS}; spf=softfail smtp.mailfrom=example.org",),
        (f"{OURS}; spf=pass smtp.helo=example.org",),
        ("mx.evil.example; dmarc=pass header.from=example.org",),
        ("mx.evil.example; dmarc=pass header.from=example.org", PASS),
        (f"{OURS}; dmarc=fail header.from=example.org", PASS),
        (f"{OURS}.evil.example; dmarc=pass header.from=example.org",),
        (f"({OURS}) mx.evil.example; dmarc=pass header.from=example.org",),
        ("; dmarc=pass", PASS),
        ("\0\0;;;", PASS),
    ],
)
def test_nothing_else_vouches(results: tuple[str, ...]) -> None:
    assert not verdict(*results)


def test_without_a_name_of_ours_no_verdict_counts(settings: Settings) -> None:
    settings.AUTHSERV_ID = ""
    assert not verdict(PASS)
    assert not verdict("; dmarc=pass header.from=example.org")


@pytest.mark.parametrize("channel", OUR_DOORS)
def test_behind_our_own_doors_our_server_is_the_witness(
    channel: Channel, settings: Settings
) -> None:
    settings.PROVIDER_AUTHSERV_ID = THEIRS
    assert verdict(PASS, channel=channel)
    assert not verdict(PROVIDERS_PASS, channel=channel)


def test_a_provider_does_not_remove_what_senders_write_in_our_name(
    settings: Settings,
) -> None:
    assert not verdict(PASS, channel=Channel.PROVIDER)
    assert not verdict(PROVIDERS_PASS, channel=Channel.PROVIDER), "nobody trusts it"
    settings.PROVIDER_AUTHSERV_ID = THEIRS
    assert verdict(PROVIDERS_PASS, channel=Channel.PROVIDER)
    assert not verdict(PASS, channel=Channel.PROVIDER)


@pytest.mark.parametrize("forged", [PROVIDERS_PASS, PROVIDERS_PASS.upper(), "x; none"])
def test_of_two_verdicts_by_a_provider_one_may_be_forged(
    forged: str, settings: Settings
) -> None:
    settings.PROVIDER_AUTHSERV_ID = THEIRS
    genuine = f"{THEIRS}; dmarc=fail header.from=example.org"
    assert not verdict(forged, genuine, channel=Channel.PROVIDER)
    assert not verdict(genuine, forged, channel=Channel.PROVIDER)


@pytest.mark.parametrize(
    "sender",
    [
        *(
            ALICE,
            "Alice@Example.ORG",
            f"Alice <{ALICE}>",
            f'"Alice, the first" <{ALICE}>',
        ),
        *(f"Alice J. Doe <{ALICE}>", f"=?utf-8?q?Al=C3=ADce?= <{ALICE}>"),
    ],
)
def test_her_address_is_hers_however_it_is_written(sender: str) -> None:
    message = message_of(f"From: {sender}\r\n\r\nhut".encode())
    assert is_authenticated(message, ALICE, channel=Channel.SMTP, is_trusted=True)


@pytest.mark.parametrize(
    "head",
    [
        "",
        "From: bob@example.org",
        f'From: "{ALICE}" <bob@example.org>',
        f"From: {ALICE} <bob@example.org>",
        f"From: {ALICE}, bob@example.org",
        f"From: bob@example.org, {ALICE}",
        f"From: {ALICE}\r\nFrom: bob@example.org",
        f"From: {ALICE}\r\nFrom: {ALICE}",
        f"From: friends: {ALICE};",
        f"From: <{ALICE}> <bob@example.org>",
        f"From: {ALICE}\x00",
        "From: alice(@evil.example)@example.org",
        "From: =?utf-8?q?alice=40example.org?=",
        "From: =?utf-8?q?alice?=@example.org",
        "From: al\u0131ce@example.org",
        "From: alice@example.org.evil.example",
        "From: alice@EXAMPLE.OR\u212a",
        f"Sender: {ALICE}",
        f"Resent-From: {ALICE}\r\nFrom: bob@example.org",
        "From: undisclosed:;",
    ],
)
def test_nobody_else_is_taken_for_her(head: str) -> None:
    message = message_of(f"{head}\r\n\r\nhut".encode())
    assert not is_authenticated(message, ALICE, channel=Channel.SMTP, is_trusted=True)


def test_a_seat_without_an_address_has_no_sender() -> None:
    assert not is_authenticated(
        message_of(a_mail()), None, channel=Channel.SMTP, is_trusted=True
    )
