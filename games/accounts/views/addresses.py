"""Views of addresses. Guests give one, and users add or change theirs.

Each address is confirmed by email. An emailed link is not enough to request a change,
because emails get forwarded, and the new address receives everything that opens the
games.
"""

from collections.abc import Callable
from datetime import datetime
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

from games.accounts.addresses import (
    change_address,
    confirm_addition,
    request_addition,
    request_address,
)
from games.accounts.guest_upgrade import confirm_keeping, request_keeping
from games.accounts.person_fields import OneMoreAddressForm
from games.limits import (
    ADDRESS_CHANGES,
    FRESH_LINKS,
    KEEP_MAILS_TO_ONE,
    SIGN_IN_MAILS_FROM_ONE,
    SIGN_IN_MAILS_TO_ONE,
    visitor_of,
)
from games.links.purposes import (
    ADDITION_LINK,
    ADDRESS_LINK,
    KEEP_LINK,
    PLAY_LINK,
    AddressMove,
    SeatClaim,
)
from games.models import User
from games.now import database_now
from games.people.recipients import recipient_of
from games.presentation.text import mask_address
from games.web.decorators import OpenedLink, link_page, member_page
from games.web.pages import render_for, see_other
from games.web.reader import signed_in


@member_page
def ask(request: HttpRequest) -> HttpResponse:
    """Ask for an additional address or another main one."""
    user, now = signed_in(request), database_now()
    if user.is_guest:
        return see_other("games:account")
    if request.method != "POST":
        role = (
            OneMoreAddressForm.INSTEAD
            if "instead" in request.GET
            else OneMoreAddressForm.BESIDES
        )
        return _show(request, user, OneMoreAddressForm(initial={"role": role}))
    form = OneMoreAddressForm(request.POST)
    if not form.is_valid():
        return _show(request, user, form, status=HTTPStatus.BAD_REQUEST)
    email = form.cleaned_data["email"]
    _spend(request, user, email, now)
    is_instead = form.cleaned_data["role"] == OneMoreAddressForm.INSTEAD
    ask_for = request_address if is_instead else request_addition
    ask_for(user=user, email=email, now=now)
    return _show(request, user, form, sent_to=email)


def _spend(request: HttpRequest, user: User, email: str, now: datetime) -> None:
    ADDRESS_CHANGES.spend(user.pk, now=now)
    SIGN_IN_MAILS_FROM_ONE.spend(visitor_of(request), now=now)
    SIGN_IN_MAILS_TO_ONE.spend(recipient_of(email), now=now)


def _show(
    request: HttpRequest,
    user: User,
    form: OneMoreAddressForm,
    *,
    sent_to: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    context = {"address": mask_address(user), "form": form, "sent_to": sent_to}
    return render_for(user, request, "games/address.html", context, status)


@link_page(ADDRESS_LINK, late="games/address_late.html")
def confirm(request: HttpRequest, link: OpenedLink[AddressMove]) -> HttpResponse:
    """Show what would change. A POST changes it, once."""
    return _confirm(request, link, change_address, "games/address_confirm.html")


@link_page(ADDITION_LINK, late="games/address_late.html")
def confirm_one_more(
    request: HttpRequest, link: OpenedLink[AddressMove]
) -> HttpResponse:
    """Show what the address would be used for. A POST adds it, once."""
    return _confirm(request, link, confirm_addition, "games/addition_confirm.html")


def _confirm(
    request: HttpRequest,
    link: OpenedLink[AddressMove],
    service: Callable[..., None],
    template: str,
) -> HttpResponse:
    move, is_done = link.target, link.target.is_done
    if request.method == "POST" and not is_done:
        service(user=move.user, wanted=move.wanted, now=link.now)
        is_done = True
    context = {
        "email": move.email,
        "address": mask_address(move.user),
        "is_done": is_done,
    }
    return render_for(move.user, request, template, context)


def ask_owner(request: HttpRequest, guest: User, email: str, now: datetime) -> None:
    """Ask the owner of the address by email. May raise TooMany."""
    FRESH_LINKS.spend("keep", guest.pk, now=now)
    SIGN_IN_MAILS_FROM_ONE.spend(visitor_of(request), now=now)
    KEEP_MAILS_TO_ONE.spend(recipient_of(email), now=now)
    request_keeping(guest=guest, email=email, now=now)


@link_page(KEEP_LINK, late="games/keep_late.html")
def keep(request: HttpRequest, link: OpenedLink[SeatClaim]) -> HttpResponse:
    """Show what would be kept. A POST does it and redirects to the game."""
    if request.method == "POST":
        return _keep(link.target, link.now)
    return _show_claim(request, link.target, link.now)


def _keep(asked: SeatClaim, now: datetime) -> HttpResponse:
    confirm_keeping(seat=asked.seat, user=asked.user, now=now)
    token = PLAY_LINK.token(asked.seat, now=now)
    return see_other("games:play_link", token=token)


def _show_claim(request: HttpRequest, asked: SeatClaim, now: datetime) -> HttpResponse:
    owner = asked.seat.user
    assert owner is not None
    is_kept = not owner.is_guest
    context = {
        "email": asked.user.email,
        "count": owner.seats.count(),
        "is_kept": is_kept,
        "play_token": PLAY_LINK.token(asked.seat, now=now) if is_kept else "",
    }
    return render_for(asked.user, request, "games/keep.html", context)
