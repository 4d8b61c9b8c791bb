"""The page on which one choice out of a mail is confirmed; it never acts itself."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import links
from games.clocks import database_now
from games.error_text import error_sentence
from games.errors import Refused
from games.models import Seat
from games.pages.choice import confirmation_of
from games.web.decorators import explain_refusals
from games.web.pages import dead_link_page, render_for, status_of
from games.web.reader import reading_as

PAGE, CLOSED = "games/choice.html", "games/choice_closed.html"


@require_safe
@never_cache
@explain_refusals
def choice_link(
    request: HttpRequest, token: str, version: int, choice: str
) -> HttpResponse:
    """Show what a choice would do, with a button that sends it to the turn page."""
    match links.parse_play(token, now=database_now()):
        case links.Valid(seat):
            action = reverse("games:play_link", args=[token])
            return _choice(request, seat, version, choice, action)
        case link:
            renew_url = reverse("games:play_renew", args=[token])
            return dead_link_page(request, link, renew_url=renew_url)


@require_safe
@never_cache
def choices_link(request: HttpRequest, token: str, version: int) -> HttpResponse:
    """Without a number it is the turn page where all choices are."""
    return redirect("games:play_link", token=token)


def _choice(
    request: HttpRequest, seat: Seat, version: int, choice: str, action: str
) -> HttpResponse:
    with reading_as(seat.user):
        try:
            context = confirmation_of(
                seat, version=version, choice=choice, action=action
            )
        except Refused as refusal:
            closed = {"sentence": error_sentence(refusal), "action": action}
            return render_for(seat.user, request, CLOSED, closed, status_of(refusal))
        return render_for(seat.user, request, PAGE, context)
