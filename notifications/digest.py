"""One mail in place of many: what waits for its reader, by urgency; and the news.

What a mail would have said at length is a line here, with the same link.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from django.template import Context as TemplateContext
from django.template.loader import get_template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import links, selectors
from games.titles import title_of
from notifications.context import Context, about
from notifications.emails import context_for, stem_of
from notifications.models import Kind, OutgoingMail
from notifications.moments import moment_in_words
from notifications.wanted import wanted_of
from notifications.wishes import pool
from notifications.wishes.topics import ASKING

NEVER = datetime.max.replace(tzinfo=UTC)


class Waiting(NamedTuple):
    """A game that waits for the reader, for what and until when."""

    title: str
    wanted: str
    deadline: str
    link: str
    by: datetime


class News(NamedTuple):
    """What a mail would have been headed, and where it leads."""

    headline: str
    link: str
    link_label: str


def context_of(mail: OutgoingMail, now: datetime) -> Context:
    """Return what the templates of a digest need."""
    parts = list(pool.parts_of(mail))
    asking = [part for part in parts if part.kind in ASKING]
    waiting = sorted(_waiting(asking, now), key=lambda game: (game.by, game.title))
    news = [_news(part, now) for part in parts if part.kind not in ASKING]
    return {
        "waiting": waiting,
        "news": news,
        "heading": _heading(len(waiting), len(news)),
        "play_label": _("Play your turn"),
    }


def _waiting(parts: Iterable[OutgoingMail], now: datetime) -> list[Waiting]:
    """Return each game once, however many mails ask for the same decision."""
    by_seat = {part.seat_id: part for part in parts}
    return [_game(part, now) for part in by_seat.values()]


def _game(part: OutgoingMail, now: datetime) -> Waiting:
    seat, game = about(part)
    state = selectors.state_of(game)
    return Waiting(
        title=title_of(selectors.seats_of(game), seat),
        wanted=wanted_of(state, seat.number).subject,
        deadline=moment_in_words(seat.deadline_at) if seat.deadline_at else "",
        link=links.play_url(seat, now=now),
        by=seat.deadline_at or NEVER,
    )


def _news(part: OutgoingMail, now: datetime) -> News:
    """Head a piece of news as its own mail would be headed."""
    context = context_for(part, now=now)
    stem = stem_of(Kind(part.kind))
    template = get_template(f"emails/{stem}.subject.txt").template  # type: ignore[attr-defined]
    text = template.render(TemplateContext(context, autoescape=False))
    headline = "".join(c for c in " ".join(text.split()) if c.isprintable())
    return News(headline, context["link"], context["link_label"])


def _heading(waiting: int, news: int) -> str:
    if not waiting:
        return _("News from your games")
    sentence = ngettext(
        "%(count)d game waits for you", "%(count)d games wait for you", waiting
    )
    if not news:
        return sentence % {"count": waiting}
    others = ngettext(
        "and %(count)d piece of news", "and %(count)d pieces of news", news
    )
    return f"{sentence % {'count': waiting}}, {others % {'count': news}}"
