"""Checks of the DNS: who may send for a domain, its keys, and where its mails go.

SPF (RFC 7208), DKIM (RFC 6376), DMARC (RFC 7489), MX (RFC 5321, RFC 7505).
"""

import base64
import binascii
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.serialization import load_der_public_key

from notifications.doctor.observations import (
    Lookup,
    Observation,
    bad,
    good,
    query_dns,
    unsure,
)

#: RSA keys with fewer bits are rejected, or weak (RFC 8301, 3.2).
LEAST_BITS, GOOD_BITS = 1024, 2048
#: An Ed25519 key is published as its bare 32 bytes (RFC 8463).
SHORT_KEY = 32

_TAG = re.compile(r"(\w+)\s*=\s*([^;]*)")


def check_dkim(domain: str, selector: str, lookup: Lookup) -> Iterator[Observation]:
    """Takes DNS queries."""
    if not selector:
        yield unsure(
            f"Only a received mail shows whether ours are signed for {domain} (DKIM).",
            "Save the source of one and pass it: --received FILE. Or name the "
            "selector of your key: --selector NAME.",
        )
        return
    name = f"{selector}._domainkey.{domain}"
    keys = [tags["p"] for tags in map(tags_of, lookup(name, "TXT")) if "p" in tags]
    if not keys:
        yield bad(
            f"There is no DKIM key at {name}.",
            "Publish the TXT record that your mail server or provider gives you.",
        )
    elif not keys[0]:
        yield bad(f"The DKIM key at {name} is revoked.", "Publish a new one.")
    else:
        yield _judge_key(name, keys[0])


def _judge_key(name: str, text: str) -> Observation:
    try:
        der = base64.b64decode("".join(text.split()), validate=True)
        key = None if len(der) == SHORT_KEY else load_der_public_key(der)
    except (binascii.Error, ValueError, UnsupportedAlgorithm):
        return bad(f"The text at {name} is no key.", "Publish the whole key again.")
    bits = key.key_size if isinstance(key, RSAPublicKey) else GOOD_BITS
    if bits < LEAST_BITS:
        remedy = f"Make one of {GOOD_BITS} bits."
        return bad(
            f"The DKIM key at {name} has {bits} bits: receivers ignore it.", remedy
        )
    if bits < GOOD_BITS:
        remedy = f"Make one of {GOOD_BITS} bits when you next change it."
        return unsure(f"The DKIM key at {name} has {bits} bits, which is weak.", remedy)
    return good(f"There is a DKIM key at {name}.")


def tags_of(record: str) -> dict[str, str]:
    return {name.lower(): value.strip() for name, value in _TAG.findall(record)}


#: The number of look-ups that an SPF record may take (RFC 7208, 4.6.4).
MOST_LOOKUPS = 10

_COSTS_LOOKUP = re.compile(
    r"[-+~?]?(include:|exists:|redirect=|(?:a|mx|ptr)(?=[:/]|$))"
)


@dataclass(frozen=True)
class Domains:
    """
    The domains in our mails: of the From address, of the envelope sender, of replies.

    ``replies`` is '' if nobody can reply.
    """

    sender: str
    envelope: str
    replies: str


def check_domains(
    domains: Domains, lookup: Lookup, *, selector: str = ""
) -> Iterator[Observation]:
    """Takes DNS queries."""
    if "." not in domains.sender or domains.sender[-1].isdigit():  # an IP address
        yield bad(
            f"Our mails are from {domains.sender or 'nobody'}, which is no domain.",
            "Set DEFAULT_FROM_EMAIL to an address at a domain of yours.",
        )
        return
    yield from query_dns(lambda: _check_spf(domains.envelope, lookup))
    yield from query_dns(lambda: check_dkim(domains.sender, selector, lookup))
    yield from query_dns(lambda: _check_dmarc(domains, lookup))
    yield from query_dns(
        lambda: _check_mx(domains.sender, "Our mails are from", lookup)
    )
    if not domains.replies:
        yield unsure(
            "Nobody can reply to our mails, and we do not notice bounces.",
            "Receive mails and set REPLY_TO, as “Incoming email” in docs/mail-setup.md "
            "describes.",
        )
    elif domains.replies != domains.sender:
        yield from query_dns(
            lambda: _check_mx(domains.replies, "Replies go to", lookup)
        )


def _check_spf(domain: str, lookup: Lookup) -> Iterator[Observation]:
    records = _spf_records(domain, lookup)
    if not records:
        yield bad(
            f"{domain} has no SPF record: nobody knows which servers send for it.",
            f"Publish a TXT record at {domain}: “v=spf1 mx ~all”, with what your "
            "provider tells you to include before “~all”.",
        )
        return
    if len(records) > 1:
        yield bad(
            f"{domain} has {len(records)} SPF records: that counts as a mistake.",
            "Merge them into one.",
        )
        return
    terms = records[0].lower().split()[1:]
    # Count the look-ups that a record takes with its includes, up to one too many.
    count = 0
    open_terms = list(terms)
    while open_terms and count <= MOST_LOOKUPS:
        term = open_terms.pop()
        if not (match := _COSTS_LOOKUP.match(term)):
            continue
        count += 1
        if match[1] in ("include:", "redirect="):
            for record in _spf_records(term[match.end() :], lookup):
                open_terms += record.lower().split()[1:]
    if count > MOST_LOOKUPS:
        yield bad(
            f"The SPF record of {domain} takes more than {MOST_LOOKUPS} look-ups: "
            "receivers give up on it.",
            "Include fewer others.",
        )
    yield from _check_last_term(domain, terms)


def _check_last_term(domain: str, terms: Sequence[str]) -> Iterator[Observation]:
    last = next((term for term in terms if term.lstrip("-+~?") == "all"), "")
    is_redirected = any(term.startswith("redirect=") for term in terms)
    if last in ("all", "+all"):
        yield bad(
            f"By its SPF record anybody may send for {domain}.",
            f"End it in “~all” instead of “{last}”.",
        )
    elif last == "?all" or not (last or is_redirected):
        yield unsure(
            f"The SPF record of {domain} does not say that others may not send for it.",
            "End it in “~all” once all that send for it are named.",
        )
    else:
        yield good(f"{domain} says by SPF which servers send for it.")


def _spf_records(domain: str, lookup: Lookup) -> list[str]:
    texts = lookup(domain, "TXT")
    return [text for text in texts if text.lower().split(" ")[0] == "v=spf1"]


def _check_dmarc(domains: Domains, lookup: Lookup) -> Iterator[Observation]:
    home, records = _find_dmarc(domains.sender, lookup)
    if not records:
        yield bad(
            f"{domains.sender} has no DMARC record: large providers refuse our mails, "
            "or take them for junk.",
            f"Publish a TXT record at _dmarc.{domains.sender}: “v=DMARC1; p=none”.",
        )
        return
    policy = tags_of(records[0]).get("p", "").strip().lower()
    if len(records) > 1 or policy not in ("none", "quarantine", "reject"):
        yield bad(
            f"The DMARC record at _dmarc.{home} cannot be read.",
            "Leave one there that begins with “v=DMARC1; p=none”.",
        )
        return
    yield good(f"{domains.sender} has a DMARC record (p={policy}).")
    if not is_within(domains.envelope, home):
        yield unsure(
            f"Our mails come back to {domains.envelope}, which is not {home}: "
            "SPF cannot vouch for who they are from.",
            f"See that they are signed (DKIM) for {home}, or let REPLY_TO be there.",
        )


def _find_dmarc(domain: str, lookup: Lookup) -> tuple[str, list[str]]:
    labels = domain.split(".")
    for at in range(len(labels) - 1):
        home = ".".join(labels[at:])
        texts = lookup(f"_dmarc.{home}", "TXT")
        records = [text for text in texts if text.lower().startswith("v=dmarc1")]
        if records:
            return home, records
    return domain, []


def _check_mx(domain: str, purpose: str, lookup: Lookup) -> Iterator[Observation]:
    hosts = [record.split()[-1].rstrip(".") for record in lookup(domain, "MX")]
    if hosts == [""]:
        yield bad(
            f"{purpose} {domain}, which says by its MX record that it takes no mails.",
            "Publish an MX record with the name of your mail server.",
        )
    elif not hosts and not _has_address(domain, lookup):
        yield bad(
            f"{purpose} {domain}, which has no MX record: no mail can get there.",
            "Publish an MX record with the name of your mail server.",
        )
    elif lost := [host for host in hosts if not _has_address(host, lookup)]:
        yield bad(
            f"Mails to {domain} go to {' and '.join(lost)}, which has no IP address.",
            "Fix the MX record, or publish an A record for that name.",
        )
    else:
        yield good(
            f"{purpose} {domain}; mails to it go to {', '.join(hosts or [domain])}."
        )


def _has_address(host: str, lookup: Lookup) -> bool:
    return bool(lookup(host, "A") or lookup(host, "AAAA"))


def is_within(domain: str, home: str) -> bool:
    """Return whether a domain equals ``home`` or is below it."""
    return f".{domain}".endswith(f".{home}")
