"""Digests: one mail in place of several, with pending decisions and news.

A mail joins a digest by ``part_of``. From then on only the digest is claimed and sent.
When it is sent, its parts are settled as skipped in the same transaction. While it
waits or is retried, its parts wait with it. If it ends in any other way, its parts go
separately again. So no part is lost, and none is sent twice.

Code that adds to a digest, or changes the preferences behind it, must hold the lock on
the row of its reader's preferences.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import uuid4

from django.db import transaction
from django.db.models import Q, QuerySet
from django.template import Context as TemplateContext
from django.template.loader import get_template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from icalendar import Event

from games.links.purposes import PLAY_LINK, choices_url
from games.links.tokens import absolute_url
from games.presentation.dates import long_moment_in_words
from games.table.numbered_choices import (
    ChoiceGroup,
    NumberedChoice,
    flat_choices,
    number_groups,
)
from notifications.mails.base import Context, MailContext, MailKind, kind_of
from notifications.mails.blocks.calendar_entry import calendar_of, deadline_entry
from notifications.mails.blocks.question import Prompt, prompt_of, recommend_choices
from notifications.models import OPEN_STATUSES, Kind, MailStatus, OutgoingMail, Step
from notifications.models.preferences import ASKING, known_preferences
from notifications.outbox import rows
from notifications.outbox import rows as outbox
from notifications.outbox.rows import new_mail
from notifications.preferences.services import lock_preferences
from notifications.replies.answered_mail import QUESTIONS, row_of
from notifications.replies.mails import answer_address
from notifications.replies.vocabulary import spell_intent

INCLUDED = "included in the digest {message_id}"
SINGLE = "only one mail was left, so it was sent separately"
EMPTY = "no mail was left for the digest"


def parts_of(digest: OutgoingMail) -> QuerySet[OutgoingMail]:
    parts = digest.parts.pending()
    return parts.select_related("user", "seat", "game__host").order_by("pk")


@transaction.atomic
def join(mail: OutgoingMail, *, until: datetime, why: str) -> None:
    """Put a claimed mail into its reader's next digest, due at ``until`` or earlier."""
    assert mail.user is not None
    assert mail.claimed_at is not None
    lock_preferences(mail.user)
    digest = _open_digest(mail, until)
    outbox.put_off(mail, until, why)
    # If our lease has run out, another worker may have claimed the mail since.
    given_back = OutgoingMail.objects.pending().filter(pk=mail.pk)
    given_back.filter(claimed_at=mail.claimed_at).update(part_of=digest)


def _open_digest(mail: OutgoingMail, until: datetime) -> OutgoingMail:
    """Return a digest that no other worker is sending; create one if there is none."""
    waiting = Q(status=MailStatus.PENDING)
    at_hand = Q(status=MailStatus.SENDING, claimed_at=mail.claimed_at)
    digests = OutgoingMail.objects.filter(
        waiting | at_hand, kind=Kind.DIGEST, user=mail.user
    )
    digest = digests.order_by("pk").first()
    if digest is None:
        assert mail.claimed_at is not None
        digest = new_mail(Kind.DIGEST, uuid4().hex, mail.claimed_at, user=mail.user)
        digest.due_at = until
        digest.save()
    # A worker may have claimed it just now; then its lease must not be shortened.
    later = digests.pending().filter(pk=digest.pk, due_at__gt=until)
    later.update(due_at=until)
    return digest


@transaction.atomic
def skip(parts: QuerySet[OutgoingMail], reason: str, *, now: datetime) -> None:
    """Settle parts of a digest, which are never claimed themselves."""
    pks = list(parts.values_list("pk", flat=True))
    waiting = OutgoingMail.objects.pending().filter(pk__in=pks)
    waiting.update(status=MailStatus.SKIPPED, reason=reason)
    rows.add_steps(pks, Step.SKIPPED, reason, at=now)


@transaction.atomic
def dissolve(digest: OutgoingMail, reason: str, *, now: datetime) -> None:
    """Drop a claimed digest; its parts become due now, each separately."""
    if outbox.record_skipped(digest, reason, now=now):
        parts = digest.parts.pending()
        parts.update(part_of=None, due_at=now)


def release_orphans() -> int:
    """Release the parts of digests that ended without being sent; return how many."""
    parts = OutgoingMail.objects.pending().filter(part_of__isnull=False)
    lost = parts.exclude(part_of__status__in=OPEN_STATUSES)
    return lost.update(part_of=None)


def has_failed(mail: OutgoingMail) -> bool:
    """Return whether a digest that this mail could have joined has failed for good."""
    digests = OutgoingMail.objects.filter(kind=Kind.DIGEST, user=mail.user)
    failed = digests.failed().filter(due_at__gte=mail.created_at)
    return failed.exists()


NEVER = datetime.max.replace(tzinfo=UTC)


class Waiting(NamedTuple):
    """
    A game with its question, its deadline and the choices. ``groups`` are choices,
    fewer than ``choice_count`` if ``is_cut``. ``liked`` are the recommended ones,
    ``version`` is that of their position. ``entry`` is the deadline's calendar entry,
    if its reader wants files with them.
    """

    part: OutgoingMail
    title: str
    wanted: Prompt
    deadline: str
    by: datetime
    link: str
    choices_url: str
    groups: tuple[ChoiceGroup, ...]
    liked: tuple[str, ...]
    choice_count: int
    version: int
    entry: Event | None
    is_cut: bool = False

    @property
    def choices(self) -> list[NumberedChoice]:
        return [choice for group in self.groups for choice in group.choices]

    @property
    def texts(self) -> list[str]:
        return [choice.text for choice in self.choices]

    @property
    def recommended(self) -> list[NumberedChoice]:
        by_text = {choice.text: choice for choice in self.choices}
        return [by_text[text] for text in self.liked if text in by_text]

    @property
    def others(self) -> int:
        return self.choice_count - len(self.recommended)

    def numbered_from(self, first: int, *, most: int) -> "Waiting":
        groups = _cut(self.groups, most)
        is_cut = groups != self.groups
        return self._replace(groups=number_groups(groups, first), is_cut=is_cut)


def waiting_of(part: OutgoingMail, now: datetime) -> Waiting:
    case = MailContext(part, now)
    seat, state, title = case.seat, case.state, case.title
    wanted = prompt_of(state, seat.number)
    groups = flat_choices(state, seat.number)
    liked = recommend_choices(state, seat.number, groups)
    entry = None
    if known_preferences(case.reader).calendar_files:
        what = wanted.subject
        entry = deadline_entry(seat, case.game, what=what, title=title, now=case.now)
    return Waiting(
        part=part,
        title=title,
        wanted=wanted,
        deadline=long_moment_in_words(seat.deadline_at) if seat.deadline_at else "",
        by=seat.deadline_at or NEVER,
        link=PLAY_LINK.url(seat, now=now),
        choices_url=choices_url(seat, now=now),
        groups=groups,
        liked=tuple(choice.text for choice in liked),
        choice_count=sum(len(group.choices) for group in groups),
        version=state.version,
        entry=entry,
    )


def _cut(groups: tuple[ChoiceGroup, ...], most: int) -> tuple[ChoiceGroup, ...]:
    left = list(groups)
    while sum(len(group.choices) for group in left) > most:
        at = max(range(len(left)), key=lambda at: len(left[at].choices))
        longest = left[at]
        # At a place the last choice sends most people; elsewhere the first are the
        # best.
        kept = longest.choices[1:] if longest.is_place else longest.choices[:-1]
        left[at] = replace(longest, choices=kept)
    return tuple(group for group in left if group.choices)


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
    A piece of news: its own mail's headline and link. ``said`` has the sentences of the
    mail if the headline alone does not say enough. ``answers`` are the possible
    answers, numbered like choices.
    """

    part: OutgoingMail
    headline: str
    said: tuple[str, ...]
    link: str
    link_label: str
    answers: tuple[tuple[int, str], ...] = ()

    def numbered_from(self, first: int) -> "News":
        words = QUESTIONS.get(Kind(self.part.kind), ())
        return self._replace(answers=tuple(enumerate(map(spell_intent, words), first)))


class DigestContent(NamedTuple):
    games: tuple[Waiting, ...]
    news: tuple[News, ...]


def gather_content(mail: OutgoingMail, now: datetime) -> DigestContent:
    """Return a digest's games, most urgent first, and its news, questions first."""
    parts = list(parts_of(mail))
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
