"""Times as people read them: absolute, in the reader's zone, with the zone's name."""

from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.caches import cached_by_language
from games.now import zone_of
from games.presentation.dates import day_in_words, short_day, zone_label

#: How many formatted times a process caches. Most are deadlines.
MOST_MOMENTS = 1024

register = template.Library()


@register.simple_tag
def moment(when: datetime | None, zone: str = "UTC") -> SafeString | str:
    """
    Return a time in words: 'Fri 20 Nov 2026, 21:40 (Europe/Madrid)'. ``zone`` is an
    IANA name. An unknown one counts as UTC.
    """
    return _("an unknown moment") if when is None else _written_out(when, zone)


@cached_by_language(MOST_MOMENTS)
def _written_out(when: datetime, zone: str) -> SafeString:
    local = when.astimezone(zone_of(zone))
    day = short_day(local)
    return format_html(
        '<time datetime="{}">{}, {}<span class="zone"> ({})</span></time>',
        local.isoformat(timespec="minutes"),
        day,
        local.strftime("%H:%M"),
        zone_label(local),
    )


@register.filter
def formatted_moment(when: datetime, form: str) -> str:
    """Return a time in the format ``form``: '20 Nov, 21:40:05'."""
    return day_in_words(timezone.localtime(when), form)


@register.simple_tag
def moment_exact(when: datetime, zone: str = "UTC") -> SafeString:
    """Return a time of today to the second: '21:40:05 (Europe/Madrid)'."""
    local = when.astimezone(zone_of(zone))
    return format_html(
        '<time datetime="{}">{}<span class="zone"> ({})</span></time>',
        local.isoformat(timespec="seconds"),
        local.strftime("%H:%M:%S"),
        zone_label(local),
    )
