"""Days, times and durations in words, in the reader's language and time zone."""

from datetime import date, datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext_noop, ngettext
from django.utils.translation import gettext as _

#: Languages that write days and months in lower case. Django capitalises them.
_LOWER_CASE = frozenset(["es", "it", "pt-br"])
#: Django's Portuguese name of this day lacks its accent. Ours comes first.
_SATURDAY = gettext_noop("Sat")

_DAY, _HOUR, _MINUTE = 86400, 3600, 60  # seconds


def day_in_words(day: date, form: str) -> str:
    """Return a day or a time in a format of Django's ``date`` filter."""
    words = date_format(day, form)
    return words.lower() if get_language() in _LOWER_CASE else words


def short_day(day: date) -> str:
    """Return 'Fri 20 Nov 2026'."""
    return day_in_words(day, _("D j M Y"))


def long_day(day: date) -> str:
    """Return 'Friday 20 November 2026'."""
    # Translators: how a day is written; see Django's date filter.
    return day_in_words(day, _("l j F Y"))


#: An example of an absence is at least this long.
_AT_LEAST = timedelta(days=3)
_SUNDAY = 6


def absence_example(now: datetime) -> str:
    """Return how to announce an absence by email: “away until 6 December”, a Sunday."""
    day = timezone.localdate(now) + _AT_LEAST
    day += timedelta(days=_SUNDAY - day.weekday())
    # Translators: how a day is written in a command; see Django's date filter.
    return _("away until %(day)s") % {"day": day_in_words(day, _("j F"))}


def moment_in_words(moment: datetime) -> str:
    """Return 'Fri 20 Nov 2026, 21:40 (Europe/Madrid)', in the active time zone."""
    local = timezone.localtime(moment)
    return _with_time(short_day(local), local)


def long_moment_in_words(moment: datetime) -> str:
    """Return 'Friday 20 November 2026, 21:40 (Europe/Madrid)'."""
    local = timezone.localtime(moment)
    return _with_time(long_day(local), local)


def zone_label(local: datetime) -> str:
    """Return a time's zone as people read it: 'Europe/Madrid'."""
    return str(local.tzinfo).replace("_", " ")


def duration_in_words(seconds: int) -> str:
    """Return seconds in their two largest units: '2 days 3 hours'."""
    if seconds < _MINUTE:
        text = ngettext("%(count)d second", "%(count)d seconds", seconds)
        return text % {"count": seconds}
    if seconds < _HOUR:
        return _in_one_unit(seconds // _MINUTE * _MINUTE)
    unit, below = (_DAY, _HOUR) if seconds >= _DAY else (_HOUR, _MINUTE)
    whole, rest = seconds // unit * unit, seconds % unit // below * below
    if not rest:
        return _in_one_unit(whole)
    values = {"whole": _in_one_unit(whole), "rest": _in_one_unit(rest)}
    return _("%(whole)s %(rest)s") % values


def _with_time(day: str, local: datetime) -> str:
    values = {"day": day, "time": local.strftime("%H:%M"), "zone": zone_label(local)}
    return _("%(day)s, %(time)s (%(zone)s)") % values


def _in_one_unit(seconds: int) -> str:
    if seconds % _DAY == 0:
        count = seconds // _DAY
        text = ngettext("%(count)d day", "%(count)d days", count)
    elif seconds % _HOUR == 0:
        count = seconds // _HOUR
        text = ngettext("%(count)d hour", "%(count)d hours", count)
    else:
        count = seconds // _MINUTE
        text = ngettext("%(count)d minute", "%(count)d minutes", count)
    return text % {"count": count}
