"""Atom feeds: games with an open seat, and what somebody has played."""

from datetime import datetime
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from games import queries
from games.accounts.profile_page import ProfileGame, finished_games
from games.accounts.profiles import find_profile
from games.limits import PROFILES, visitor_of
from games.links.purposes import game_url
from games.models import Game
from games.models.users import Profile
from games.now import database_now
from games.presentation import time_control_text
from games.presentation.text import join_names

if TYPE_CHECKING:
    _GamesFeed = Feed[Game, None]
    _ProfileFeed = Feed[ProfileGame, Profile]
else:  # Django's class has its type parameters in the stubs alone
    _GamesFeed = _ProfileFeed = Feed


class OpenSeatsFeed(_GamesFeed):
    """Games that anybody may join, the newest first."""

    feed_type = Atom1Feed

    def title(self) -> str:
        open_seats = _("Open seats")
        return f"Stone Age by Mail · {open_seats}"

    def link(self) -> str:
        return f"{settings.SITE_URL}{reverse('games:open_seats')}"

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
        return f"{settings.SITE_URL}{reverse('games:profile', args=[obj.slug])}"

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
