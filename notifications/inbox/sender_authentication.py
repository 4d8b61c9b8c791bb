"""Sender authentication: whether a mail is from its From address (RFC 8601, DMARC).

Each channel has one authority: for the listener and the pipe it is our mail server, for
webhooks the provider. Only its verdict counts: the topmost Authentication-Results that
bear the authority's name. All others may have been written by the sender. If the
authority vouches for an ARC chain (RFC 8617) whose last seal is by one of our
forwarders, the forwarder's own results count as well.
"""

import re
from collections.abc import Sequence
from email.message import Message

from django.conf import settings

from notifications.mail_text import headers
from notifications.mail_text.authentication_results import (
    AuthenticationResult,
    parse_verdict,
    topmost_verdict,
)
from notifications.models import Channel

HEADER = "Authentication-Results"
#: A chain server's results, and its seal over them.
ARC_HEADER, ARC_SEAL = "ARC-Authentication-Results", "ARC-Seal"
#: 'i=2; ...': the instance number that groups the headers of one server.
_INSTANCE = re.compile(r"\s*i\s*=\s*([0-9]{1,2})\s*;(.*)", re.DOTALL)
_SEALED_BY = re.compile(r"(?:^|;)\s*d\s*=\s*([^;\s]+)\s*(?=;|$)")
_SEALED_AS = re.compile(r"(?:^|;)\s*i\s*=\s*([0-9]{1,2})\s*(?=;|$)")


def is_authenticated(message: Message, *, channel: Channel, is_trusted: bool) -> bool:
    """
    Return whether a mail is certainly from its one From address. ``is_trusted`` means
    that the channel knows who sent it; no authority is asked.
    """
    sender = headers.only_address(message, "From")
    if not sender or not sender.isascii():
        return False
    if is_trusted:
        return True
    verdict, domain = _verdict(message, channel), _domain(sender)
    return _passes(verdict, domain) or _passes(_forwarded(message, verdict), domain)


def is_signed(message: Message, *, channel: Channel) -> bool:
    sender = headers.only_address(message, "From")
    verdict = _verdict(message, channel)
    found = (*verdict, *_forwarded(message, verdict))
    return bool(sender) and any(_signed_by(result, _domain(sender)) for result in found)


def _verdict(message: Message, channel: Channel) -> Sequence[AuthenticationResult]:
    """
    Return the results of the channel's authority, or () if it gave none. A truncated
    header is ignored, because the missing end may be what counts.
    """
    found = headers.raw(message, HEADER)
    by_provider = channel == Channel.PROVIDER
    authority = str(
        settings.PROVIDER_AUTHSERV_ID if by_provider else settings.AUTHSERV_ID
    )
    if not found or not authority or not headers.is_whole(message, HEADER):
        return ()
    if by_provider and len(found) > 1:
        return ()  # providers do not remove forged headers in their name
    verdict = topmost_verdict(found)
    if verdict is None or verdict.server != authority.lower():
        return ()
    return verdict.results


def _forwarded(
    message: Message, verdict: Sequence[AuthenticationResult]
) -> Sequence[AuthenticationResult]:
    """
    Return the results of the last forwarder, or () unless the operator trusts it. Our
    authority must confirm the whole chain. Then nobody but the sealing server can have
    written the last set.
    """
    chain = [result.outcome for result in verdict if result.method == "arc"]
    is_read = all(headers.is_whole(message, name) for name in (ARC_HEADER, ARC_SEAL))
    last, forwarder = _last_seal(message)
    if chain != ["pass"] or not is_read or forwarder not in settings.ARC_FORWARDERS:
        return ()
    found = [
        match[2]
        for each in headers.raw(message, ARC_HEADER)
        if (match := _INSTANCE.match(each)) and match[1] == last
    ]
    sealed = parse_verdict(found[0]) if len(found) == 1 else None
    return () if sealed is None else sealed.results


def _last_seal(message: Message) -> tuple[str, str]:
    """Return the instance and the domain of a chain's last seal, '' if in doubt."""
    headers_found = (" ".join(each.split()) for each in headers.raw(message, ARC_SEAL))
    seals = {_only(_SEALED_AS, each): each for each in headers_found}
    if not seals or "" in seals or len(seals) != len(headers.raw(message, ARC_SEAL)):
        return "", ""
    last = max(seals, key=int)
    return last, _only(_SEALED_BY, seals[last]).lower()


def _only(pattern: re.Pattern[str], header: str) -> str:
    values = pattern.findall(header)
    return values[0] if len(values) == 1 else ""


def _passes(results: Sequence[AuthenticationResult], domain: str) -> bool:
    """
    Return whether DMARC passed or, without DMARC, DKIM or SPF for the same domain. If
    the domain has no DMARC record ("none"), only its DKIM signature counts, not SPF,
    because many domains send from one server.
    """
    asked = [result for result in results if result.method == "dmarc"]
    if any(result.outcome != "none" for result in asked):
        return all(_passes_for(result, domain, "header", "from") for result in asked)
    if any(_signed_by(result, domain) for result in results):
        return True
    return not asked and any(
        result.method == "spf" and _passes_for(result, domain, "smtp", "mailfrom")
        for result in results
    )


def _signed_by(result: AuthenticationResult, domain: str) -> bool:
    """Return whether DKIM passed for the domain; some report only the identity."""
    if result.method != "dkim":
        return False
    name = "d" if _said(result, "header", "d") else "i"
    return _passes_for(result, domain, "header", name)


def _passes_for(result: AuthenticationResult, domain: str, *wanted: str) -> bool:
    return result.outcome == "pass" and _said(result, *wanted) == {domain}


def _said(result: AuthenticationResult, kind: str, name: str) -> set[str]:
    return {
        _domain(value)
        for of_kind, of_name, value in result.properties
        if (of_kind, of_name) == (kind, name)
    }


def _domain(address: str) -> str:
    return address.rpartition("@")[2].lower()
