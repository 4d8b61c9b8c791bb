"""Views of the reader's personal data: to download it, and to erase it."""

from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.errors import Refused
from games.limits import OWN_DATA
from games.links.purposes import DATA_LINK
from games.models import Seat, Status, User
from games.now import database_now
from games.privacy.forgetting import STAFF_STAYS, forget_user
from games.privacy.own_data import collect_own_data
from games.web.decorators import OpenedLink, link_page, member_page
from games.web.pages import render_for, see_other
from games.web.reader import signed_in


@login_required
@require_safe
@never_cache
def my_data(request: HttpRequest) -> HttpResponse:
    return _file(signed_in(request))


@member_page
def forget(request: HttpRequest) -> HttpResponse:
    """A POST asks for confirmation, a second one does it."""
    ways = {"file_url": reverse("games:my_data"), "back_url": reverse("games:account")}
    return _forget(request, signed_in(request), ways)


@require_safe
@link_page(DATA_LINK, tells_why=False)
def data_link(request: HttpRequest, link: OpenedLink[User]) -> HttpResponse:
    """Show the holder of the link, banned or not, what they can do with their data."""
    user = link.target
    context = {
        "email": user.email,
        "is_banned": not user.is_active,
        "token": link.token,
    }
    return render_for(user, request, "games/own_data.html", context)


@require_safe
@link_page(DATA_LINK, tells_why=False)
def data_file(request: HttpRequest, link: OpenedLink[User]) -> HttpResponse:
    return _file(link.target)


@link_page(DATA_LINK, tells_why=False)
def data_forget(request: HttpRequest, link: OpenedLink[User]) -> HttpResponse:
    ways = {
        "file_url": reverse("games:data_file", args=[link.token]),
        "back_url": reverse("games:data_link", args=[link.token]),
    }
    return _forget(request, link.target, ways)


def _file(user: User) -> HttpResponse:
    now = database_now()
    OWN_DATA.spend(user.pk, now=now)
    return JsonResponse(
        collect_own_data(user, now),
        encoder=DjangoJSONEncoder,
        json_dumps_params={"indent": 2, "ensure_ascii": False},
        headers={"Content-Disposition": 'attachment; filename="my-data.json"'},
    )


def _forget(request: HttpRequest, user: User, ways: dict[str, str]) -> HttpResponse:
    if user.is_staff or user.is_superuser:
        raise Refused("forbidden", STAFF_STAYS)
    if request.method == "POST" and request.POST.get("sure") == "yes":
        forget_user(user=user, now=database_now())
        logout(request)
        return see_other("games:forgotten")
    name = "forget_sure" if request.method == "POST" else "forget"
    return render_for(user, request, f"games/{name}.html", _left_behind(user) | ways)


@require_safe
def forgotten(request: HttpRequest) -> HttpResponse:
    return render(request, "games/forgotten.html")


def _left_behind(user: User) -> dict[str, object]:
    seats = Seat.objects.filter(user=user).accepted()
    waiting = seats.in_waiting_games().exclude(game__host=user)
    return {
        "email": user.email,
        "running": seats.in_active_games().count(),
        "hosted": user.hosted_games.filter(status=Status.INVITING).count(),
        "waiting": waiting.count(),
    }
