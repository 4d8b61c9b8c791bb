"""Offers to play on for absent players."""

from http import HTTPStatus

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from games import services
from games.clocks import database_now
from games.views.errors import calm
from games.views.games import game_or_404, reader


@login_required
@require_POST
@calm
def substitute(request: HttpRequest, slug: str) -> HttpResponse:
    """Offer to play on for a seat, or take the offer back."""
    number = request.POST.get("number", "")
    seats = game_or_404(slug).seats.select_related("game")
    seat = seats.filter(number=number).first() if number in {*"0123"} else None
    if seat is None:
        raise Http404
    withdraws = request.POST.get("do") == "withdraw"
    act = services.substitute_withdraw if withdraws else services.substitute_offer
    act(seat=seat, user=reader(request), now=database_now())
    address = reverse("games:open_seats") + "#substitutes"
    return HttpResponseRedirect(address, status=HTTPStatus.SEE_OTHER)
