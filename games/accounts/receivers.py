"""Receivers of allauth's signals: what a sign-in proves, what a change ends."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import authentication_step_completed, email_changed
from django.dispatch import receiver
from django.http import HttpRequest

from games.accounts.access import keep_session
from games.accounts.addresses import confirm_address, record_primary_changed
from games.models import User


@receiver(authentication_step_completed)
def confirm_by_code(
    request: HttpRequest, user: User, method: str, email: str = "", **_: Any
) -> None:
    """Confirm the address to which the code or link was sent."""
    if method == "code" and email:
        confirm_address(user=user, email=email)
        user.refresh_from_db()


@receiver(email_changed)
def end_access_by_former_address(
    request: HttpRequest, user: User, to_email_address: EmailAddress, **_: Any
) -> None:
    """End all access except this session when the primary address changes."""
    record_primary_changed(user=user)
    if request.user == user:
        request.user.refresh_from_db()
        keep_session(request, request.user)
