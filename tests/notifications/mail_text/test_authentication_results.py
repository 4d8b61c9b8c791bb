"""Authentication-Results are read exactly, or not at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notifications.mail_text.authentication_results import (
    LONGEST,
    AuthenticationResult,
    Verdict,
    parse_verdict,
)

SERVER = "mx.example.org"

Outcomes = dict[str, str]


def read(text: str) -> dict[str, tuple[str, dict[str, str]]]:
    """Return the outcome and the properties by method; {} if it is unreadable."""
    verdict = parse_verdict(text)
    if verdict is None:
        return {}
    assert verdict.server == SERVER
    return {
        each.method: (
            each.outcome,
            {
                f"{kind}.{name}".lstrip("."): value
                for kind, name, value in each.properties
            },
        )
        for each in verdict.results
    }


#: As programs and providers write them.
GENUINE = {
    "OpenDMARC": (
        "dmarc=pass (p=reject dis=none) header.from=example.net",
        {"dmarc": ("pass", {"header.from": "example.net"})},
    ),
    "OpenDKIM": (
        "\r\n\tdkim=pass (2048-bit key; unprotected) header.d=example.net"
        ' header.i=@example.net header.a=rsa-sha256 header.s=s1 header.b="a/b+c=";\r\n'
        "\tdkim-atps=neutral",
        {
            "dkim": (
                "pass",
                {
                    "header.d": "example.net",
                    "header.i": "@example.net",
                    "header.a": "rsa-sha256",
                    "header.s": "s1",
                    "header.b": "a/b+c=",
                },
            ),
            "dkim-atps": ("neutral", {}),
        },
    ),
    "policyd-spf": (
        "spf=pass (mailfrom) smtp.mailfrom=example.net (client-ip=192.0.2.1;"
        ' helo=mail.example.net; envelope-from=a@example.net; receiver="<UNKNOWN>")',
        {"spf": ("pass", {"smtp.mailfrom": "example.net"})},
    ),
    "rspamd": (
        "dkim=pass header.d=example.net header.s=s1 header.b=a/b+c; iprev=pass"
        " policy.iprev=2001:db8::1; dmarc=pass (policy=none) header.from=example.net",
        {
            "dkim": (
                "pass",
                {
                    "header.d": "example.net",
                    "header.s": "s1",
                    "header.b": "a/b+c",
                },
            ),
            "iprev": ("pass", {"policy.iprev": "2001:db8::1"}),
            "dmarc": ("pass", {"header.from": "example.net"}),
        },
    ),
    "a large provider": (
        "spf=softfail (sender (192.0.2.1) is not us) smtp.mailfrom=a@example.net;"
        "dmarc=fail action=none header.from=example.net;compauth=fail reason=001",
        {
            "spf": ("softfail", {"smtp.mailfrom": "a@example.net"}),
            "dmarc": ("fail", {"action": "none", "header.from": "example.net"}),
            "compauth": ("fail", {"reason": "001"}),
        },
    ),
    "spaces and versions": (
        'DKIM / 1 = Pass reason = "good (2; 3)" Header . D = example.net (a (b) c) ;',
        {"dkim": ("pass", {"reason": "good (2; 3)", "header.d": "example.net"})},
    ),
    "quoted local part": (
        r'spf=pass smtp.mailfrom="a; \"b\" c"@example.net',
        {"spf": ("pass", {"smtp.mailfrom": 'a; "b" c@example.net'})},
    ),
}


@pytest.mark.parametrize("name", GENUINE)
def test_results_are_read(name: str) -> None:
    text, results = GENUINE[name]
    assert read(f"{SERVER}; {text}") == results


@pytest.mark.parametrize(
    "head", [SERVER, f"{SERVER} 1", f'"{SERVER}"', SERVER.upper(), f"{SERVER} (ours)"]
)
def test_name_of_the_server_is_read(head: str) -> None:
    result = AuthenticationResult("spf", "pass")
    assert parse_verdict(f"{head}; spf=pass") == Verdict(SERVER, (result,))
    assert parse_verdict(f"{head}; none") == Verdict(SERVER, ())


PASS = "dmarc=pass header.from=victim.example"


@pytest.mark.parametrize(
    "strange",
    [
        f'spf=fail smtp.mailfrom="x; {PASS}"@evil.example',
        rf'spf=fail smtp.mailfrom="x\"; {PASS}"@evil.example',
        f"spf=fail (x; {PASS}) smtp.mailfrom=evil.example",
        f'spf=fail (a " b; {PASS}) smtp.mailfrom=evil.example',
        rf"spf=fail (a \) b; {PASS}) smtp.mailfrom=evil.example",
        f"spf=fail ((a) b; {PASS}) smtp.mailfrom=evil.example",
        f'spf=fail reason="; {PASS}" smtp.mailfrom=evil.example',
    ],
)
def test_quoted_words_of_a_stranger_are_no_results(strange: str) -> None:
    found = read(f"{SERVER}; {strange}")
    assert found.keys() == {"spf"}
    assert found["spf"][0] == "fail"


def test_quotation_mark_in_a_comment_hides_nothing() -> None:
    text = f'{SERVER}; spf=pass (a " b) x=y; dmarc=fail (" c)'
    assert read(text).keys() == {"spf", "dmarc"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        SERVER,
        f"{SERVER};",
        f"; {PASS}",
        PASS,
        f"{SERVER} {PASS}",
        f"{SERVER}; ; {PASS}",
        f"{SERVER}; none; {PASS}",
        f"{SERVER}; dmarc",
        f"{SERVER}; dmarc=",
        f"{SERVER}; dmarc=pass.",
        f"{SERVER}; {PASS} something",
        f"{SERVER}; {PASS} header.x=",
        f"{SERVER}; {PASS} (a",
        f"{SERVER}; {PASS} a)",
        f'{SERVER}; {PASS} header.x="a',
        rf"{SERVER}; spf=fail smtp.mailfrom=a\; {PASS}",
        f"{SERVER}; spf=fail smtp.mailfrom=a b; {PASS}",
        f"{SERVER}; {PASS}{' ' * LONGEST}",
        f"{SERVER}; {'(' * 1000}{PASS}",
    ],
)
def test_whatever_is_unclear_is_not_read(text: str) -> None:
    assert parse_verdict(text) is None


@given(st.text(st.sampled_from('abc=.;"()\\ /1@') | st.characters(), max_size=60))
def test_any_text_is_harmless(text: str) -> None:
    parse_verdict(text)
    parse_verdict(f"{SERVER}; spf=pass {text}")
