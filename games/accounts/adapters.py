"""Adapters of django-allauth: emails by our outbox, our names, who needs what."""

import time
from datetime import timedelta
from io import BytesIO
from typing import Any

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.login import get_authentication_records
from allauth.account.models import EmailAddress
from allauth.account.utils import get_next_redirect_url
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.stages import AuthenticateStage
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.accounts.addresses import confirm_address
from games.accounts.users import find_user, remember_locale
from games.errors import Refused
from games.limits import address_of
from games.models import User
from games.now import database_now
from games.signals import AccountSecured, AddressChanged, SignInRequested, publish
from games.web.browsers import has_signed_in, record_sign_in
from games.web.reader import set_language

SITE_NAME = "Stone Age by Mail"
#: For this long after signing in nobody is asked to confirm who they are.
FRESH_SIGN_IN = timedelta(minutes=30)


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Signs in by codes, links and passkeys, and sends emails by our outbox."""

    @transaction.atomic
    def send_mail(self, template_prefix: str, email: str, context: Any) -> None:
        """Post the email with a code. All other emails are posted elsewhere."""
        assert template_prefix == "account/email/login_code", template_prefix
        user = find_user(email)
        assert user is not None
        request = self.request
        publish(
            SignInRequested(
                user,
                email,
                get_next_redirect_url(request) or "",
                context["code"],
                has_signed_in(request, user),
                now=database_now(),
            )
        )

    @transaction.atomic
    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Tell a user by email what changed in how they sign in."""
        change = template_prefix.rpartition("/")[2]
        if change == "email_changed":
            assert context is not None
            publish(AddressChanged(user, context["from_email"], now=database_now()))
        else:
            publish(AccountSecured(user, change, now=database_now()))

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm an address unless it belongs to somebody who plays here."""
        try:
            confirm_address(user=email_address.user, email=email_address.email)
        except Refused:
            return False
        email_address.refresh_from_db()
        return bool(super().confirm_email(request, email_address))

    def post_login(
        self, request: HttpRequest, user: User, **kwargs: Any
    ) -> HttpResponse:
        """Remember the browser, its language and its time zone."""
        time_zone = request.POST.get("time_zone", "")
        remember_locale(user=user, time_zone=time_zone, now=database_now())
        response: HttpResponse = super().post_login(request, user, **kwargs)
        response.status_code = 303
        set_language(response, user.language)
        record_sign_in(request, response, user)
        return response

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Return whether a user has to confirm who they are, as in a fresh sign-in."""
        records = get_authentication_records(self.request, self.request.user)
        since = time.time() - FRESH_SIGN_IN.total_seconds()
        return not any(record["at"] > since for record in records)

    def get_login_stages(self) -> list[str]:
        """Return the stages of a sign-in. Only the staff need a second factor."""
        ours = f"{SecondFactorStage.__module__}.{SecondFactorStage.__name__}"
        theirs = f"{AuthenticateStage.__module__}.{AuthenticateStage.__name__}"
        return [ours if each == theirs else each for each in super().get_login_stages()]

    def get_client_ip(self, request: HttpRequest) -> str:
        return address_of(request)


class SecondFactorStage(AuthenticateStage):  # type: ignore[misc]
    """
    Asks for the second factor in a sign-in of the staff, and of users who have added
    an authenticator app. For players, a passkey is another way in beside the email.
    """

    def handle(self) -> tuple[HttpResponse | None, bool]:
        user = self.login.user
        apps = Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP)
        if user is None or not (user.is_staff or apps.exists()):
            return None, True
        found: tuple[HttpResponse | None, bool] = super().handle()
        return found


class MFAAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Names the site in passkeys and authenticator apps."""

    def _get_site_name(self) -> str:
        return SITE_NAME

    def build_totp_svg(self, url: str) -> str:
        # Allauth puts it into a data URI, where an image needs its namespace. Cameras
        # need a light ground, which a dark page has not.
        svg = BytesIO()
        segno.make(url).save(svg, kind="svg", xmldecl=False, scale=4, light="white")
        return svg.getvalue().decode()

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return _("Passkey %(number)d") % {"number": number}
