"""The page on which one choice out of a mail is confirmed; it never acts itself."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.errors import Refused
from games.links.purposes import PLAY_LINK
from games.models import Seat
from games.play.mailed_choice import confirmation_of
from games.presentation.error_text import error_sentence
from games.web.decorators import OpenedLink, link_page
from games.web.pages import http_status_of, render_for

PAGE, CLOSED = "games/choice.html", "games/choice_closed.html"


@require_safe
@link_page(PLAY_LINK, renew="games:play_renew")
def choice_link(
    request: HttpRequest, link: OpenedLink[Seat], version: int, head: str, choice: str
) -> HttpResponse:
    """Show what a choice would do, with a button that sends it to the turn page."""
    seat, action = link.target, reverse("games:play_link", args=[link.token])
    try:
        context = confirmation_of(
            seat, version=version, head=head, choice=choice, action=action
        )
    except Refused as refusal:
        closed = {"sentence": error_sentence(refusal), "action": action}
        return render_for(seat.user, request, CLOSED, closed, http_status_of(refusal))
    return render_for(seat.user, request, PAGE, context)


@require_safe
@never_cache
def choices_link(
    request: HttpRequest, token: str, version: int, head: str
) -> HttpResponse:
    """Without a number it is the turn page where all choices are."""
    return redirect("games:play_link", token=token)
