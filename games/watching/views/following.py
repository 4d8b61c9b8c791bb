"""Views for following games, and the list of what one follows."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.limits import FOLLOWS
from games.now import database_now
from games.watching.audience import seen_game
from games.watching.following import end_follow, follow_game, followed_lists
from games.web.decorators import member_page
from games.web.pages import game_or_404, see_other
from games.web.reader import signed_in

#: The value that the button posts to stop following.
STOP = "stop"


@member_page
def follow_a_game(request: HttpRequest, slug: str) -> HttpResponse:
    """
    Follow a game, or stop. After signing in, the game's page is shown. A press in the
    list of what one follows leads back to the list.
    """
    if request.method != "POST":
        return see_other("games:game", slug=slug)
    user, now = signed_in(request), database_now()
    FOLLOWS.spend(user.pk, now=now)
    if request.POST.get("do") == STOP:
        end_follow(user=user, game=game_or_404(slug), profile=None)
    else:
        follow_game(user=user, game=seen_game(request, slug), now=now)
    if "list" in request.POST:
        return see_other("games:following")
    return see_other("games:game", slug=slug)


@member_page
def following(request: HttpRequest) -> HttpResponse:
    context = {"followed": followed_lists(signed_in(request))}
    return render(request, "games/following.html", context)
