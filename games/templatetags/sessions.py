"""Template filters for the list of sessions."""

from django import template
from django.utils.translation import gettext as _

register = template.Library()

#: What a browser calls itself, the telling word first.
_BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "Firefox/": "Firefox",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
_SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "Linux": "Linux",
}


@register.filter
def browser(user_agent: str) -> str:
    """Return the browser and the system that a user agent names, if it does."""
    names = (
        next((name for mark, name in known.items() if mark in user_agent), "")
        for known in (_BROWSERS, _SYSTEMS)
    )
    return ", ".join(filter(None, names)) or _("another browser")
