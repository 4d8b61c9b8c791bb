"""Mails to followers of games and players: daily news and results."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.db.models import Q
from django.utils.translation import gettext as _

from games.accounts.profile_page import ProfileGame, games_since
from games.links.purposes import game_url, result_url
from games.links.tokens import absolute_url
from games.log import positions
from games.log.lookups import last_before
from games.log.table_rows import read_seats
from games.models import Game, Status
from games.models.users import Profile
from games.now import zone_of
from games.presentation.result import result_in_words, scores_in_words
from games.presentation.text import join_names, names_of
from games.signals import GameAdvanced
from games.watching.following import followers_of_game, followers_of_table, follows_of
from notifications.mails.base import Context, MailContext, MailKind, Notice, link_to
from notifications.models import Kind, MailPreferences, MailStatus, OutgoingMail, Topic
from notifications.models.preferences import DIGEST_AT
from stoneage_core.events.rounds import GameEnded, RoundStarted
from stoneage_core.events.setup import PositionSetUp
from stoneage_core.match.calendar import next_showing

NOTHING_NEW = "there is no news that the reader may see"
GOES_ON = "the game is being played again"


class FollowedNews(NamedTuple):
    headline: str
    text: str
    url: str


class FollowedNewsMail(MailKind):
    """News at most once a day: new rounds, games begun and ended."""

    kind = Kind.FOLLOWED_NEWS
    topic = Topic.FOLLOWING
    on = (RoundStarted, PositionSetUp, GameEnded)

    def mails(self, signal: GameAdvanced) -> Iterable[OutgoingMail]:
        """
        Yield the next daily mail of each follower; the dedupe key keeps a waiting one.
        """
        readers = followers_of_table(signal.game, signal.seats)
        if not readers:
            return
        rows = MailPreferences.objects.filter(user__in=readers)
        minutes = dict(rows.values_list("user_id", "daily_at"))
        for reader in readers:
            at = minutes.get(reader.pk, DIGEST_AT)
            due_at = next_showing(zone_of(reader.time_zone), at, signal.now)
            mail = self.new(f"{reader.pk}:{due_at:%Y-%m-%d}", signal.now)
            mail.user_id, mail.due_at = reader.pk, due_at
            yield mail

    def why_stale(self, case: MailContext) -> str:
        return "" if any(_news_for(case.mail)) else NOTHING_NEW

    def context(self, case: MailContext) -> Context:
        news = list(_news_for(case.mail))
        heading = _("News from what you follow")
        return {
            "heading": heading,
            "subject_line": news[0].headline if len(news) == 1 else heading,
            "lead": " · ".join(each.headline for each in news),
            "notes": [each.text for each in news if each.text],
            "news": news,
            **link_to(absolute_url("games:following"), _("See what you follow")),
        }


class FollowedGameOverMail(Notice):
    """To followers of a game that has ended: the winner, and a link to the result."""

    kind = Kind.FOLLOWED_GAME_OVER
    topic = Topic.FOLLOWING
    on = (GameEnded,)

    def mails(self, signal: GameAdvanced) -> Iterable[OutgoingMail]:
        """Takes a query."""
        seat = signal.seats[0]  # any seat will do: it refers to the game
        for reader in followers_of_game(signal.game, signal.seats):
            key = f"{reader.pk}:{signal.first_sequence}"
            yield self.to_seat(seat, signal.now, key, user_id=reader.pk)

    def why_stale(self, case: MailContext) -> str:
        return "" if case.game.status == Status.FINISHED else GOES_ON

    def notice(self, case: MailContext) -> Context:
        won = result_in_words(case.state, case.names).removesuffix(".")
        return {
            "heading": won or _("The game is over"),
            "lead": _("A game that you follow has ended."),
            "notes": [scores_in_words(case.state, case.names)],
            **link_to(result_url(case.game), _("See the final board")),
        }


def _news_for(mail: OutgoingMail) -> Iterator[FollowedNews]:
    """Takes queries."""
    assert mail.user is not None
    last_sent_at = _last_sent_at(mail)
    for follow in follows_of(mail.user):
        since = max(last_sent_at or follow.since, follow.since)
        if follow.game is not None:
            yield from _news_of_game(follow.game, since)
        elif follow.profile is not None:
            for status, game in games_since(follow.profile, since):
                yield _news_of_player(follow.profile, status, game)


def _last_sent_at(mail: OutgoingMail) -> datetime | None:
    """Return when a reader last got this mail, separately or in a digest."""
    earlier = OutgoingMail.objects.filter(
        Q(status=MailStatus.SENT) | Q(part_of__status=MailStatus.SENT),
        kind=Kind.FOLLOWED_NEWS,
        user=mail.user,
    )
    last = earlier.select_related("part_of").order_by("-pk").first()
    if last is None:
        return None
    return (last.part_of or last).sent_at


def _news_of_game(game: Game, since: datetime) -> Iterator[FollowedNews]:
    if game.status != Status.ACTIVE:
        return
    before = positions.state_at(game, last_before(game, since) or 0)
    if game.round <= max(before.round, 1):
        return
    seats = read_seats(game)
    scores = scores_in_words(positions.state_of(game), names_of(seats))
    round_text = _("round %(round)s") % {"round": game.round}
    headline = f"{join_names(seats)}: {round_text}"
    yield FollowedNews(headline, scores, game_url(game))


def _news_of_player(
    profile: Profile, status: Status, game: ProfileGame
) -> FollowedNews:
    if status == Status.ACTIVE:
        sentence = _("%(name)s has started a game with %(people)s.")
    else:
        sentence = _("%(name)s has finished a game with %(people)s.")
    values = {"name": profile.user.name, "people": game.people}
    url = f"{settings.SITE_URL}{game.url}" if game.url else ""
    return FollowedNews(sentence % values, game.where, url)
