"""Recipients: all addresses that reach one, for limits and refusals to hold for them.

Nobody is known by this, they are only counted: two people who were taken for one would
share a day's few mails, which is a lesser harm than an inbox that a stranger fills by
way of a thousand spellings of its address.
"""

from django.conf import settings
from django.utils.crypto import salted_hmac

#: Who receives mails here gets them at every spelling with dots in it.
_DOTLESS = {"gmail.com": "gmail.com", "googlemail.com": "gmail.com"}
#: What quotes a character in the part before the "@", and means nothing by itself.
_QUOTES = str.maketrans("", "", '"\\')
#: Digits of a hash: as many bits as two recipients never have in common.
_DIGITS = 32


def recipient_of(address: str) -> str:
    """
    Return the one spelling that stands for all addresses of a recipient.

    Case, what follows a "+", quoting and Gmail's dots are what their owners, and
    strangers, can vary at will.

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
    Return by what a recipient is known where no address is to be kept: keyed hashes.

    The first is made with the present secret key, the others with those that are still
    accepted.
    """
    recipient = recipient_of(address)
    return [
        salted_hmac(
            "games.recipients", recipient, secret=key, algorithm="sha256"
        ).hexdigest()[:_DIGITS]
        for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    ]
