"""The animation of a finished game: a picture to share, made when it is asked for."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.errors import NotThere, Refused
from games.history.animating import picture_of_course, request_animation
from games.history.views.arguments import counted_game
from games.limits import PICTURES
from games.models import Game, Status
from games.now import database_now
from games.web.decorators import explain_refusals
from games.web.pages import see_other


@require_http_methods(["GET", "HEAD", "POST"])
@explain_refusals
def animation(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the animation of a game as a GIF; a POST has one made."""
    game = counted_game(request, slug, PICTURES)
    if request.method == "POST":
        if game.status != Status.FINISHED:
            raise Refused(_("This game isn’t over yet."))
        request_animation(game, now=database_now())
        return see_other("games:result", slug=slug)
    return _picture_of(game)


def _picture_of(game: Game) -> HttpResponse:
    """Return the picture; raise NotThere while there is none."""
    picture = picture_of_course(game)
    if picture is None:
        raise NotThere(_("There’s no animated picture of this game yet."))
    answer = HttpResponse(picture, content_type="image/gif")
    shared = "public" if game.shows_all else "private"
    answer["Cache-Control"] = f"{shared}, max-age=86400"
    return answer
