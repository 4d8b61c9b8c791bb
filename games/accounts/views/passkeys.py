"""Views of passkeys."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.mfa.webauthn.internal import auth, flows
from allauth.mfa.webauthn.views import AddWebAuthnView
from django.http import HttpResponse
from django.urls import reverse
from django.views.generic import FormView

from games.web.reader import signed_in


class AddPasskeyView(AddWebAuthnView):  # type: ignore[misc]
    """
    Add a passkey, which signs in without an email.

    The staff get recovery codes with their first one, because they need it to sign in.
    """

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = FormView.get_context_data(self, **kwargs)
        options = auth.begin_registration(signed_in(self.request), passwordless=True)
        return context | {"js_data": {"creation_options": options}}

    def form_valid(self, form: Any) -> HttpResponse:
        user = signed_in(self.request)
        if user.is_staff:
            answer: HttpResponse = super().form_valid(form)
            return answer
        flows.signup_authenticator(
            self.request,
            user=user,
            name=form.cleaned_data["name"],
            credential=form.cleaned_data["credential"],
        )
        get_adapter().send_notification_mail("mfa/email/webauthn_added", user)
        self.did_generate_recovery_codes = False
        return FormView.form_valid(self, form)

    def get_success_url(self) -> str:
        if self.did_generate_recovery_codes:
            return reverse("mfa_view_recovery_codes")
        return reverse("mfa_list_webauthn")
