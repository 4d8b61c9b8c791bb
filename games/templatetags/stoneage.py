"""Template tags: parts of pages, icons, tokens of people, dice."""

from collections.abc import Hashable
from functools import cache, lru_cache

from django import template
from django.conf import settings
from django.template import Context, Engine
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.command_language.spelling import spell_command, spell_orders
from games.presentation import labels
from games.presentation.choices.placement import blank_spots
from games.presentation.labels import ICONS
from games.presentation.link_preview import service_preview
from games.presentation.opponents import opponent_choices
from games.presentation.ready_reasons import reason_in_words
from games.presentation.table import MOST_TABLES, TableView
from games.presentation.text import format_signed
from games.presentation.tiles import MOST_LANGUAGES, number_halves
from games.store.caches import cached_by_language

#: How many parts are kept in a process. A table has about a hundred, of 500 bytes; all
#: panes that are not looked at, and what happened since a turn, are some kilobytes.
MOST_PARTS = 8192
#: Of a screen so many parts are drawn from the table alone: board, tiles, rows. Those
#: of one table are some fifty kilobytes.
TABLE_PARTS = 3
#: What the panes say alike: for each language, and whether a tap sends at once.
MOST_BLANKS = 16
#: How many icons are kept in a process, each with the words that it is read by.
MOST_ICONS = 1024

register = template.Library()


@register.simple_tag
@cached_by_language(MOST_PARTS)
def part(template_name: str, **shown: Hashable) -> SafeString:
    """
    Draw a part of a page from ``shown`` alone, and keep it.

    The part knows neither the request nor its reader, and is drawn from nothing but its
    values and the language: so whoever is shown the same gets the same, and what has
    changed is drawn anew.
    """
    return _drawn(template_name, **shown)


@register.simple_tag
@cached_by_language(TABLE_PARTS * MOST_TABLES)
def table_part(template_name: str, table: TableView) -> SafeString:
    """Draw a part of the screen from what lies on the table alone, and keep it."""
    return _drawn(template_name, table=table)


def _drawn(template_name: str, **shown: object) -> SafeString:
    drawing = Engine.get_default().get_template(template_name)
    return drawing.render(Context(shown, use_l10n=False))


@register.simple_tag
@cache
def icons_url() -> str:
    """Return the address of the sheet that holds every icon."""
    return static(ICONS)


@register.simple_tag
@lru_cache(MOST_ICONS)
def icon(name: str, label: str = "") -> SafeString:
    """Draw an icon; with a ``label`` it is read aloud, else it is decoration."""
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
    """Draw a person of a seat, told by colour and shape."""
    drawing = (
        '<svg class="token seat-{}" aria-hidden="true"><use href="{}#token-{}"/></svg>'
    )
    return format_html(drawing, seat, icons_url(), labels.SEATS[seat].shape)


@register.simple_tag
def die(face: int) -> SafeString:
    """Draw a die."""
    return icon(f"die-{face}", str(face))


@register.simple_tag
@cached_by_language(MOST_BLANKS)
def blank_panes(sends_at_once: bool) -> SafeString:
    """Draw what the panes of all places say alike whenever people are placed; kept."""
    dock = {"sends_at_once": sends_at_once}
    context = {"spots": blank_spots(), "dock": dock}
    return render_to_string("games/dock/_blank_panes.html", context)


@register.simple_tag
def languages() -> list[tuple[str, str]]:
    """Return code and name of each language; Django's own tag translates the names."""
    return list(settings.LANGUAGES)


@register.simple_tag
@cached_by_language(MOST_LANGUAGES)
def blank_halves() -> SafeString:
    """Draw the halves of all cards and buildings in the order of their numbers."""
    context = {"halves": number_halves()}
    return render_to_string("games/table/_blank_halves.html", context)


@register.simple_tag
def mailbox_url() -> str:
    """Return the address of the development mailbox, '' where there is none."""
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
    """Draw a die whose face the text beside it says already."""
    return icon(f"die-{face}")


register.filter("signed", format_signed)
register.filter("reason_in_words", reason_in_words)
register.filter("spelled", spell_command)
register.filter("spelled_orders", spell_orders)


@register.filter
def times(count: int) -> range:
    """Repeat: ``{% for _ in count|times %}``."""
    return range(count)
