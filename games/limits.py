"""Rate limits on what strangers can trigger, such as games and emails.

They are counted in the database. There they survive restarts, hold for all processes
together, and cannot be evicted, as they could in a cache that discards entries when it
is full.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv6Address, IPv6Network, ip_address
from math import ceil
from typing import NamedTuple

from django.conf import settings
from django.db import connection
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from games.errors import Refused
from games.models import Tally

#: The prefix of an IPv6 address that identifies a household. Its machines can choose
#: the remaining bits freely.
HOUSEHOLD_BITS = 64

#: One statement: an expired tally starts again, and a full one is left unchanged, so
#: that no row is returned. Raw SQL, because the ORM's upsert can neither compute with
#: the existing row nor be conditional.
_SPEND = """
INSERT INTO games_tally AS tally (key, used, ends_at) VALUES (%s, 1, %s)
ON CONFLICT (key) DO UPDATE SET
    used = CASE WHEN tally.ends_at <= %s THEN 1 ELSE tally.used + 1 END,
    ends_at = CASE WHEN tally.ends_at <= %s
        THEN excluded.ends_at ELSE tally.ends_at END
WHERE tally.ends_at <= %s OR tally.used < %s
RETURNING used, ends_at
"""


class Allowance(NamedTuple):
    """What is left of a limit, and the seconds until it starts again."""

    limit: "Limit"
    left: int
    seconds: int


class TooMany(Refused):
    def __init__(self, allowance: Allowance) -> None:
        """``allowance`` is that of the limit, of which nothing is left."""
        super().__init__("too_many")
        self.allowance = allowance


@dataclass(frozen=True)
class Limit:
    """At most ``most`` uses in ``seconds``, counted from the first."""

    name: str
    most: int
    seconds: int

    def spend(self, *who: object, now: datetime) -> Allowance:
        """
        Return what is left, or raise TooMany above the limit. In a transaction, call it
        after taking all other locks. A rollback undoes the count.
        """
        moment = connection.ops.adapt_datetimefield_value
        at, ends_at = moment(now), moment(now + timedelta(seconds=self.seconds))
        key = self._key(who)
        with connection.cursor() as cursor:
            cursor.execute(_SPEND, [key, ends_at, at, at, at, self.most])
            spent = cursor.fetchone()
        if spent is None:
            full = Tally.objects.filter(key=key).values_list("ends_at", flat=True)
            raise TooMany(self._allowance(0, full.first() or now, now))
        used, over_at = spent
        if over_at.tzinfo is None:  # SQLite stores no zones: it is UTC
            over_at = over_at.replace(tzinfo=UTC)
        return self._allowance(self.most - used, over_at, now)

    def _allowance(self, left: int, over_at: datetime, now: datetime) -> Allowance:
        return Allowance(self, left, max(0, ceil((over_at - now).total_seconds())))

    def _key(self, who: tuple[object, ...]) -> str:
        text = "/".join(map(str, (self.name, *who)))
        return salted_hmac("games.limits", text, algorithm="sha256").hexdigest()


def drop_over(*, now: datetime) -> int:
    dropped, _by_table = Tally.objects.filter(ends_at__lte=now).delete()
    return dropped


def forget_all() -> None:
    """Delete all counts, because they end at times of a clock that was wrong."""
    Tally.objects.all().delete()


PRACTICE_GAMES = Limit("practice", most=30, seconds=600)
#: From one visitor to one address.
SIGN_IN_MAILS_TO_ONE = Limit("sign-in-to", most=5, seconds=600)
#: From browsers with which the user has signed in before.
SIGN_IN_MAILS_OF_OWNER = Limit("sign-in-of-owner", most=10, seconds=3600)
SIGN_IN_MAILS_FROM_ONE = Limit("sign-in-from", most=30, seconds=600)
#: Emails that anybody can have sent to an address, of all kinds together.
UNASKED_MAILS = Limit("unasked-mails", most=12, seconds=86400)
FRESH_LINKS = Limit("fresh-links", most=3, seconds=600)
KEEP_MAILS_TO_ONE = Limit("keep-to", most=3, seconds=3600)
NEW_GAMES = Limit("new-games", most=30, seconds=3600)
NEW_LEAGUES = Limit("new-leagues", most=10, seconds=86400)
#: Emails of the hosts of one league to everybody in it.
LEAGUE_WORDS = Limit("league-words", most=5, seconds=86400)
INVITATIONS = Limit("invitations", most=30, seconds=3600)
#: Of one invitation, by the host's press.
INVITATION_REMINDERS = Limit("invitation-reminders", most=1, seconds=86400)
JOIN_LINKS_TRIED = Limit("join-links-tried", most=60, seconds=600)
TALK = Limit("talk", most=20, seconds=600)
SPECTATORS_TALK = Limit("spectators-talk", most=20, seconds=600)
#: By email, because a machine may answer every message.
TALK_BY_MAIL = Limit("talk-by-mail", most=60, seconds=86400)
REPORTS = Limit("reports", most=5, seconds=3600)
PICTURES = Limit("pictures", most=120, seconds=600)
FOLLOWS = Limit("follows", most=60, seconds=3600)
PROFILES = Limit("profiles", most=120, seconds=600)
CHECKS = Limit("checks", most=60, seconds=600)
ADDRESS_TRIALS = Limit("address-trials", most=3, seconds=3600)
ADDRESS_CHANGES = Limit("address-changes", most=5, seconds=3600)
MAILS_IN_HOUR = Limit("mails-in-hour", most=240, seconds=3600)
MAILS_IN_DAY = Limit("mails-in-day", most=1200, seconds=86400)
MAILS_BACK = Limit("mails-back", most=20, seconds=86400)
#: Emails to the address for complaints.
COMPLAINTS = Limit("complaints", most=240, seconds=3600)
MAIL_PREFERENCES = Limit("mail-preferences", most=120, seconds=600)
PENDING_REPLIES = Limit("pending-replies", most=6, seconds=3600)
#: Names are looked up for them, which can take seconds.
NEW_WEBHOOKS = Limit("new-webhooks", most=20, seconds=600)
WEBHOOK_TESTS = Limit("webhook-tests", most=10, seconds=600)
OWN_DATA = Limit("own-data", most=10, seconds=600)
#: Codes of authenticator apps and recovery codes that one user may try.
SECOND_FACTORS_TRIED = Limit("second-factors-tried", most=10, seconds=600)
#: All requests by programs: five per second on average.
API_REQUESTS = Limit("api", most=3000, seconds=600)
#: Positions are stepped through by keyboard, and whole games take much longer to read.
POSITIONS = Limit("positions", most=1800, seconds=600)
WHOLE_GAMES = Limit("whole-games", most=120, seconds=600)
#: A new monitor reads all leaves, 256 at a time.
LOG_PARTS = Limit("log-parts", most=6000, seconds=600)


def visitor_of(request: HttpRequest) -> str:
    """
    Return the key by which a visitor is counted: their network or household address,
    which is the part of an address that its owner cannot change at will.
    """
    parsed = ip_address(address_of(request))
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(IPv6Network((int(parsed), HOUSEHOLD_BITS), strict=False))


def address_of(request: HttpRequest) -> str:
    """
    Return the IP address of a visitor, as the outermost proxy that we trust reports it,
    or "::" if there is none: a socket has no address.
    """
    address = request.META.get("REMOTE_ADDR", "")
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    if settings.TRUSTED_PROXIES and any(forwarded):
        address = forwarded[-settings.TRUSTED_PROXIES :][0]
    try:
        return str(ip_address(address.strip()))
    except ValueError:
        return "::"
