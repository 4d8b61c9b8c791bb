"""Pages of followers: a press on a game's page, and the list of all one follows."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from games import queries
from games.limits import FOLLOWS
from games.models import Follow, Game, Status
from games.now import database_now
from games.presentation.audience_text import progress_in_words
from games.presentation.text import join_names
from games.watching.audience import seen_game
from games.watching.following import end_follow, follow_game, follows_of
from games.web.decorators import member_page
from games.web.pages import game_or_404, see_other
from games.web.reader import signed_in

#: What the button of a page posts that ends it.
STOP = "stop"


@dataclass(frozen=True)
class FollowedRow:
    """What somebody follows: its name, how it stands, its page, where to end it."""

    name: str
    state: str
    url: str
    stop_url: str


@member_page
def follow_a_game(request: HttpRequest, slug: str) -> HttpResponse:
    """Follow a game by a press, or no more; after signing in its page is shown."""
    if request.method != "POST":
        return see_other("games:game", slug=slug)
    user, now = signed_in(request), database_now()
    FOLLOWS.spend(user.pk, now=now)
    if request.POST.get("do") == STOP:
        end_follow(user=user, game=game_or_404(slug), profile=None)
    else:
        follow_game(user=user, game=seen_game(request, slug, now), now=now)
    if "list" in request.POST:
        return see_other("games:following")
    return see_other("games:game", slug=slug)


@member_page
def following(request: HttpRequest) -> HttpResponse:
    """All that the reader follows, each with the button that ends it."""
    follows = follows_of(signed_in(request))
    context = {
        "games": [_game_row(each.game) for each in follows if each.game],
        "players": [_player_row(each) for each in follows if each.profile],
    }
    return render(request, "games/following.html", context)


def _game_row(game: Game) -> FollowedRow:
    is_over = game.status != Status.ACTIVE
    return FollowedRow(
        name=join_names(queries.seats_of(game)),
        state=_("over") if is_over else progress_in_words(game),
        url=reverse("games:game", args=[game.slug]),
        stop_url=reverse("games:follow_game", args=[game.slug]),
    )


def _player_row(follow: Follow) -> FollowedRow:
    assert follow.profile is not None
    slug = follow.profile.slug
    return FollowedRow(
        name=follow.profile.user.name,
        state="",
        url=reverse("games:profile", args=[slug]),
        stop_url=reverse("games:follow_player", args=[slug]),
    )
