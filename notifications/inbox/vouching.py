"""Whether our own receiving server vouches for who wrote a mail (RFC 8601, DMARC).

Only its own verdict counts: the topmost Authentication-Results, if it bears our name.
All others may have been written by the sender.
"""

from collections.abc import Sequence
from email.message import Message

from authres import FeatureContext, dmarc
from authres.core import AuthenticationResult
from django.conf import settings

from notifications.inbox import headers

HEADER = "Authentication-Results"
_FEATURES = FeatureContext(dmarc)


def is_vouched(message: Message, address: str | None, *, by_door: bool) -> bool:
    """
    Return whether a mail comes, beyond doubt, from ``address``.

    ``by_door``: whoever took it in knows who brought it, and From needs no witness.
    """
    sender = headers.only_address(message, "From")
    if not sender or not address or not _are_same(sender, address):
        return False
    return by_door or _passes(_verdict(message), _domain(sender))


def loopback_vouches() -> bool:
    """Return whether a mail from this very machine needs no other witness."""
    return bool(settings.LOOPBACK_VOUCHES)


def _verdict(message: Message) -> Sequence[AuthenticationResult]:
    """Return what our server found out, () if it did not say."""
    found = headers.raw(message, HEADER)
    if not found or not settings.AUTHSERV_ID:
        return ()
    try:
        text = f"{HEADER}: {' '.join(found[0].split())}"
        parsed = _FEATURES.parse(text)
    except Exception:  # a header that nobody's server has written
        return ()
    if str(parsed.authserv_id).lower() != settings.AUTHSERV_ID.lower():
        return ()
    return tuple(parsed.results)


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
