"""What the doctor reads in the DNS, asked of a name server on the loopback."""

from dataclasses import replace

import pytest

from notifications.doctor.domains import check_domains
from notifications.doctor.keys import check_dkim
from notifications.doctor.lookup import Lookup, lookup_at
from notifications.doctor.observations import Grade, Observation
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


def amiss(lookup: Lookup) -> Observation:
    """Return the one thing that is not well."""
    (found,) = [each for each in observations(lookup) if each.grade is not Grade.GOOD]
    assert found.remedy.endswith(".")
    return found


def test_of_what_is_well_nothing_is_to_be_done(lookup: Lookup) -> None:
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
def test_one_thing_is_amiss(
    names: NameServer,
    lookup: Lookup,
    name: str,
    kind: str,
    records: list[str],
    grade: Grade,
    words: str,
) -> None:
    names.records[name, kind] = records
    found = amiss(lookup)
    assert found.grade is grade
    assert words in found.sentence


def test_what_is_included_counts_as_well(names: NameServer, lookup: Lookup) -> None:
    """Five, of which one takes six more; and a circle comes to an end."""
    names.records[IN, "TXT"] = ['"v=spf1 include:a.example a mx exists:x.y ptr ~all"']
    names.records["a.example", "TXT"] = ['"v=spf1 a:b a:c a:d a:e a:f -all"']
    assert {each.grade for each in observations(lookup)} == {Grade.GOOD}
    names.records["a.example", "TXT"] = ['"v=spf1 a:b a:c a:d a:e a:f a:g -all"']
    assert "look-ups" in amiss(lookup).sentence
    names.records["a.example", "TXT"] = ['"v=spf1 include:a.example -all"']
    assert "look-ups" in amiss(lookup).sentence


def test_another_record_may_be_meant(names: NameServer, lookup: Lookup) -> None:
    names.records[IN, "TXT"] = [f'"v=spf1 redirect={DOMAIN}"']
    assert {each.grade for each in observations(lookup)} == {Grade.GOOD}


def test_a_short_modern_key_is_one(names: NameServer, lookup: Lookup) -> None:
    names.records[KEY_NAME, "TXT"] = [f'"k=ed25519; p={"A" * 43}="']
    assert {each.grade for each in observations(lookup)} == {Grade.GOOD}


def test_without_a_selector_nobody_knows(lookup: Lookup) -> None:
    (found,) = check_dkim(DOMAIN, "", lookup)
    assert found.grade is Grade.UNSURE
    assert "--received" in found.remedy


def test_the_domain_above_may_say_it(lookup: Lookup) -> None:
    below = replace(DOMAINS, sender=f"play.{DOMAIN}")
    said = [each.sentence for each in check_domains(below, lookup, selector=SELECTOR)]
    assert f"play.{DOMAIN} has a DMARC record (p=quarantine)." in said


def test_who_mails_come_back_to_has_to_be_of_the_same_domain(
    names: NameServer, lookup: Lookup
) -> None:
    names.records["back.example", "TXT"] = ['"v=spf1 -all"']
    elsewhere = replace(DOMAINS, envelope="back.example")
    found = list(check_domains(elsewhere, lookup, selector=SELECTOR))
    (unsure,) = [each for each in found if each.grade is Grade.UNSURE]
    assert "SPF cannot vouch" in unsure.sentence


def test_a_host_without_mx_takes_its_own_mails(
    names: NameServer, lookup: Lookup
) -> None:
    names.records[IN, "MX"] = []
    names.records[IN, "AAAA"] = ["2001:db8::7"]
    assert {each.grade for each in observations(lookup)} == {Grade.GOOD}


def test_without_replies_nothing_that_comes_back_is_noticed(lookup: Lookup) -> None:
    silent = replace(DOMAINS, replies="")
    found = list(check_domains(silent, lookup, selector=SELECTOR))
    assert [each.grade for each in found].count(Grade.UNSURE) == 1
    assert "REPLY_TO" in found[-1].remedy


@pytest.mark.parametrize("sender", ["", "localhost", "127.0.0.1"])
def test_what_is_no_domain_is_not_asked_about(sender: str) -> None:
    def unasked(name: str, kind: str) -> list[str]:
        raise AssertionError((name, kind))

    (found,) = check_domains(replace(DOMAINS, sender=sender), unasked)
    assert "no domain" in found.sentence


def test_where_nobody_answers_it_says_so(names: NameServer, lookup: Lookup) -> None:
    names.fails = True
    found = observations(lookup)
    assert {each.grade for each in found} == {Grade.UNSURE}
    assert all("The DNS does not answer" in each.sentence for each in found)


@pytest.mark.parametrize("address", ["nowhere", "127.0.0.1:x", "127.0.0.1:99999"])
def test_what_is_no_name_server(address: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        lookup_at(address)
