"""Users: finding or making them by address, and changing their settings."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.errors import Refused, too_long
from games.models import User
from games.outages import refresh_user_deadlines
from games.presentation.look_alikes import has_invisible, is_reserved
from games.presentation.text import clean_line
from games.web.reader import language_of
from stoneage_core.time_control import MINUTES_OF_A_DAY

LONGEST_NAME = 40
NAME_WANTED = _("What should the others call you?")
#: The length of the column. Mail servers accept no longer addresses.
LONGEST_EMAIL = 254

#: The time zone of users who have not chosen one.
NOT_CHOSEN = "UTC"

#: Matches 'https://a', 'www.a' and 'shop.example', also with the dots of other scripts,
#: but not initials ('J.R.R. Tolkien') or a blank after the dot ('Dr. No').
_LIKE_A_LINK = re.compile(
    r"://|www[.\u3002\uff0e\uff61]|\w[.\u3002\uff0e\uff61][^\W\d_][\w-]", re.IGNORECASE
)


def user_for_email(
    *,
    email: str,
    now: datetime,
    language: str = "",
    time_zone: str = "",
    guess: str = "",
) -> User:
    """
    Return the user with this address, primary or not, or a new user.

    ``guess`` is the likely language of a new user: that of the person who invites them,
    or of the page on which they ask to sign in.
    """
    email = clean_email(email)
    confirmed = Q(emailaddress__email=email, emailaddress__verified=True)
    owner = User.objects.filter(confirmed, email__isnull=False).first()
    made = User(email=email if owner is None else owner.email, created_at=now)
    made.set_unusable_password()
    if guess:
        made.language = guess
    _set_locale(made, language, time_zone)
    # get_or_create would insert only new addresses, so the response time would reveal
    # who plays here. These statements are the same for everybody. SQLite also ignores
    # other faults of the row; then get raises DoesNotExist.
    User.objects.bulk_create([made], ignore_conflicts=True)
    return User.objects.get(email=made.email)


def find_user(email: str) -> User | None:
    """Return the user with this address, given in lower case, or None."""
    # Both are asked in any case, so that the time of a sign-in reveals nothing.
    primary = User.objects.filter(email=email).first()
    confirmed = Q(emailaddress__email=email, emailaddress__verified=True)
    other = User.objects.filter(confirmed).first()
    return primary or other


def create_guest(*, name: str, language: str, time_zone: str, now: datetime) -> User:
    guest = User(name=clean_name(name), created_at=now)
    guest.set_unusable_password()
    _set_locale(guest, language, time_zone)
    guest.save()
    return guest


def show_when_here(*, user: User, wanted: bool) -> None:
    """Set whether other players see that a user has their table open."""
    User.objects.filter(pk=user.pk).update(shows_presence=wanted)
    user.shows_presence = wanted


def update_user(
    *,
    user: User,
    name: str | None = None,
    time_zone: str | None = None,
    language: str | None = None,
    quiet_from: int | None = None,
    quiet_until: int | None = None,
    sends_at_once: bool | None = None,
) -> User:
    """
    Change settings of a user. None leaves a field as it is.

    Quiet hours are minutes of the day. This does not update deadlines and reminders,
    which depend on hours and time zone; ``update_settings`` does. Raise Refused
    (invalid).
    """
    if name is not None:
        name = clean_name(name)
    if time_zone is not None and time_zone not in time_zones():
        raise Refused("invalid", _("There’s no such time zone."))
    if language is not None and language not in dict(settings.LANGUAGES):
        raise Refused("invalid", _("That language isn’t available here."))
    changes = {
        "name": name,
        "time_zone": time_zone,
        "language": language,
        "language_known": True if language is not None else None,
        "quiet_from": _minute_of_day(quiet_from),
        "quiet_until": _minute_of_day(quiet_until),
        "sends_at_once": sends_at_once,
    }
    changed = {field: value for field, value in changes.items() if value is not None}
    for field, value in changed.items():
        setattr(user, field, value)
    # Only these, because the instance may be older than another change to the row.
    user.save(update_fields=changed)
    return user


def update_settings(*, user: User, now: datetime, **changes: Any) -> None:
    """Change settings like ``update_user``, and update deadlines and reminders."""
    with refreshing_deadlines(user, now=now):
        update_user(user=user, **changes)


@contextmanager
def refreshing_deadlines(user: User, *, now: datetime) -> Iterator[None]:
    """
    Update a user's deadlines and reminders after a change of zone or quiet hours.

    Put this around the transaction of the change, because each game is locked
    separately.
    """
    before = _hours(user)
    yield
    if _hours(user) != before:
        refresh_user_deadlines(user=user, now=now)


def remember_locale(*, user: User | None, time_zone: str, now: datetime) -> None:
    """Store the page's language and the browser's time zone if the user chose none."""
    if user is None:
        return
    user.refresh_from_db()  # another service may have changed the name
    changes = {}
    if not user.language_known:
        changes["language"] = language_of(user)
    if user.time_zone == NOT_CHOSEN and time_zone in time_zones():
        changes["time_zone"] = time_zone
    if changes:
        update_settings(user=user, now=now, **changes)


def _hours(user: User) -> tuple[str, int, int]:
    return user.time_zone, user.quiet_from, user.quiet_until


def _minute_of_day(minute: int | None) -> int | None:
    if minute is not None and minute not in range(MINUTES_OF_A_DAY):
        raise Refused("invalid", _("There’s no such time of day."))
    return minute


def clean_greeting(text: str, longest: int) -> str:
    """
    Return a host's line to the people they invite, cleaned for one line of an email.

    Raise Refused (invalid) if it is too long, or for the same reasons as a name: a
    stranger can send it to anybody.
    """
    text = clean_line(text)
    if len(text) > longest:
        raise too_long(longest)
    if _LIKE_A_LINK.search(text):
        raise Refused(
            "invalid", _("A line in an invitation can’t have an internet address.")
        )
    if has_invisible(text):
        raise Refused("invalid", _("It can’t have invisible characters."))
    return text


def clean_name(name: str, longest: int = LONGEST_NAME) -> str:
    """
    Return the name of a user or league, cleaned for one line of a page or email.

    Raise Refused (invalid) if it is too long, if an email program could turn it into a
    link, or if it looks like a name of the staff or has invisible characters. Names
    appear in emails that a stranger can send to anybody.
    """
    name = clean_line(name)
    if len(name) > longest:
        raise too_long(longest)
    if _LIKE_A_LINK.search(name):
        raise Refused(
            "invalid", _("A name can’t be, or look like, an internet address.")
        )
    if has_invisible(name):
        raise Refused("invalid", _("A name can’t have invisible characters."))
    if is_reserved(name):
        raise Refused(
            "invalid", _("That name is kept for the moderators of this site.")
        )
    return name


def suggest_name(user: User) -> str:
    """
    Return a name to suggest to a user: their own, or a guess from their address. Since
    it is made from the address, it is shown only to the user.
    """
    if user.name or user.email is None:
        return user.name
    local, _at, _domain = user.email.partition("@")
    words = re.split(r"[^\w]+|_", local.partition("+")[0].rstrip("0123456789"))
    try:
        return clean_name(" ".join(word.capitalize() for word in words))
    except Refused:
        return ""


@cache
def time_zones() -> frozenset[str]:
    """Return the names of all time zones. Cached, because it reads many files."""
    return frozenset(available_timezones())


def _set_locale(user: User, language: str, time_zone: str) -> None:
    """Set the language and the time zone. Unknown values are ignored."""
    if language in dict(settings.LANGUAGES):
        user.language, user.language_known = language, True
    if time_zone in time_zones():
        user.time_zone = time_zone


def clean_email(email: str) -> str:
    """Return an address in lower case. Raise Refused (invalid) if it is not valid."""
    email = email.strip().lower()
    if len(email) > LONGEST_EMAIL:
        raise Refused("invalid", _("That email address is too long."))
    try:
        validate_email(email)
    except ValidationError:
        raise Refused(
            "invalid", _("“%(email)s” isn’t an email address.") % {"email": email}
        ) from None
    return email
