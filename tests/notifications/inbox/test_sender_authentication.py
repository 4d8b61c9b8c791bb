"""Only mails for which our mail server vouches are played at once."""

from email.message import Message

import pytest
from pytest_django import Settings

from games.models import User
from notifications.inbox.sender_authentication import is_authenticated, is_signed
from notifications.mail_text import headers
from notifications.mail_text.headers import LONGEST_HEADER
from notifications.mail_text.parse import message_of
from notifications.models import Channel
from tests.notifications.inbox.conftest import a_mail

pytestmark = pytest.mark.django_db

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
    """Return whether a mail with these verdicts, topmost first, is authenticated."""
    head = "".join(f"Authentication-Results: {text}\r\n" for text in results)
    message = message_of(head.encode() + a_mail(sender=sender))
    return is_authenticated(message, channel=channel, is_trusted=False)


def is_hers(message: Message, alice: User) -> bool:
    """Return whether a mail from a trusted channel counts as Alice's."""
    vouched = is_authenticated(message, channel=Channel.SMTP, is_trusted=True)
    return vouched and alice.has_address(headers.only_address(message, "From"))


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
        # as for every domain without a DMARC record
        f"{OURS}; dkim=pass header.d={DOMAIN}; dmarc=none header.from={DOMAIN}",
        f"{OURS}; dkim=pass header.i=@{DOMAIN} header.s=a",
    ],
)
def test_our_server_vouches(result: str) -> None:
    assert verdict(result)


@pytest.mark.parametrize(
    "passed",
    [f"dkim=pass header.d={DOMAIN}", f"spf=pass smtp.mailfrom=a@{DOMAIN}"],
)
def test_truncated_verdict_does_not_count(passed: str) -> None:
    """Many long signatures of a stranger can truncate it within a domain name."""
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
        (f"{OURS}; dmarc=none header.from={DOMAIN}; spf=pass smtp.mailfrom={DOMAIN}",),
        (f"{OURS}; dmarc=none header.from={DOMAIN}; dkim=pass header.d=evil.test",),
        (f"{OURS}; dmarc=none; dmarc=fail; dkim=pass header.d={DOMAIN}",),
        (f"{OURS}; dmarc=temperror header.from={DOMAIN}; dkim=pass header.d={DOMAIN}",),
        (f"{OURS}; dkim=pass header.i=@{DOMAIN} header.d=evil.test",),
        (f"{OURS}; dkim=pass header.i=@mail.{DOMAIN}",),
        ("mx.evil.example; dmarc=pass header.from=example.org",),
        ("mx.evil.example; dmarc=pass header.from=example.org", PASS),
        (f"{OURS}; dmarc=fail header.from=example.org", PASS),
        (f"{OURS}.evil.example; dmarc=pass header.from=example.org",),
        (f"({OURS}) mx.evil.example; dmarc=pass header.from=example.org",),
        ("; dmarc=pass", PASS),
        ("\0\0;;;", PASS),
    ],
)
def test_other_verdicts_do_not_count(results: tuple[str, ...]) -> None:
    assert not verdict(*results)


SPF_PASS = f"{OURS}; spf=pass (mailfrom) smtp.mailfrom={DOMAIN}"
DKIM_PASS = f"{OURS}; dkim=pass header.d={DOMAIN} header.s=a"


@pytest.mark.parametrize(
    "results",
    [
        (SPF_PASS, PASS),
        (f"{OURS}; spf=fail smtp.mailfrom=x.test", DKIM_PASS, PASS),
        (f"{OURS}; spf=none smtp.mailfrom=x.test", DKIM_PASS),
        (f"{OURS}; none", PASS, "mx.evil.example; dmarc=fail"),
        (PASS, "spf=pass smtp.mailfrom=x; compauth=pass", f"{OURS}; dmarc=fail"),
    ],
)
def test_headers_of_our_server_count_together(results: tuple[str, ...]) -> None:
    """Some servers have a program for each method, which adds its own header."""
    assert verdict(*results)


@pytest.mark.parametrize(
    "results",
    [
        (PASS, f"{OURS}; dmarc=fail header.from={DOMAIN}"),
        (SPF_PASS, f"{OURS}; dmarc=fail header.from={DOMAIN}"),
        (SPF_PASS, f"{OURS}; dmarc=none header.from={DOMAIN}"),
        (f"{OURS}; spf=none smtp.mailfrom=x.test", "mx.evil.example; none", PASS),
        (f"{OURS}; spf=none smtp.mailfrom=x.test", "unreadable", PASS),
    ],
)
def test_every_header_of_our_server_counts_and_none_below_another(
    results: tuple[str, ...],
) -> None:
    assert not verdict(*results)


def test_no_verdict_counts_without_an_authority(settings: Settings) -> None:
    settings.AUTHSERV_ID = ""
    assert not verdict(PASS)
    assert not verdict("; dmarc=pass header.from=example.org")


@pytest.mark.parametrize("channel", OUR_DOORS)
def test_our_server_is_the_authority_of_listener_and_pipe(
    channel: Channel, settings: Settings
) -> None:
    settings.PROVIDER_AUTHSERV_ID = THEIRS
    assert verdict(PASS, channel=channel)
    assert not verdict(PROVIDERS_PASS, channel=channel)


def test_forged_headers_in_the_providers_name_do_not_count(
    settings: Settings,
) -> None:
    assert not verdict(PASS, channel=Channel.PROVIDER)
    assert not verdict(PROVIDERS_PASS, channel=Channel.PROVIDER), "nobody trusts it"
    settings.PROVIDER_AUTHSERV_ID = THEIRS
    assert verdict(PROVIDERS_PASS, channel=Channel.PROVIDER)
    assert not verdict(PASS, channel=Channel.PROVIDER)


@pytest.mark.parametrize("forged", [PROVIDERS_PASS, PROVIDERS_PASS.upper(), "x; none"])
def test_two_verdicts_of_a_provider_do_not_count(
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
def test_her_address_is_recognised_however_it_is_written(
    sender: str, alice: User
) -> None:
    assert is_hers(message_of(f"From: {sender}\r\n\r\nhut".encode()), alice)


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
def test_nobody_else_is_mistaken_for_her(head: str, alice: User) -> None:
    assert not is_hers(message_of(f"{head}\r\n\r\nhut".encode()), alice)


def test_mail_without_from_address_is_not_authenticated() -> None:
    assert not is_hers(message_of(a_mail()), User())


FORWARDER = "forward.example"
SEAL = f"ARC-Seal: i=1; a=rsa-sha256; cv=none; d={FORWARDER}; s=x; b=abc"
FOUND = f"ARC-Authentication-Results: i=1; mx.{FORWARDER}; {PASS.partition('; ')[2]}"
HOLDS = f"Authentication-Results: {OURS}; arc=pass; dmarc=fail header.from={DOMAIN}"


def forwarded(*head: str) -> bool:
    message = message_of("".join(f"{line}\r\n" for line in head).encode() + a_mail())
    return is_authenticated(message, channel=Channel.SMTP, is_trusted=False)


def test_trusted_forwarders_results_count(settings: Settings) -> None:
    assert not forwarded(HOLDS, SEAL, FOUND), "nobody named it"
    settings.ARC_FORWARDERS = frozenset({FORWARDER})
    assert forwarded(HOLDS, SEAL, FOUND)
    later = (SEAL.replace("i=1", "i=2"), FOUND.replace("i=1", "i=2"))
    first = "ARC-Seal: i=1; cv=none; d=other.test; b=a"
    assert forwarded(HOLDS, *later, first, FOUND.replace("pass", "fail"))


def test_forged_arc_chain_does_not_count(settings: Settings) -> None:
    """The last seal counts if our server says, once, that the chain is valid."""
    settings.ARC_FORWARDERS = frozenset({FORWARDER})
    strange = SEAL.replace(FORWARDER, "evil.test").replace("i=1", "i=2")
    for head in (
        (SEAL, FOUND),
        (HOLDS.replace("arc=pass", "arc=fail"), SEAL, FOUND),
        (HOLDS.replace("arc=pass", "arc=none"), SEAL, FOUND),
        (HOLDS.replace("arc=pass; ", "arc=pass; arc=fail; "), SEAL, FOUND),
        (HOLDS.replace(OURS, "mx.evil.test"), SEAL, FOUND),
        (HOLDS, strange, SEAL, FOUND),
        (HOLDS, strange, SEAL, FOUND.replace("i=1", "i=2")),
        (HOLDS, SEAL, SEAL, FOUND),
        (HOLDS, SEAL, FOUND, FOUND),
        (HOLDS, SEAL.replace("d=", f"d={FORWARDER}; d=evil.test; x="), FOUND),
        (HOLDS, SEAL, FOUND.replace("dmarc=pass", "dmarc=fail")),
        (HOLDS, SEAL, FOUND.replace(DOMAIN, "evil.test")),
        (HOLDS, SEAL, FOUND + " " * LONGEST_HEADER + "; dmarc=fail"),
        (HOLDS, SEAL.replace(FORWARDER, f"{FORWARDER}.evil.test"), FOUND),
        (HOLDS, FOUND),
        (HOLDS, SEAL),
    ):
        assert not forwarded(*head), head


@pytest.mark.parametrize(
    ("result", "signed"),
    [
        (f"{OURS}; dkim=pass header.d={DOMAIN}; dmarc=pass header.from={DOMAIN}", True),
        (f"{OURS}; dkim=pass header.i=@{DOMAIN}", True),
        (PASS, False),
        (f"{OURS}; spf=pass smtp.mailfrom={DOMAIN}", False),
        (f"{OURS}; dkim=pass header.d=other.example", False),
        (f"{OURS}; dkim=fail header.d={DOMAIN}", False),
        (f"{THEIRS}; dkim=pass header.d={DOMAIN}", False),
    ],
)
def test_mail_is_signed_only_by_its_own_domain(result: str, signed: bool) -> None:
    head = f"Authentication-Results: {result}\r\n".encode()
    message = message_of(head + a_mail(sender=ALICE))
    assert is_signed(message, channel=Channel.SMTP) is signed
