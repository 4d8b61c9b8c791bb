"""Offers to play on for absent players."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from games import services
from games.clocks import database_now
from games.web.decorators import member_action
from games.web.pages import game_or_404, redirect_to
from games.web.reader import signed_in


@member_action
def substitute(request: HttpRequest, slug: str) -> HttpResponse:
    """Offer to play on for a seat, or take the offer back."""
    number = request.POST.get("number", "")
    seats = game_or_404(slug).seats.select_related("game")
    seat = seats.filter(number=number).first() if number in {*"0123"} else None
    if seat is None:
        raise Http404
    withdraws = request.POST.get("do") == "withdraw"
    act = services.substitute_withdraw if withdraws else services.substitute_offer
    act(seat=seat, user=signed_in(request), now=database_now())
    address = reverse("games:open_seats") + "#substitutes"
    return redirect_to(address)
