"""Access from this machine alone: by no network, and through no proxy."""

from http import HTTPStatus
from ipaddress import IPv6Address, ip_address

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.errors import Refused

#: What proxies write into requests that they pass on. All forms of X-Forwarded too.
_OF_PROXIES = {"Forwarded", "Via", "X-Real-Ip"}
_OF_PROXIES_TOO = "X-Forwarded-"


class OnlyHere(Refused):
    """It was asked for from elsewhere, or by way of a proxy."""

    status = HTTPStatus.FORBIDDEN
    message = _(
        "The mailbox holds everyone’s emails, and the keys in them, so it opens only "
        "on the machine that the service runs on, without a proxy in between."
    )


def require_this_machine(request: HttpRequest) -> None:
    """Raise OnlyHere unless a browser on this machine asks by itself."""
    if not _is_loopback(request.META.get("REMOTE_ADDR", "")) or _by_proxy(request):
        raise OnlyHere


def _by_proxy(request: HttpRequest) -> bool:
    """Whether it bears the marks of a proxy, or lacks that of a browser.

    A browser says that its connection stays, to whoever is at the other end: a proxy
    may not pass that on. Some, nginx as it comes, leave no mark of their own.
    """
    return "keep-alive" not in request.headers.get("Connection", "").lower() or any(
        name in _OF_PROXIES or name.startswith(_OF_PROXIES_TOO)
        for name in request.headers
    )


def _is_loopback(address: str) -> bool:
    try:
        found = ip_address(address)
    except ValueError:  # a socket that is a file has none: a proxy is behind it
        return False
    if isinstance(found, IPv6Address) and found.ipv4_mapped:
        return found.ipv4_mapped.is_loopback
    return found.is_loopback
