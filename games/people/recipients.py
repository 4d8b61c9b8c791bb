"""Recipients: all addresses of one inbox, for limits and refusals that cover them all.

Recipients are only counted, never used as identity. Two people who are mistaken for one
would share a day's few emails, which is a lesser harm than an inbox that a stranger
floods through a thousand spellings of its address.
"""

from django.conf import settings
from django.utils.crypto import salted_hmac

#: These providers ignore dots in an address.
_DOTLESS = {"gmail.com": "gmail.com", "googlemail.com": "gmail.com"}
#: Quoting characters in the part before the "@", which have no meaning of their own.
_QUOTES = str.maketrans("", "", '"\\')
#: Digits of a hash. No two recipients have this many in common.
_DIGITS = 32


def recipient_of(address: str) -> str:
    """
    Return the one spelling that stands for all addresses of a recipient.

    Anybody can vary the case, what follows a "+", quoting, and Gmail's dots.

    >>> recipient_of("Anna.Maria+games@googlemail.com")
    'annamaria@gmail.com'
    """
    name, _at, domain = address.strip().lower().rpartition("@")
    name = name.translate(_QUOTES).partition("+")[0]
    if domain in _DOTLESS:
        name, domain = name.replace(".", ""), _DOTLESS[domain]
    return f"{name}@{domain}"


def hashes_of(address: str) -> list[str]:
    """
    Return keyed hashes of a recipient, for use where no address may be stored. The
    first is made with the current secret key, the others with fallback keys.
    """
    recipient = recipient_of(address)
    return [
        salted_hmac(
            "games.recipients", recipient, secret=key, algorithm="sha256"
        ).hexdigest()[:_DIGITS]
        for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    ]
