"""Views of addresses. Guests give one, and users have several.

Each address is confirmed by email.
"""

from datetime import datetime
from http import HTTPStatus
from typing import Any

from allauth.account.internal.flows.reauthentication import (
    raise_if_reauthentication_required,
)
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.views import ConfirmEmailView, EmailView
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_protect

from games.accounts.addresses import request_addition, require_player
from games.accounts.guest_upgrade import confirm_keeping, request_keeping
from games.accounts.person_fields import EmailForm
from games.accounts.views.sign_in import enter_by_email
from games.errors import Refused
from games.limits import (
    ADDRESS_CHANGES,
    FRESH_LINKS,
    KEEP_MAILS_TO_ONE,
    SIGN_IN_MAILS_FROM_ONE,
    SIGN_IN_MAILS_TO_ONE,
    TooMany,
    visitor_of,
)
from games.links.purposes import KEEP_LINK, PLAY_LINK, SIGN_IN_LINK, SeatClaim
from games.models import User
from games.now import database_now
from games.people.recipients import recipient_of
from games.presentation.text import mask_address
from games.web.decorators import OpenedLink, link_page
from games.web.pages import redirect_to, render_for, see_other
from games.web.reader import signed_in


class AddAddressForm(EmailForm):
    """Another email address of a user."""

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("Another address of yours")


class AddressesView(EmailView):  # type: ignore[misc]
    """
    The addresses of a user: add one, make it the primary one, remove it.

    An emailed link is not enough for that, because emails get forwarded, and the
    primary address receives everything that opens the games.
    """

    form_class = AddAddressForm

    def dispatch(
        self, request: HttpRequest, *args: Any, **kwargs: Any
    ) -> HttpResponseBase:
        if isinstance(request.user, User):
            if request.user.is_guest:
                return see_other("games:account")
            if request.method == "POST":
                require_player(request.user)
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return answer

    def form_valid(self, form: AddAddressForm) -> HttpResponse:
        """Ask the owner of the address by email."""
        raise_if_reauthentication_required(self.request, app="allauth.account")
        email = form.cleaned_data["email"]
        try:
            _ask_owner_of_addition(self.request, signed_in(self.request), email)
        except TooMany:
            raise
        except Refused as refusal:
            form.add_error("email", str(refusal))
            return self.form_invalid(form)
        answer: HttpResponse = self.render_to_response({"sent_to": email})
        return answer

    def form_invalid(self, form: AddAddressForm) -> HttpResponse:
        answer: HttpResponse = self.render_to_response(self.get_context_data(form=form))
        answer.status_code = HTTPStatus.BAD_REQUEST
        return answer

    def _action_send(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        """Email the link to an address that is not confirmed yet once more."""
        user, email = signed_in(request), request.POST.get("email", "")
        own = EmailAddress.objects.filter(user=user, verified=False)
        if own.filter(email=email).exists():
            _ask_owner_of_addition(request, user, email)
            messages.success(request, _("The email is on its way."))


def _ask_owner_of_addition(request: HttpRequest, user: User, email: str) -> None:
    now = database_now()
    ADDRESS_CHANGES.spend(user.pk, now=now)
    SIGN_IN_MAILS_FROM_ONE.spend(visitor_of(request), now=now)
    SIGN_IN_MAILS_TO_ONE.spend(visitor_of(request), recipient_of(email), now=now)
    request_addition(user=user, email=email, now=now)


class ConfirmAddressView(ConfirmEmailView):  # type: ignore[misc]
    """Show what the address in an email would be used for. A POST adds it, once."""

    def logout_other_user(self, confirmation: EmailConfirmationHMAC) -> None:
        """Leave the session as it is: opening a link never acts."""

    def respond(self, success: bool) -> HttpResponse:
        page = {"is_done": success, "is_taken": not success}
        return self.render_to_response(self.get_context_data(**page))

    def render_to_response(
        self, context: dict[str, Any], **response_kwargs: Any
    ) -> HttpResponse:
        """Show the page in the language of the user who wants the address."""
        confirmation: EmailConfirmationHMAC | None = self.object
        if confirmation is None:
            return render(
                self.request, "games/address_late.html", status=HTTPStatus.GONE
            )
        address = confirmation.email_address
        context |= {"email": address.email, "address": mask_address(address.user)}
        return render_for(
            address.user, self.request, "account/email_confirm.html", context
        )

    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            answer: HttpResponse = super().post(*args, **kwargs)
        except Http404:
            self.object = None
            return self.render_to_response({})
        return answer


def ask_owner(request: HttpRequest, guest: User, email: str, now: datetime) -> None:
    """Ask the owner of the address by email. May raise TooMany."""
    FRESH_LINKS.spend("keep", guest.pk, now=now)
    SIGN_IN_MAILS_FROM_ONE.spend(visitor_of(request), now=now)
    KEEP_MAILS_TO_ONE.spend(recipient_of(email), now=now)
    request_keeping(guest=guest, email=email, now=now)


# The form has a CSRF token, because it may sign in.
@link_page(KEEP_LINK, late="games/keep_late.html")
@csrf_protect
def keep(request: HttpRequest, link: OpenedLink[SeatClaim]) -> HttpResponse:
    """Show what would be kept. A POST does it, and shows what was kept."""
    if request.method == "POST":
        return _keep(request, link)
    return _show_claim(request, link.target, link.now)


def _keep(request: HttpRequest, link: OpenedLink[SeatClaim]) -> HttpResponse:
    """
    Give the games to the owner of the address. The first press within half an hour also
    signs in, as a sign-in link does, unless somebody else has signed in here.
    """
    owner = link.target.user
    was_kept = confirm_keeping(seat=link.target.seat, user=owner, now=link.now)
    assert link.signed_at is not None
    is_fresh = link.now - link.signed_at <= SIGN_IN_LINK.lifetime
    is_free = not isinstance(request.user, User) or request.user.is_guest
    if was_kept and is_fresh and is_free:
        return enter_by_email(request, owner, str(owner.email), next=request.path)
    return redirect_to(request.path)


def _show_claim(request: HttpRequest, asked: SeatClaim, now: datetime) -> HttpResponse:
    owner = asked.seat.user
    assert owner is not None
    is_kept = not owner.is_guest
    context = {
        "email": asked.user.email,
        "count": owner.seats.count(),
        "is_kept": is_kept,
        "is_signed_in": request.user == asked.user,
        "play_token": PLAY_LINK.token(asked.seat, now=now) if is_kept else "",
    }
    return render_for(asked.user, request, "games/keep.html", context)
