"""Push subscriptions: browsers added and removed by their owners or push services."""

from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from games.models import User
from notifications.models.push import LONGEST_ENDPOINT, PushSubscription
from notifications.push.delivery import is_known_service
from notifications.push.encryption import (
    SECRET,
    from_base64,
    in_base64,
    is_browser_key,
    point_of,
    private_key,
)

#: At most this many browsers of one person are notified: the latest.
MOST = 8
#: Parts of User-Agent headers, each before the browsers that imitate it.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "Firefox/": "Firefox",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "Linux": "Linux",
}


def public_key() -> str:
    """Return our public key for browsers, or "" if pushing is off."""
    if not settings.VAPID_PRIVATE_KEY:
        return ""
    return in_base64(point_of(private_key(settings.VAPID_PRIVATE_KEY)))


def subscriptions_of_browsers(user: User) -> list[PushSubscription]:
    """Return the browsers of a user that get notifications, latest first."""
    return list(PushSubscription.objects.filter(user=user).order_by("-pk"))


@transaction.atomic
def subscribe(
    *, user: User, endpoint: str, p256dh: str, auth: str, user_agent: str, now: datetime
) -> PushSubscription:
    """
    Subscribe a browser. Idempotent; raises Refused (invalid).

    A browser has one address for all its users, so it belongs to the last one who
    subscribed.
    """
    if len(endpoint) > LONGEST_ENDPOINT or not is_known_service(endpoint):
        raise Refused(
            "invalid",
            _(
                "Notifications of this browser come through a service that we don’t "
                "know."
            ),
        )
    if not (is_browser_key(p256dh) and _is_secret(auth)):
        raise Refused("incomplete")
    kept = {"p256dh": p256dh.rstrip("="), "auth": auth.rstrip("=")}
    details = {"user": user, "browser": browser_of(user_agent), "created_at": now}
    PushSubscription.objects.filter(endpoint=endpoint).exclude(user=user).delete()
    subscription, _is_new = PushSubscription.objects.update_or_create(
        endpoint=endpoint, defaults=kept | details
    )
    for former in subscriptions_of_browsers(user)[MOST:]:
        former.delete()
    return subscription


def unsubscribe_browser(*, user: User, pk: int) -> None:
    """Unsubscribe a browser. Idempotent."""
    PushSubscription.objects.filter(user=user, pk=pk).delete()


def browser_of(user_agent: str) -> str:
    """
    Return the name of a browser, "" if it is unknown.

    >>> browser_of("Mozilla/5.0 (Android 16; Mobile; rv:150.0) Firefox/150.0")
    'Firefox, Android'
    """
    names = [name for part, name in BROWSERS.items() if part in user_agent][:1]
    systems = [name for part, name in SYSTEMS.items() if part in user_agent][:1]
    return ", ".join(names + systems)


def _is_secret(text: str) -> bool:
    try:
        return len(from_base64(text)) == SECRET
    except ValueError:
        return False
