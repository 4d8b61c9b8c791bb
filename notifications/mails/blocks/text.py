"""How text is written in mails: moments, and lines by their width."""

import unicodedata
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from games.dates import day_in_words


def moment_in_words(moment: datetime) -> str:
    """
    Return a moment in the current time zone, with its name.

    'Sunday 22 November 2026, 18:30 (Europe/Madrid)'
    """
    local = timezone.localtime(moment)
    zone = timezone.get_current_timezone_name().replace("_", " ")
    # Translators: how a day is written; see Django's date filter.
    day = day_in_words(local, _("l j F Y"))
    values = {"day": day, "time": local.strftime("%H:%M"), "zone": zone}
    return _("%(day)s, %(time)s (%(zone)s)") % values


def columns_of(text: str) -> int:
    """Return how many columns a line takes; letters of Korean take two."""
    return len(text) + sum(unicodedata.east_asian_width(c) in "WF" for c in text)
