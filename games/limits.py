"""Limits on what strangers can set off: games, mails. Counted in Django's cache."""

from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.errors import Refused


class TooMany(Refused):
    """The same was asked for too often."""

    status = HTTPStatus.TOO_MANY_REQUESTS
    message = _("That was asked for very often just now. Please try again in a while.")


@dataclass(frozen=True)
class Limit:
    """At most ``most`` times in ``seconds``, counted from the first."""

    name: str
    most: int
    seconds: int

    def spend(self, *who: object) -> None:
        """Count one use by ``who``; raise TooMany above the limit."""
        digest = sha256("/".join(map(str, who)).encode()).hexdigest()[:32]
        key = f"limit/{self.name}/{digest}"
        if cache.add(key, 1, self.seconds):
            return
        try:
            used = cache.incr(key)
        except ValueError:  # it ran out between the two calls
            cache.set(key, 1, self.seconds)
            return
        if used > self.most:
            raise TooMany


PRACTICE_GAMES = Limit("practice", most=30, seconds=600)
SIGN_IN_MAILS_TO_ONE = Limit("sign-in-to", most=5, seconds=600)
SIGN_IN_MAILS_FROM_ONE = Limit("sign-in-from", most=30, seconds=600)
FRESH_LINKS = Limit("fresh-links", most=3, seconds=600)
KEEP_MAILS_TO_ONE = Limit("keep-to", most=3, seconds=3600)
NEW_GAMES = Limit("new-games", most=30, seconds=3600)
INVITATIONS = Limit("invitations", most=30, seconds=3600)
TALK = Limit("talk", most=20, seconds=600)
REPORTS = Limit("reports", most=5, seconds=3600)
CHECKS = Limit("checks", most=60, seconds=600)
ADDRESS_TRIALS = Limit("address-trials", most=3, seconds=3600)
ADDRESS_CHANGES = Limit("address-changes", most=5, seconds=3600)
MAILS_IN_HOUR = Limit("mails-in-hour", most=240, seconds=3600)
MAILS_IN_DAY = Limit("mails-in-day", most=1200, seconds=86400)
MAILS_BACK = Limit("mails-back", most=20, seconds=86400)
MAIL_WISHES = Limit("mail-wishes", most=120, seconds=600)
REPLY_DRAFTS = Limit("reply-drafts", most=6, seconds=3600)
OWN_DATA = Limit("own-data", most=10, seconds=600)
STAFF_SIGN_INS_TO_ONE = Limit("staff-sign-in-to", most=10, seconds=600)
STAFF_SIGN_INS_FROM_ONE = Limit("staff-sign-in-from", most=20, seconds=600)
#: Positions are stepped through, by keyboard; whole games take much longer to tell.
POSITIONS = Limit("positions", most=1800, seconds=600)
WHOLE_GAMES = Limit("whole-games", most=120, seconds=600)


def address_of(request: HttpRequest) -> str:
    """Return the visitor's network address, as our own proxy tells it if any."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
    if settings.SECURE_PROXY_SSL_HEADER and forwarded:
        return str(forwarded.rsplit(",", 1)[-1].strip())
    return str(request.META.get("REMOTE_ADDR", ""))
