"""One mail in place of many: what waits for its reader, by urgency; and the news.

What asks for a decision is told with all that it takes to make it. Of the news, what a
mail would have said at length is a line here, with the same link.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.template import Context as TemplateContext
from django.template.loader import get_template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from notifications.letters.answering import answer_address, how_to_write_about, mailto
from notifications.letters.kinds import context_for, stem_of
from notifications.letters.waiting import Waiting, waiting_of
from notifications.models import Kind, OutgoingMail
from notifications.parts.calendar_entry import calendar_of
from notifications.parts.context import Context
from notifications.wishes import pool
from notifications.wishes.topics import ASKING


class News(NamedTuple):
    """
    What a mail would have been headed, and where it leads.

    ``said`` are its sentences, where somebody has to know them to answer. ``how`` says
    what can be written to ``address``; both are '' if nothing can.
    """

    headline: str
    said: tuple[str, ...]
    link: str
    link_label: str
    how: str
    address: str

    @property
    def mailto(self) -> str:
        return mailto(self.address, self.headline)


def context_of(mail: OutgoingMail, now: datetime) -> Context:
    """Return what the templates of a digest need."""
    parts = list(pool.parts_of(mail))
    asking = [part for part in parts if part.kind in ASKING]
    games = _waiting(asking, now)
    news = [_news(part, now) for part in parts if part.kind not in ASKING]
    told = [game.address for game in games.values()] + [each.address for each in news]
    addresses = list(filter(None, told))
    return {
        "waiting": list(games.values()),
        "news": news,
        "heading": _heading(len(games), len(news)),
        "play_label": _("Play your turn"),
        # With several nobody could know which one an answer is about.
        "reply_to": addresses[0] if len(addresses) == 1 else "",
        "has_many_addresses": len(addresses) > 1,
        "calendar": calendar_of(game.entry for game in games.values()),
        "shown": {pk: game.version for pk, game in games.items() if game.groups},
    }


def _waiting(parts: Iterable[OutgoingMail], now: datetime) -> dict[int, Waiting]:
    """
    Return the games, the most urgent first, by the part whose answer is awaited.

    Each comes once, however many mails ask for the same decision.
    """
    latest = {part.seat_id: part for part in parts}
    games = [(part.pk, waiting_of(part, now)) for part in latest.values()]
    return dict(sorted(games, key=lambda game: (game[1].by, game[1].title)))


def _news(part: OutgoingMail, now: datetime) -> News:
    """Head a piece of news as its own mail would be headed."""
    context = context_for(part, now=now)
    stem = stem_of(Kind(part.kind))
    template = get_template(f"emails/{stem}.subject.txt").template  # type: ignore[attr-defined]
    text = template.render(TemplateContext(context, autoescape=False))
    headline = "".join(c for c in " ".join(text.split()) if c.isprintable())
    how = how_to_write_about(Kind(part.kind))
    return News(
        headline=headline,
        said=_said(context) if part.kind == Kind.MOTION_MADE else (),
        link=context["link"],
        link_label=context["link_label"],
        how=how,
        address=answer_address(part) if how else "",
    )


def _said(context: Context) -> tuple[str, ...]:
    """Return what a mail of news says; its headline alone does not tell it all."""
    return (context["lead"], *context["notes"])


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
