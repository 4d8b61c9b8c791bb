"""How long something took, in words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.labels import duration

_DAY, _HOUR, _MINUTE = 86400, 3600, 60  # seconds


def in_words(seconds: int) -> str:
    """Return a span in its two largest units: '2 days 3 hours', '12 minutes'."""
    if seconds < _MINUTE:
        text = ngettext("%(count)d second", "%(count)d seconds", seconds)
        return text % {"count": seconds}
    if seconds < _HOUR:
        return duration(seconds)
    unit, below = (_DAY, _HOUR) if seconds >= _DAY else (_HOUR, _MINUTE)
    whole, rest = seconds // unit * unit, seconds % unit // below * below
    if not rest:
        return duration(whole)
    values = {"whole": duration(whole), "rest": duration(rest)}
    return _("%(whole)s %(rest)s") % values
