"""Signing in by email: who may ask for a code and a link, and how often."""

from datetime import datetime
from typing import Any

from allauth.account.forms import RequestLoginCodeForm
from allauth.core import context
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from django import forms
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.accounts.users import clean_email, user_for_email
from games.errors import Refused
from games.limits import (
    FRESH_LINKS,
    SECOND_FACTORS_TRIED,
    SIGN_IN_MAILS_FROM_ONE,
    SIGN_IN_MAILS_OF_OWNER,
    SIGN_IN_MAILS_TO_ONE,
    visitor_of,
)
from games.links.purposes import request_seat_link
from games.links.tokens import Invalid, Link, Revoked
from games.models import Seat, User
from games.now import database_now
from games.people.recipients import recipient_of
from games.signals import SignInRequested, publish
from games.web.browsers import has_signed_in
from games.web.pages import dead_link_page
from games.web.reader import language_of


class SignInForm(RequestLoginCodeForm):  # type: ignore[misc]
    """
    The address by which somebody signs in, whether or not it is known here. Signing up
    is the same for the person.
    """

    email = forms.EmailField(
        label=_("Your email address"),
        widget=forms.EmailInput(
            attrs={"autocomplete": "email webauthn", "inputmode": "email"}
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].widget.attrs["autofocus"] = True

    def clean_email(self) -> str:
        """Find or make the user. Raise TooMany if it is asked too often."""
        try:
            email = clean_email(self.cleaned_data["email"])
        except Refused as refusal:
            raise forms.ValidationError(str(refusal)) from refusal
        self._user = find_asker(context.request, email)
        return email


class _LimitedCode:
    """A mixin that counts the codes of apps and recovery codes that a user tries."""

    user: User

    def clean_code(self) -> str:
        SECOND_FACTORS_TRIED.spend(self.user.pk, now=database_now())
        code: str = super().clean_code()  # type: ignore[misc]
        return code


class SecondFactorForm(_LimitedCode, AuthenticateForm):  # type: ignore[misc]
    """The code of an authenticator app, or a recovery code, in a sign-in."""


class SecondFactorAgainForm(_LimitedCode, ReauthenticateForm):  # type: ignore[misc]
    """The same for somebody who has signed in."""


def find_asker(request: HttpRequest, email: str) -> User:
    """
    Count one request for a sign-in email. Return the user with the address, or a new
    one. Raise TooMany.

    Askers and addresses are counted together, so that nobody can keep the owner of an
    address from signing in by asking too often. A browser with which its user has
    signed in before has a count of its own.
    """
    now = database_now()
    SIGN_IN_MAILS_FROM_ONE.spend(visitor_of(request), now=now)
    user = user_for_email(email=email, now=now, guess=language_of(None))
    if has_signed_in(request, user):
        SIGN_IN_MAILS_OF_OWNER.spend(user.pk, now=now)
    else:
        SIGN_IN_MAILS_TO_ONE.spend(visitor_of(request), recipient_of(email), now=now)
    return user


@transaction.atomic
def request_link(request: HttpRequest, email: str, *, next: str) -> None:
    """
    Email a link to sign in, without a code: no page waits for one. ``next`` is the page
    to go on to, or ''. Raise TooMany.
    """
    user = find_asker(request, email)
    is_known = has_signed_in(request, user)
    asked = SignInRequested(user, email, next, "", is_known, now=database_now())
    publish(asked)


def renew_seat_link(
    request: HttpRequest, link: Link[Seat], now: datetime
) -> HttpResponse:
    """
    Email a fresh link to the owner of a seat, whoever asks with the old one.

    If a substitute plays for the owner, it is a sign-in link that continues to the page
    to come back, because the seat has no links of theirs.
    """
    if isinstance(link, Invalid):
        return dead_link_page(request, link, renew_url="")
    former = link.former if isinstance(link, Revoked) else None
    if former is None:
        FRESH_LINKS.spend(link.target.pk, now=now)
        request_seat_link(seat=link.target, now=now)
        return dead_link_page(request, link, renew_url="", sent=True)
    if link.target.absent_user_id != former.pk or not former.email:
        return dead_link_page(request, link, renew_url="")
    FRESH_LINKS.spend("take-seat", former.pk, now=now)
    page = reverse("games:take_seat", args=[link.target.game.slug])
    request_link(request, former.email, next=page)
    return dead_link_page(request, link, renew_url="", sent=True)
