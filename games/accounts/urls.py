"""
The URLs of django-allauth that we use, under its names. There are no passwords, so
those about passwords are left out.
"""

from allauth.account import views as account
from django.urls import include, path, re_path
from django.views.generic import RedirectView

from games.accounts.views import addresses, passkeys, sessions, sign_in

urlpatterns = [
    path("login/", sign_in.SignInView.as_view(), name="account_login"),
    # Allauth has a second page for codes beside that for passwords.
    path("login/", sign_in.SignInView.as_view(), name="account_request_login_code"),
    path(
        "login/code/confirm/",
        sign_in.ConfirmCodeView.as_view(),
        name="account_confirm_login_code",
    ),
    path("logout/", sign_in.SignOutView.as_view(), name="account_logout"),
    path("inactive/", sign_in.inactive, name="account_inactive"),
    path("email/", addresses.AddressesView.as_view(), name="account_email"),
    re_path(
        r"^confirm-email/(?P<key>[-:\w]+)/$",
        addresses.ConfirmAddressView.as_view(),
        name="account_confirm_email",
    ),
    path(
        "reauthenticate/code/",
        account.request_reauthentication_code,
        name="account_request_reauthentication_code",
    ),
    path(
        "reauthenticate/code/confirm/",
        account.confirm_reauthentication_code,
        name="account_confirm_reauthentication_code",
    ),
    path("security/", sessions.security, name="account_security"),
    # The lists of allauth are parts of that page.
    path("sessions/", sessions.sessions, name="usersessions_list"),
    path(
        "2fa/webauthn/",
        RedirectView.as_view(pattern_name="account_security"),
        name="mfa_list_webauthn",
    ),
    path(
        "2fa/webauthn/login/", sign_in.PasskeyView.as_view(), name="mfa_login_webauthn"
    ),
    path(
        "2fa/webauthn/add/",
        passkeys.AddPasskeyView.as_view(),
        name="mfa_add_webauthn",
    ),
    path("2fa/", include("allauth.mfa.urls")),
]
