"""Sender authentication: whether a mail is from who it says (RFC 8601, DMARC).

Each channel has its own authority: that of listener and pipe is our mail server, that
of the webhooks is the provider. Only its verdict counts: the topmost
Authentication-Results, if it bears the authority's name. All others may have been
written by the sender.
"""

from collections.abc import Sequence
from email.message import Message

from authres import FeatureContext, dmarc
from authres.core import AuthenticationResult, AuthenticationResultsHeader
from django.conf import settings

from notifications.mail_text import headers
from notifications.models import Channel

HEADER = "Authentication-Results"
_FEATURES = FeatureContext(dmarc)


def is_authenticated(
    message: Message, address: str | None, *, channel: Channel, is_trusted: bool
) -> bool:
    """
    Return whether a mail is, beyond doubt, from ``address``.

    ``is_trusted``: whoever took it in knows who brought it, and no authority is asked.
    """
    sender = headers.only_address(message, "From")
    if not sender or not address or not _are_same(sender, address):
        return False
    return is_trusted or _passes(_verdict(message, channel), _domain(sender))


def is_loopback_trusted() -> bool:
    """Return whether a mail from this very machine is trusted."""
    return bool(settings.LOOPBACK_IS_TRUSTED)


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
    """Take the word of DMARC, else that of DKIM or SPF about the same domain."""
    asked = [result for result in results if result.method == "dmarc"]
    if asked:
        return all(_is_about(result, domain, "header", "from") for result in asked)
    return any(
        _is_about(result, domain, "header", "d")
        if result.method == "dkim"
        else result.method == "spf" and _is_about(result, domain, "smtp", "mailfrom")
        for result in results
    )


def _is_about(result: AuthenticationResult, domain: str, *wanted: str) -> bool:
    """Return whether it passed, and for nothing but this domain."""
    kind, name = wanted
    said = [
        _domain(str(prop.value))
        for prop in result.properties
        if (prop.type, prop.name) == (kind, name)
    ]
    return str(result.result).lower() == "pass" and set(said) == {domain}


def _domain(address: str) -> str:
    return address.rpartition("@")[2].lower()


def _are_same(one: str, other: str) -> bool:
    """Compare addresses; no letters of other alphabets that look or fold alike."""
    return one.isascii() and other.isascii() and one.lower() == other.lower()
