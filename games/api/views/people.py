"""Operations on other people: their public profiles, and follows."""

from django.http import HttpRequest
from ninja import Router

from games.accounts.profile_page import ProfilePage, profile_page
from games.accounts.profiles import require_profile
from games.api.caller import READ, WEBHOOKS, Caller, caller_of, game_for
from games.api.problems import PROBLEMS
from games.api.views.games import Slug
from games.limits import FOLLOWS, PROFILES
from games.watching.following import (
    FollowedLists,
    end_follow,
    follow_game,
    follow_player,
    followed_lists,
)
from games.web.pages import game_or_404

router = Router(auth=READ, tags=["people"])


@router.get("/players/{slug}", response={200: ProfilePage} | PROBLEMS)
def read_player(request: HttpRequest, slug: Slug) -> ProfilePage:
    """Return what a player shows publicly: games, pace and ratings."""
    caller = caller_of(request)
    caller.spend(PROFILES)
    return profile_page(require_profile(slug), caller.user)


@router.get("/following", response={200: FollowedLists} | PROBLEMS)
def list_followed(request: HttpRequest) -> FollowedLists:
    """Return the games and players that the caller follows."""
    return followed_lists(caller_of(request).user)


@router.put(
    "/following/games/{slug}", auth=WEBHOOKS, response={200: FollowedLists} | PROBLEMS
)
def follow_game_of_others(request: HttpRequest, slug: Slug) -> FollowedLists:
    """Follow a game of others: get emails about its progress."""
    caller = _caller_of_change(request)
    follow_game(user=caller.user, game=game_for(caller, slug), now=caller.now)
    return followed_lists(caller.user)


@router.delete(
    "/following/games/{slug}", auth=WEBHOOKS, response={200: FollowedLists} | PROBLEMS
)
def end_following_game(request: HttpRequest, slug: Slug) -> FollowedLists:
    """Stop following a game."""
    caller = _caller_of_change(request)
    end_follow(user=caller.user, game=game_or_404(slug), profile=None)
    return followed_lists(caller.user)


@router.put(
    "/following/players/{slug}", auth=WEBHOOKS, response={200: FollowedLists} | PROBLEMS
)
def follow_somebody(request: HttpRequest, slug: Slug) -> FollowedLists:
    """Follow a player: get emails when they begin and end games."""
    caller = _caller_of_change(request)
    profile = require_profile(slug)
    follow_player(user=caller.user, profile=profile, now=caller.now)
    return followed_lists(caller.user)


@router.delete(
    "/following/players/{slug}", auth=WEBHOOKS, response={200: FollowedLists} | PROBLEMS
)
def end_following_somebody(request: HttpRequest, slug: Slug) -> FollowedLists:
    """Stop following a player."""
    caller = _caller_of_change(request)
    end_follow(user=caller.user, game=None, profile=require_profile(slug))
    return followed_lists(caller.user)


def _caller_of_change(request: HttpRequest) -> Caller:
    """Return the caller. Changes have the same limit as on the pages."""
    caller = caller_of(request)
    caller.spend(FOLLOWS)
    return caller
