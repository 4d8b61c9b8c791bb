"""Players add the browser that they are at, and take browsers off; by two doors."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from games.models import User
from games.now import database_now
from games.play.forms import number_in
from games.web.pages import redirect_to
from notifications.preferences.views import by_member, by_token
from notifications.push.subscriptions import subscribe, unsubscribe_browser


@by_token
def push_link(request: HttpRequest, user: User, token: str) -> HttpResponse:
    """The browsers of whoever a mail went to."""
    return _change(request, user, reverse("mail_preferences_link", args=[token]))


@by_member
def push_member(request: HttpRequest, user: User) -> HttpResponse:
    """The browsers of whoever is signed in."""
    return _change(request, user, reverse("mail_preferences"))


def _change(request: HttpRequest, user: User, page: str) -> HttpResponse:
    """Do what a form says, and show the page where it stands."""
    if request.method == "POST":
        match request.POST.get("push"):
            case "on":
                _add(user, request)
            case "off":
                unsubscribe_browser(user=user, pk=number_in(request.POST, "browser"))
    return redirect_to(f"{page}#push")


def _add(user: User, request: HttpRequest) -> None:
    form = request.POST
    subscribe(
        user=user,
        endpoint=form.get("endpoint", ""),
        p256dh=form.get("p256dh", ""),
        auth=form.get("auth", ""),
        user_agent=request.headers.get("User-Agent", ""),
        now=database_now(),
    )
