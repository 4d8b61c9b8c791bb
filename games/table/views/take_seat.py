"""
Taking a seat that was offered, or one's own back: by an emailed link, or signed in.
"""

from datetime import datetime
from http import HTTPStatus

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from games.accounts.person_fields import JoinForm
from games.accounts.sign_in import request_link
from games.accounts.users import remember_locale, update_user
from games.errors import NO_SEAT, Refused
from games.limits import FRESH_LINKS
from games.links.purposes import PLAY_LINK, TAKE_SEAT_LINK, SeatClaim
from games.links.tokens import Invalid
from games.models import Invitation
from games.now import database_now
from games.seats.offers import (
    accept_offer,
    decline_offer,
    offer_to_play,
    return_to_seat,
)
from games.table.take_seat_page import Step, find_claim, step_of, take_seat_page
from games.web.decorators import (
    OpenedLink,
    link_page,
    member_action,
    member_page,
    token_action,
)
from games.web.numbers import read_number
from games.web.pages import (
    dead_link_page,
    game_or_404,
    redirect_to,
    render_for,
    see_other,
)
from games.web.reader import signed_in


@link_page(TAKE_SEAT_LINK, renew="games:take_seat_renew")
def take_seat_link(request: HttpRequest, link: OpenedLink[SeatClaim]) -> HttpResponse:
    """Show whose seat it is and who plays it. A POST takes it or declines."""
    return _take_seat(request, link.target, link.now)


@member_page
def take_seat(request: HttpRequest, slug: str, number: int = 0) -> HttpResponse:
    """Do the same for a signed-in user. ``number`` is that of an offer."""
    claim = find_claim(game_or_404(slug), signed_in(request), number)
    if claim is None:
        raise Refused("forbidden", NO_SEAT)
    if claim.offer is None and claim.seat.invitation != Invitation.ACCEPTED:
        return see_other("games:game", slug=slug)  # where the answer is given
    return _take_seat(request, claim, database_now())


@token_action
def take_seat_renew(request: HttpRequest, token: str) -> HttpResponse:
    """
    Email a link to this page to its user, whoever asks.

    It is a sign-in link that continues to the page, because a substitute's seat has no
    links of theirs.
    """
    now = database_now()
    link = TAKE_SEAT_LINK.parse(token, now=now)
    email = None if isinstance(link, Invalid) else link.target.user.email
    if isinstance(link, Invalid) or not email:
        return dead_link_page(request, Invalid(), renew_url="")
    FRESH_LINKS.spend("take-seat", link.target.user.pk, now=now)
    request_link(request, email, next=_page_of(link.target))
    return dead_link_page(request, link, renew_url="", sent=True)


@member_action
def offer(request: HttpRequest, slug: str) -> HttpResponse:
    """Offer to play a seat until its player is back."""
    seats = game_or_404(slug).seats.select_related("game")
    seat = get_object_or_404(seats, number=read_number(request.POST.get("number")))
    user = signed_in(request)
    made = offer_to_play(seat=seat, user=user, now=database_now())
    return redirect_to(_page_of(SeatClaim(seat, user, made)))


def _page_of(claim: SeatClaim) -> str:
    slug, offer = claim.seat.game.slug, claim.offer
    if offer is None:
        return reverse("games:take_seat", args=[slug])
    return reverse("games:take_offered_seat", args=[slug, offer.number])


def _take_seat(request: HttpRequest, claim: SeatClaim, now: datetime) -> HttpResponse:
    seat, user, offer = claim.seat, claim.user, claim.offer
    form = None if user.name else JoinForm(request.POST or None, user=user)
    step = step_of(claim)
    is_taking = step is Step.ANSWER and request.POST.get("answer") == "accept"
    is_wrong = is_taking and form is not None and not form.is_valid()
    if request.method != "POST" or is_wrong:
        page = take_seat_page(claim, now) | {"form": form}
        status = HTTPStatus.BAD_REQUEST if is_wrong else HTTPStatus.OK
        if page["step"] is Step.CLOSED:
            status = HTTPStatus.GONE
        return render_for(user, request, "games/take_seat.html", page, status)
    if offer is None or step is Step.RETURN:
        return_to_seat(seat=seat, user=user, now=now)
    elif request.POST.get("answer") == "accept":
        with transaction.atomic():
            if is_taking and form is not None:
                update_user(user=user, name=form.cleaned_data["name"])
                zone = form.cleaned_data["time_zone"]
                remember_locale(user=user, time_zone=zone, now=now)
            accept_offer(offer=offer, user=user, now=now)
    elif request.POST.get("answer") == "decline":
        decline_offer(offer=offer, user=user, now=now)
        return redirect_to(request.path)
    else:
        raise Refused("invalid", _("Say yes or no."))
    seat.refresh_from_db()  # its links changed if somebody else had it
    return see_other("games:play_link", token=PLAY_LINK.token(seat, now=now))
