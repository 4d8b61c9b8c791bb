"""The digest: one mail in place of many; what waits for its reader, and the news.

What asks for a decision is told with all that it takes to make it. Of the news, what a
mail would have said at length is a line here, with the same link.
"""

from collections.abc import Iterable, Mapping
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

#: The HTML never comes to more: of longer mails Gmail hides the end from 102 KB on.
MOST_BYTES = 90_000


class DigestMail(MailKind):
    """Tells of several mails at once; :func:`digest_context` says how much of each."""

    kind = Kind.DIGEST


class Extent(NamedTuple):
    """How much of a digest is told: choices of each game, games and news."""

    choices: int
    games: int
    news: int


#: News of which the headline alone does not tell enough.
SPELLED_OUT = (Kind.PROPOSAL_MADE, Kind.TALK, Kind.FOLLOWED_NEWS)
#: Extents, from what is best to read down to what always fits.
EXTENTS = (
    *(Extent(choices, 30, 40) for choices in (40, 24, 16, 10, 6, 3)),
    *(Extent(0, most, most) for most in (30, 20, 10, 5)),
)


class News(NamedTuple):
    """
    What a mail would have been headed, and where it leads.

    ``said`` are its sentences, where somebody has to know them to answer, and
    ``answers`` what can be answered, each with a number like a choice.
    """

    part: OutgoingMail
    headline: str
    said: tuple[str, ...]
    link: str
    link_label: str
    answers: tuple[tuple[int, str], ...] = ()

    def numbered_from(self, first: int) -> "News":
        """Return the piece with numbers for its answers."""
        words = QUESTIONS.get(Kind(self.part.kind), ())
        return self._replace(answers=tuple(enumerate(map(spell_intent, words), first)))


class Told(NamedTuple):
    """All that a digest could tell, each game and piece of news in its order."""

    games: tuple[Waiting, ...]
    news: tuple[News, ...]


def gather_told(mail: OutgoingMail, now: datetime) -> Told:
    """Return what there is to tell."""
    parts = list(queue.parts_of(mail))
    games = _waiting([part for part in parts if part.topic in ASKING], now)
    news = (_news(part, now) for part in parts if part.topic not in ASKING)
    # What asks for an answer comes first of the news, should they be too many.
    return Told(games, tuple(sorted(news, key=lambda piece: not _asks(piece))))


def digest_context(mail: OutgoingMail, told: Told, extent: Extent) -> Context:
    """Return what the templates of a digest need; notes in ``mail`` what it asks."""
    games, news, listed = _numbered(told, extent)
    mail.listed = listed
    return {
        "waiting": games,
        "news": news,
        "more": len(told.games) + len(told.news) - len(games) - len(news),
        "more_link": absolute_url("games:home"),
        "heading": _heading(len(told.games), len(told.news)),
        "play_label": _("Play your turn"),
        "answering": _how_to_answer(mail),
        "reply_to": answer_address(mail),
        "calendar": calendar_of(game.entry for game in told.games),
        "brought": {game.part.pk: game.by for game in told.games if game.entry},
        "shown": {game.part.pk: game.version for game in games if game.groups},
        "listed": listed,
    }


def _numbered(
    told: Told, extent: Extent
) -> tuple[list[Waiting], list[News], list[Mapping[str, Any]]]:
    """Return what is told with numbers that run through it, and what they mean."""
    games: list[Waiting] = []
    news: list[News] = []
    listed: list[Mapping[str, Any]] = []
    first = 1
    for game in told.games[: extent.games]:
        games.append(game.numbered_from(first, most=extent.choices))
        listed.append(row_of(game.part, game.version, games[-1].texts))
        first += len(games[-1].texts)
    for piece in told.news[: extent.news]:
        news.append(piece.numbered_from(first))
        if _asks(piece):
            texts = QUESTIONS[Kind(piece.part.kind)]
            listed.append(row_of(piece.part, piece.part.about_version or 0, texts))
            first += len(texts)
    return games, news, listed


def _asks(piece: News) -> bool:
    return piece.part.kind in QUESTIONS


def _waiting(parts: Iterable[OutgoingMail], now: datetime) -> tuple[Waiting, ...]:
    """
    Return the games, the most urgent first.

    Each comes once, however many mails ask for the same decision.
    """
    latest = {part.seat_id: part for part in parts}
    games = [waiting_of(part, now) for part in latest.values()]
    return tuple(sorted(games, key=lambda game: (game.by, game.title)))


def _news(part: OutgoingMail, now: datetime) -> News:
    """Head a piece of news as its own mail would be headed."""
    kind = kind_of(part)
    context = kind.context(MailContext(part, now))
    template = get_template(f"emails/{kind.template}.subject.txt").template  # type: ignore[attr-defined]
    text = template.render(TemplateContext(context, autoescape=False))
    headline = "".join(c for c in " ".join(text.split()) if c.isprintable())
    return News(
        part=part,
        headline=headline,
        said=_said(context) if part.kind in SPELLED_OUT else (),
        link=context["link"],
        link_label=context["link_label"],
    )


def _said(context: Context) -> tuple[str, ...]:
    """Return what a mail of news says; its headline alone does not tell it all."""
    return (context["lead"], *context["notes"])


def _how_to_answer(mail: OutgoingMail) -> str:
    """Say how a digest is answered, '' if it asks for nothing."""
    if not answer_address(mail):
        return ""
    sentence = _("Reply with one number a line: they run through all your games.")
    more = _("“help” tells you more.")
    return f"{sentence} {more}"


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
