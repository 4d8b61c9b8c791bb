"""Atom feeds: games with an open seat, what somebody has played, a game's rounds."""

from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from games import queries
from games.accounts.profile_page import ProfileGame, finished_games
from games.accounts.profiles import find_profile
from games.history.viewer import round_starts
from games.history.views.arguments import counted_game
from games.limits import PROFILES, WHOLE_GAMES, visitor_of
from games.links.purposes import game_url
from games.links.tokens import absolute_url
from games.models import Game
from games.models.users import Profile
from games.now import database_now
from games.presentation import time_control_text
from games.presentation.replay.timeline import load_timeline
from games.presentation.result import scores_in_words
from games.presentation.text import join_names, names_of
from games.store.locked_rows import read_seats

if TYPE_CHECKING:
    _GamesFeed = Feed[Game, None]
    _ProfileFeed = Feed[ProfileGame, Profile]
    _GameFeed = Feed["RoundBegun", Game]
else:  # Django's class has its type parameters in the stubs alone
    _GamesFeed = _ProfileFeed = _GameFeed = Feed


class OpenSeatsFeed(_GamesFeed):
    """Games that anybody may join, the newest first."""

    feed_type = Atom1Feed

    def title(self) -> str:
        open_seats = _("Open seats")
        return f"Stone Age by Mail · {open_seats}"

    def link(self) -> str:
        return absolute_url("games:open_seats")

    def items(self) -> list[Game]:
        return queries.open_games()

    def item_title(self, item: Game) -> str:
        return join_names(list(item.seats.all())) or item.slug

    def item_description(self, item: Game) -> str:
        return time_control_text.terms_of(item.time_control)

    def item_link(self, item: Game) -> str:
        return game_url(item)

    def item_pubdate(self, item: Game) -> datetime:
        return item.created_at


class FinishedGamesFeed(_ProfileFeed):
    """The finished games of somebody whose page shows them, the latest first."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, slug: str) -> Profile:
        PROFILES.spend(visitor_of(request), now=database_now())
        profile = find_profile(slug)
        if profile is None or not profile.shows_results:
            raise Http404
        return profile

    def title(self, obj: Profile) -> str:
        return f"Stone Age by Mail · {obj.user.name}"

    def link(self, obj: Profile) -> str:
        return absolute_url("games:profile", obj.slug)

    def items(self, obj: Profile) -> tuple[ProfileGame, ...]:
        return finished_games(obj.user)

    def item_title(self, item: ProfileGame) -> str:
        return item.people

    def item_description(self, item: ProfileGame) -> str:
        return item.where

    def item_guid(self, item: ProfileGame) -> str:
        return item.mark

    def item_link(self, item: ProfileGame) -> str:
        return f"{settings.SITE_URL}{item.url or reverse('games:home')}"

    def item_pubdate(self, item: ProfileGame) -> datetime | None:
        return item.ended_at


class RoundBegun(NamedTuple):
    """A round of a game: with which event it began, when, and how all stood then."""

    address: str
    round: int
    scores: str
    began_at: datetime


class GameFeed(_GameFeed):
    """The rounds of a game as far as its spectators see it, the latest first."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, slug: str) -> Game:
        return counted_game(request, slug, WHOLE_GAMES)

    def title(self, obj: Game) -> str:
        return f"Stone Age by Mail · {join_names(read_seats(obj))}"

    def link(self, obj: Game) -> str:
        return game_url(obj)

    def items(self, obj: Game) -> list[RoundBegun]:
        return rounds_begun(obj)

    def item_title(self, item: RoundBegun) -> str:
        return _("Round %(round)s") % {"round": item.round}

    def item_description(self, item: RoundBegun) -> str:
        return item.scores

    def item_link(self, item: RoundBegun) -> str:
        return item.address

    def item_pubdate(self, item: RoundBegun) -> datetime:
        return item.began_at


def game_feed(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the feed of a game, to whoever may watch it."""
    return GameFeed()(request, slug=slug)


def rounds_begun(game: Game) -> list[RoundBegun]:
    """Return the rounds of a game that have begun, the latest first."""
    timeline, names = load_timeline(game), names_of(read_seats(game))
    return [
        RoundBegun(
            address=absolute_url("games:position", game.slug, start.sequence),
            round=start.round,
            scores=scores_in_words(timeline.state_after(start.sequence), names),
            began_at=timeline.happened[start.sequence - 1].recorded_at,
        )
        for start in reversed(round_starts(timeline))
    ]
