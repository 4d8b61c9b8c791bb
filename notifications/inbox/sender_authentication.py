"""Sender authentication: whether a mail is from whom it says (RFC 8601, DMARC).

Each channel has its own authority: that of listener and pipe is our mail server, that
of the webhooks is the provider. Only its verdict counts: the topmost
Authentication-Results, if it bears the authority's name. All others may have been
written by the sender. Where it vouches for a chain of ARC (RFC 8617) that a forwarder
of ours has sealed last, what that forwarder found out before counts as well.
"""

import re
from collections.abc import Sequence
from email.message import Message

from authres import FeatureContext, arc, dmarc
from authres.core import AuthenticationResult, AuthenticationResultsHeader
from django.conf import settings

from notifications.mail_text import headers
from notifications.models import Channel

HEADER = "Authentication-Results"
#: What a server of a chain found out, and how it sealed that.
ARC_HEADER, ARC_SEAL = "ARC-Authentication-Results", "ARC-Seal"
_FEATURES = FeatureContext(dmarc, arc)
#: 'i=2; ...', by which the headers of a server in a chain belong together.
_INSTANCE = re.compile(r"\s*i\s*=\s*([0-9]{1,2})\s*;(.*)", re.DOTALL)
_SEALED_BY = re.compile(r"(?:^|;)\s*d\s*=\s*([^;\s]+)\s*(?=;|$)")
_SEALED_AS = re.compile(r"(?:^|;)\s*i\s*=\s*([0-9]{1,2})\s*(?=;|$)")


def is_authenticated(message: Message, *, channel: Channel, is_trusted: bool) -> bool:
    """
    Return whether a mail is, beyond doubt, from the one address that it says.

    ``is_trusted``: whoever took it in knows who brought it, and no authority is asked.
    """
    sender = headers.only_address(message, "From")
    if not sender or not sender.isascii():
        return False
    if is_trusted:
        return True
    verdict, domain = _verdict(message, channel), _domain(sender)
    return _passes(verdict, domain) or _passes(_forwarded(message, verdict), domain)


def is_signed(message: Message, *, channel: Channel) -> bool:
    """Return whether a mail was signed by its sender's own domain (DKIM)."""
    sender = headers.only_address(message, "From")
    verdict = _verdict(message, channel)
    found = (*verdict, *_forwarded(message, verdict))
    return bool(sender) and any(_signed_by(result, _domain(sender)) for result in found)


def _verdict(message: Message, channel: Channel) -> Sequence[AuthenticationResult]:
    """
    Return what the channel's authority found out, () if it did not say.

    Of a verdict that is not read to its end the end may be what counts.
    """
    found = headers.raw(message, HEADER)
    authority = _authority(channel)
    if not found or not authority or not headers.is_whole(message, HEADER):
        return ()
    if channel == Channel.PROVIDER and len(found) > 1:
        return ()  # providers do not remove what the sender wrote in their name
    verdict = parse_verdict(found[0])
    if verdict is None or str(verdict.authserv_id).lower() != authority.lower():
        return ()
    return tuple(verdict.results)


def _forwarded(
    message: Message, verdict: Sequence[AuthenticationResult]
) -> Sequence[AuthenticationResult]:
    """
    Return what the last forwarder found out, () unless the operator names it.

    Our authority has to say that the whole chain holds: then nothing in the last set
    can have been written by anybody but who sealed it.
    """
    chain = [_outcome(result) for result in verdict if result.method == "arc"]
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
    return () if sealed is None else tuple(sealed.results)


def _last_seal(message: Message) -> tuple[str, str]:
    """Return which set of a chain is the last, and whose; '' where that is in doubt."""
    headers_found = (" ".join(each.split()) for each in headers.raw(message, ARC_SEAL))
    seals = {_only(_SEALED_AS, each): each for each in headers_found}
    if not seals or "" in seals or len(seals) != len(headers.raw(message, ARC_SEAL)):
        return "", ""
    last = max(seals, key=int)
    return last, _only(_SEALED_BY, seals[last]).lower()


def _only(pattern: re.Pattern[str], header: str) -> str:
    """Return the one value of a tag, '' if there is none or a second one."""
    values = pattern.findall(header)
    return values[0] if len(values) == 1 else ""


def parse_verdict(header: str) -> AuthenticationResultsHeader | None:
    """Return what an Authentication-Results says, None if no server wrote it so."""
    try:
        return _FEATURES.parse(f"{HEADER}: {' '.join(header.split())}")
    except Exception:  # the parser raises whatever it comes to
        return None


def _authority(channel: Channel) -> str:
    """Return the name by which a channel's authority signs, '' if there is none."""
    by_provider = channel == Channel.PROVIDER
    return str(settings.PROVIDER_AUTHSERV_ID if by_provider else settings.AUTHSERV_ID)


def _passes(results: Sequence[AuthenticationResult], domain: str) -> bool:
    """
    Take the word of DMARC, else that of DKIM or SPF about the same domain.

    A domain without a record of DMARC has no say ("none"): its own signature counts,
    but not where the mail came from, as many domains send from one server.
    """
    asked = [result for result in results if result.method == "dmarc"]
    if any(_outcome(result) != "none" for result in asked):
        return all(_passes_for(result, domain, "header", "from") for result in asked)
    if any(_signed_by(result, domain) for result in results):
        return True
    return not asked and any(
        result.method == "spf" and _passes_for(result, domain, "smtp", "mailfrom")
        for result in results
    )


def _signed_by(result: AuthenticationResult, domain: str) -> bool:
    """Whether DKIM passed for the domain; some servers tell the identity alone."""
    if result.method != "dkim":
        return False
    name = "d" if _said(result, "header", "d") else "i"
    return _passes_for(result, domain, "header", name)


def _passes_for(result: AuthenticationResult, domain: str, *wanted: str) -> bool:
    """Return whether it passed, and for nothing but this domain."""
    return _outcome(result) == "pass" and _said(result, *wanted) == {domain}


def _said(result: AuthenticationResult, kind: str, name: str) -> set[str]:
    """Return the domains that a result gives under a name."""
    return {
        _domain(str(prop.value))
        for prop in result.properties
        if (prop.type, prop.name) == (kind, name)
    }


def _outcome(result: AuthenticationResult) -> str:
    return str(result.result).lower()


def _domain(address: str) -> str:
    return address.rpartition("@")[2].lower()
