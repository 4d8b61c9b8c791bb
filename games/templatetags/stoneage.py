"""Template tags: icons, tokens, dice, and what every page needs."""

from functools import cache, lru_cache

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.command_language.spelling import spell_command, spell_orders
from games.presentation import labels
from games.presentation.labels import ICONS
from games.presentation.link_preview import service_preview
from games.presentation.opponents import opponent_choices
from games.presentation.ready_reasons import reason_in_words
from games.presentation.text import format_signed

#: How many rendered icons a process caches.
MOST_ICONS = 1024

register = template.Library()


@register.simple_tag
@cache
def icons_url() -> str:
    return static(ICONS)


@register.simple_tag
@lru_cache(MOST_ICONS)
def icon(name: str, label: str = "") -> SafeString:
    """Draw an icon. Without a ``label`` it is decoration for screen readers."""
    if label:
        drawing = (
            '<svg class="icon" role="img" aria-label="{}"><use href="{}#{}"/></svg>'
        )
        return format_html(drawing, label, icons_url(), name)
    drawing = '<svg class="icon" aria-hidden="true"><use href="{}#{}"/></svg>'
    return format_html(drawing, icons_url(), name)


@register.simple_tag
@cache
def token(seat: int) -> SafeString:
    """Draw a person of a seat, with its colour and shape."""
    drawing = (
        '<svg class="token seat-{}" aria-hidden="true"><use href="{}#token-{}"/></svg>'
    )
    return format_html(drawing, seat, icons_url(), labels.SEATS[seat].shape)


@register.simple_tag(takes_context=True)
def bot_face(context: template.Context, seat: int) -> str:
    """Draw the face of the bot in a seat, or return '' if it is none."""
    face = (context.get("bot_faces") or {}).get(seat)
    return "" if face is None else icon(f"face-{face}", str(labels.AUTOMATIC))


@register.simple_tag
def die(face: int) -> SafeString:
    return icon(f"die-{face}", str(face))


@register.simple_tag
def languages() -> list[tuple[str, str]]:
    return list(settings.LANGUAGES)


@register.simple_tag
def mailbox_url() -> str:
    """Return the URL of the development mailbox, or ''."""
    if not settings.MAILBOX:
        return ""
    try:
        return reverse("mailbox")
    except NoReverseMatch:
        return ""


register.simple_tag(service_preview)
register.simple_tag(opponent_choices, name="opponents")


@register.simple_tag
def icon_die(face: int) -> SafeString:
    """Draw a die without a label, because the text beside it says the number."""
    return icon(f"die-{face}")


register.filter("signed", format_signed)
register.filter("reason_in_words", reason_in_words)
register.filter("spelled", spell_command)
register.filter("spelled_orders", spell_orders)


@register.filter
def times(count: int) -> range:
    return range(count)
