"""The digest: one mail in place of several, with pending decisions and news.

It shows everything that the reader needs to decide. A piece of news is one line, with
the link that its own mail would have had.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.template import Context as TemplateContext
from django.template.loader import get_template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.links.tokens import absolute_url
from notifications.digest import queue
from notifications.digest.waiting import Waiting, waiting_of
from notifications.mails.base import MailKind, kind_of
from notifications.mails.blocks.calendar_entry import calendar_of
from notifications.mails.context import Context, MailContext
from notifications.models import Kind, OutgoingMail
from notifications.models.preferences import ASKING
from notifications.replies.digests import QUESTIONS, row_of
from notifications.replies.mails import answer_address
from notifications.replies.vocabulary import spell_intent

#: The longest HTML, in bytes. Gmail hides what comes after 102 KB.
MOST_BYTES = 90_000


class DigestMail(MailKind):
    """One mail in place of several; see :func:`digest_context`."""

    kind = Kind.DIGEST


class Extent(NamedTuple):
    """How much a digest shows: choices per game, games, and pieces of news."""

    choices: int
    games: int
    news: int


#: News whose headline alone does not say enough.
SPELLED_OUT = (Kind.PROPOSAL_MADE, Kind.TALK, Kind.FOLLOWED_NEWS)
#: From the most readable extent down to one that always fits.
EXTENTS = (
    *(Extent(choices, 30, 40) for choices in (40, 24, 16, 10, 6, 3)),
    *(Extent(0, most, most) for most in (30, 20, 10, 5)),
)


class News(NamedTuple):
    """
    A piece of news: its own mail's headline and link.

    ``said`` has the sentences of the mail if the headline alone does not say enough.
    ``answers`` are the possible answers, numbered like choices.
    """

    part: OutgoingMail
    headline: str
    said: tuple[str, ...]
    link: str
    link_label: str
    answers: tuple[tuple[int, str], ...] = ()

    def numbered_from(self, first: int) -> "News":
        """Return the piece with its answers numbered from ``first``."""
        words = QUESTIONS.get(Kind(self.part.kind), ())
        return self._replace(answers=tuple(enumerate(map(spell_intent, words), first)))


class DigestContent(NamedTuple):
    """Everything that a digest could show, in order."""

    games: tuple[Waiting, ...]
    news: tuple[News, ...]


def gather_content(mail: OutgoingMail, now: datetime) -> DigestContent:
    """Return a digest's games, most urgent first, and its news, questions first."""
    parts = list(queue.parts_of(mail))
    # Each game appears once, even if several mails ask for the same decision.
    latest = {part.seat_id: part for part in parts if part.topic in ASKING}
    games = [waiting_of(part, now) for part in latest.values()]
    news = [_news(part, now) for part in parts if part.topic not in ASKING]
    return DigestContent(
        tuple(sorted(games, key=lambda game: (game.by, game.title))),
        tuple(sorted(news, key=lambda piece: not _asks(piece))),
    )


def digest_context(
    mail: OutgoingMail, content: DigestContent, extent: Extent
) -> Context:
    """
    Return the context of a digest's templates, with as much as ``extent`` allows.

    Sets ``mail.listed`` to what the numbers mean; they run through the whole digest.
    """
    games: list[Waiting] = []
    news: list[News] = []
    listed: list[Mapping[str, Any]] = []
    first = 1
    for game in content.games[: extent.games]:
        games.append(game.numbered_from(first, most=extent.choices))
        listed.append(row_of(game.part, game.version, games[-1].texts))
        first += len(games[-1].texts)
    for piece in content.news[: extent.news]:
        news.append(piece.numbered_from(first))
        if _asks(piece):
            texts = QUESTIONS[Kind(piece.part.kind)]
            listed.append(row_of(piece.part, piece.part.about_version or 0, texts))
            first += len(texts)
    mail.listed = listed
    address, answering = answer_address(mail), ""
    if address:
        sentence = _("Reply with one number a line: they run through all your games.")
        more = _("“help” tells you more.")
        answering = f"{sentence} {more}"
    return {
        "waiting": games,
        "news": news,
        "more": len(content.games) + len(content.news) - len(games) - len(news),
        "more_link": absolute_url("games:home"),
        "heading": _heading(len(content.games), len(content.news)),
        "play_label": _("Play your turn"),
        "answering": answering,
        "reply_to": address,
        "calendar": calendar_of(game.entry for game in content.games),
        "brought": {game.part.pk: game.by for game in content.games if game.entry},
        "shown": {game.part.pk: game.version for game in games if game.groups},
        "listed": listed,
    }


def _asks(piece: News) -> bool:
    return piece.part.kind in QUESTIONS


def _news(part: OutgoingMail, now: datetime) -> News:
    kind = kind_of(part)
    context = kind.context(MailContext(part, now))
    template = get_template(f"emails/{kind.template}.subject.txt").template  # type: ignore[attr-defined]
    text = template.render(TemplateContext(context, autoescape=False))
    headline = "".join(c for c in " ".join(text.split()) if c.isprintable())
    return News(
        part=part,
        headline=headline,
        said=(context["lead"], *context["notes"]) if part.kind in SPELLED_OUT else (),
        link=context["link"],
        link_label=context["link_label"],
    )


def _heading(waiting: int, news: int) -> str:
    if not waiting:
        return _("News from your games")
    if news:
        sentence = ngettext(
            "It’s your turn in %(count)d game, and there’s news",
            "It’s your turn in %(count)d games, and there’s news",
            waiting,
        )
    else:
        sentence = ngettext(
            "It’s your turn in %(count)d game",
            "It’s your turn in %(count)d games",
            waiting,
        )
    return sentence % {"count": waiting}
