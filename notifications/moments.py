"""Moments and spans of time in words, as the reader's zone and language have them."""

from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

_DAY, _HOUR, _MINUTE = 86400, 3600, 60


def zone_of(name: str) -> ZoneInfo:
    """Return a time zone by its name, or UTC where the name is not known."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def moment_in_words(moment: datetime) -> str:
    """
    Return a moment in the current time zone, with its name.

    'Sunday 22 November 2026, 18:30 (Europe/Madrid)'
    """
    local = timezone.localtime(moment)
    zone = timezone.get_current_timezone_name().replace("_", " ")
    # Translators: how a day is written; see Django's date filter.
    day = date_format(local, _("l j F Y"))
    values = {"day": day, "time": local.strftime("%H:%M"), "zone": zone}
    return _("%(day)s, %(time)s (%(zone)s)") % values


def span_in_words(seconds: int) -> str:
    """Return a span in its largest fitting unit: '3 days', '36 hours', '90 minutes'."""
    if seconds % _DAY == 0:
        days = seconds // _DAY
        return ngettext("%(n)d day", "%(n)d days", days) % {"n": days}
    if seconds % _HOUR == 0:
        hours = seconds // _HOUR
        return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}
    minutes = max(1, seconds // _MINUTE)
    return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
