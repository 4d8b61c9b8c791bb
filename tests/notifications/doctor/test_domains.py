"""The doctor's checks of the DNS, with a name server on loopback."""

from dataclasses import replace

import pytest

from notifications.doctor.domains import check_dkim, check_domains
from notifications.doctor.observations import Grade, Lookup, Observation, lookup_at
from tests.notifications.doctor.conftest import (
    DOMAIN,
    DOMAINS,
    KEY_NAME,
    SELECTOR,
    key_record,
)
from tests.support.servers.name_server import NameServer

IN = f"in.{DOMAIN}"
DMARC = f"_dmarc.{DOMAIN}"


def observations(lookup: Lookup) -> list[Observation]:
    return list(check_domains(DOMAINS, lookup, selector=SELECTOR))


def only_problem(lookup: Lookup) -> Observation:
    """Return the only observation that is not good."""
    (found,) = [each for each in observations(lookup) if each.grade is not Grade.GOOD]
    assert found.remedy.endswith(".")
    return found


def test_healthy_domain_has_no_remedies(lookup: Lookup) -> None:
    found = observations(lookup)
    assert {each.grade for each in found} == {Grade.GOOD}
    assert [each.sentence for each in found] == [
        f"{IN} says by SPF which servers send for it.",
        f"There is a DKIM key at {KEY_NAME}.",
        f"{DOMAIN} has a DMARC record (p=quarantine).",
        f"Our mails are from {DOMAIN}; mails to it go to mail.{DOMAIN}.",
        f"Replies go to {IN}; mails to it go to mail.{DOMAIN}.",
    ]


@pytest.mark.parametrize(
    ("name", "kind", "records", "grade", "words"),
    [
        (IN, "TXT", [], Grade.BAD, "has no SPF record"),
        (IN, "TXT", ['"v=spf10 mx ~all"'], Grade.BAD, "has no SPF record"),
        (IN, "TXT", ['"v=spf1 mx ~all"', '"v=spf1 -all"'], Grade.BAD, "2 SPF records"),
        (IN, "TXT", ['"v=spf1 mx +all"'], Grade.BAD, "anybody may send"),
        (IN, "TXT", ['"V=SPF1 ALL"'], Grade.BAD, "anybody may send"),
        (IN, "TXT", ['"v=spf1 mx ?all"'], Grade.UNSURE, "others may not send"),
        (IN, "TXT", ['"v=spf1 mx"'], Grade.UNSURE, "others may not send"),
        (
            IN,
            "TXT",
            [f'"v=spf1 {" ".join(f"include:{n}.example" for n in range(11))} -all"'],
            Grade.BAD,
            "more than 10 look-ups",
        ),
        (KEY_NAME, "TXT", [], Grade.BAD, "There is no DKIM key"),
        (KEY_NAME, "TXT", ['"v=DKIM1; p="'], Grade.BAD, "revoked"),
        (KEY_NAME, "TXT", ['"v=DKIM1; p=bm8ga2V5"'], Grade.BAD, "is no key"),
        (KEY_NAME, "TXT", ['"v=DKIM1; p=%%%"'], Grade.BAD, "is no key"),
        (KEY_NAME, "TXT", [key_record(1024)], Grade.UNSURE, "1024 bits"),
        (DMARC, "TXT", [], Grade.BAD, "has no DMARC record"),
        (DMARC, "TXT", ['"v=DMARC1; p=maybe"'], Grade.BAD, "cannot be read"),
        (DMARC, "TXT", ['"v=DMARC1"'], Grade.BAD, "cannot be read"),
        (
            DMARC,
            "TXT",
            ['"v=DMARC1; p=none"', '"v=DMARC1; p=reject"'],
            Grade.BAD,
            "cannot be read",
        ),
        (IN, "MX", [], Grade.BAD, "has no MX record"),
        (IN, "MX", ["0 ."], Grade.BAD, "takes no mails"),
        (
            IN,
            "MX",
            ["10 gone.example."],
            Grade.BAD,
            "gone.example, which has no IP address",
        ),
    ],
)
def test_each_fault_is_reported(
    names: NameServer,
    lookup: Lookup,
    name: str,
    kind: str,
    records: list[str],
    grade: Grade,
    words: str,
) -> None:
    names.records[name, kind] = records
    found = only_problem(lookup)
    assert found.grade is grade
    assert words in found.sentence


def test_lookups_of_included_records_count(names: NameServer, lookup: Lookup) -> None:
    """Five, one of which takes six more; and a circular include ends."""
    names.records[IN, "TXT"] = ['"v=spf1 include:a.example a mx exists:x.y ptr ~all"']
    names.records["a.example", "TXT"] = ['"v=spf1 a:b a:c a:d a:e a:f -all"']
    assert {each.grade for each in observations(lookup)} == {Grade.GOOD}
    names.records["a.example", "TXT"] = ['"v=spf1 a:b a:c a:d a:e a:f a:g -all"']
    assert "look-ups" in only_problem(lookup).sentence
    names.records["a.example", "TXT"] = ['"v=spf1 include:a.example -all"']
    assert "look-ups" in only_problem(lookup).sentence


def test_another_txt_record_is_ignored(names: NameServer, lookup: Lookup) -> None:
    names.records[IN, "TXT"] = [f'"v=spf1 redirect={DOMAIN}"']
    assert {each.grade for each in observations(lookup)} == {Grade.GOOD}


def test_short_ed25519_key_is_accepted(names: NameServer, lookup: Lookup) -> None:
    names.records[KEY_NAME, "TXT"] = [f'"k=ed25519; p={"A" * 43}="']
    assert {each.grade for each in observations(lookup)} == {Grade.GOOD}


def test_missing_selector_is_asked_for(lookup: Lookup) -> None:
    (found,) = check_dkim(DOMAIN, "", lookup)
    assert found.grade is Grade.UNSURE
    assert "--received" in found.remedy


def test_parent_domain_may_have_the_dmarc_record(lookup: Lookup) -> None:
    below = replace(DOMAINS, sender=f"play.{DOMAIN}")
    said = [each.sentence for each in check_domains(below, lookup, selector=SELECTOR)]
    assert f"play.{DOMAIN} has a DMARC record (p=quarantine)." in said


def test_bounce_domain_must_align_with_the_sender(
    names: NameServer, lookup: Lookup
) -> None:
    names.records["back.example", "TXT"] = ['"v=spf1 -all"']
    elsewhere = replace(DOMAINS, envelope="back.example")
    found = list(check_domains(elsewhere, lookup, selector=SELECTOR))
    (unsure,) = [each for each in found if each.grade is Grade.UNSURE]
    assert "SPF cannot vouch" in unsure.sentence


def test_host_without_mx_receives_its_own_mails(
    names: NameServer, lookup: Lookup
) -> None:
    names.records[IN, "MX"] = []
    names.records[IN, "AAAA"] = ["2001:db8::7"]
    assert {each.grade for each in observations(lookup)} == {Grade.GOOD}


def test_missing_reply_address_is_reported(lookup: Lookup) -> None:
    silent = replace(DOMAINS, replies="")
    found = list(check_domains(silent, lookup, selector=SELECTOR))
    assert [each.grade for each in found].count(Grade.UNSURE) == 1
    assert "REPLY_TO" in found[-1].remedy


@pytest.mark.parametrize("sender", ["", "localhost", "127.0.0.1"])
def test_invalid_domain_is_not_looked_up(sender: str) -> None:
    def unasked(name: str, kind: str) -> list[str]:
        raise AssertionError((name, kind))

    (found,) = check_domains(replace(DOMAINS, sender=sender), unasked)
    assert "no domain" in found.sentence


def test_silent_dns_is_reported(names: NameServer, lookup: Lookup) -> None:
    names.fails = True
    found = observations(lookup)
    assert {each.grade for each in found} == {Grade.UNSURE}
    assert all("The DNS does not answer" in each.sentence for each in found)


@pytest.mark.parametrize("address", ["nowhere", "127.0.0.1:x", "127.0.0.1:99999"])
def test_invalid_name_server_is_rejected(address: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        lookup_at(address)
