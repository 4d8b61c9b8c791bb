"""Checks of one of our mails as it was received. Pure."""

import re
from collections.abc import Iterable, Iterator, Sequence
from email.message import Message

from notifications.doctor.domains import is_within
from notifications.doctor.observations import Observation, bad, good, unsure
from notifications.inbox.sender_authentication import HEADER
from notifications.mail_text import headers
from notifications.mail_text.authentication_results import topmost_verdict
from notifications.mail_text.parse import message_of

METHODS = {
    "spf": (
        "SPF",
        "Name the server that sends in the SPF record of the domain that mails come "
        "back to.",
    ),
    "dkim": ("DKIM", "Let your mail server or provider sign, and publish its key."),
    "dmarc": (
        "DMARC",
        "Let SPF or DKIM pass for the domain of our From address.",
    ),
}
_UNSUBSCRIBE = ("list-unsubscribe", "list-unsubscribe-post")
_SIGNED = re.compile(r"(?:^|;)\s*(d|h)\s*=\s*([^;]*)")
#: Marks of TLS in a Received header (RFC 3848), or its version.
_ENCRYPTED = re.compile(
    r"\bwith\s+(?:UTF8)?(?:E?SMTPSA?|LMTPSA?)\b|\bTLS", re.IGNORECASE
)


def check_received(source: bytes, sender: str) -> Iterator[Observation]:
    """Yield observations about the source of a received mail; never raises."""
    message = message_of(source)
    domain = headers.only_address(message, "From").rpartition("@")[2].lower()
    if not domain:
        yield bad(
            "That is not a mail, or its headers are missing.",
            "Save it as its source: “Show original” or “.eml” in most programs.",
        )
        return
    if domain != sender:
        yield unsure(
            f"That mail is from {domain}, and ours are from {sender}.",
            "Hand in one of ours.",
        )
    yield from _check_verdict(message)
    signatures = list(_signatures(message))
    yield _check_signature(signatures, domain)
    yield _check_unsubscribing(message, signatures)
    yield _check_encryption(message)


def _check_verdict(message: Message) -> Iterator[Observation]:
    verdict = topmost_verdict(headers.raw(message, HEADER))
    if verdict is None:
        yield unsure(
            "Its receiver added no authentication results.",
            "Send one to an address at a large provider, which adds them.",
        )
        return
    server = verdict.server
    for method, (name, remedy) in METHODS.items():
        said = {each.outcome for each in verdict.results if each.method == method}
        if "pass" in said:
            yield good(f"{name} passed at {server}.")
        elif said:
            outcome = " and ".join(sorted(said))
            yield bad(f"{name} at {server}: {outcome}.", remedy)
        else:
            yield unsure(f"{server} says nothing about {name}.", remedy)


def _signatures(message: Message) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the domain of each DKIM signature, and the headers that it covers."""
    for value in headers.raw(message, "DKIM-Signature"):
        tags = dict(_SIGNED.findall(value))
        covered = re.split(r"[\s:]+", tags.get("h", "").strip().lower())
        yield "".join(tags.get("d", "").split()).lower(), frozenset(covered)


def _check_signature(
    signatures: Sequence[tuple[str, frozenset[str]]], domain: str
) -> Observation:
    by = [signer for signer, _ in signatures]
    if any(is_within(domain, signer) or is_within(signer, domain) for signer in by):
        return good(f"It is signed for {domain}.")
    if by:
        sentence = f"It is signed for {' and '.join(by)}, and not for {domain}."
        return bad(sentence, f"Let your provider sign for {domain}.")
    return bad("It is not signed (DKIM).", METHODS["dkim"][1])


def _check_unsubscribing(
    message: Message, signatures: Iterable[tuple[str, frozenset[str]]]
) -> Observation:
    present = [name for name in _UNSUBSCRIBE if headers.has(message, name)]
    if not present:
        return unsure(
            "It has no List-Unsubscribe header.",
            "Mails to players have one. If this is one, a server on its way cut it.",
        )
    if any(covered.issuperset(present) for _, covered in signatures):
        return good("It has signed List-Unsubscribe headers.")
    return unsure(
        "List-Unsubscribe is not signed: mail programs show no button for it.",
        "Let your mail server sign List-Unsubscribe and List-Unsubscribe-Post as well.",
    )


def _check_encryption(message: Message) -> Observation:
    hops = headers.raw(message, "Received")
    encrypted = sum(bool(_ENCRYPTED.search(hop)) for hop in hops)
    if encrypted:
        return good(f"{encrypted} of {len(hops)} servers on its way used TLS.")
    return unsure(
        "No server on its way mentions TLS.",
        "Let your mail server use TLS for what it sends (smtp_tls_security_level=may).",
    )
