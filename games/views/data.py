"""What is known of the reader: to be taken home, and to be forgotten."""

from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import services
from games.clocks import database_now
from games.errors import Forbidden
from games.limits import OWN_DATA
from games.models import Invitation, Seat, Status, User
from games.own_data import everything_about
from games.services.forgetting import STAFF_STAYS
from games.views.errors import calm
from games.views.games import reader, see_other


@login_required
@require_safe
@never_cache
@calm
def my_data(request: HttpRequest) -> HttpResponse:
    """Everything that is stored about the reader, in one file."""
    user = reader(request)
    OWN_DATA.spend(user.pk)
    return JsonResponse(
        everything_about(user, database_now()),
        encoder=DjangoJSONEncoder,
        json_dumps_params={"indent": 2, "ensure_ascii": False},
        headers={"Content-Disposition": 'attachment; filename="my-data.json"'},
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@calm
def forget(request: HttpRequest) -> HttpResponse:
    """Tell exactly what happens; a POST asks once more, a second one does it."""
    user = reader(request)
    if user.is_staff or user.is_superuser:
        raise Forbidden(STAFF_STAYS)
    if request.method == "POST" and request.POST.get("sure") == "yes":
        services.user_forget(user=user, now=database_now())
        logout(request)
        return see_other("games:forgotten")
    page = "forget_sure" if request.method == "POST" else "forget"
    return render(request, f"games/{page}.html", _at_stake(user))


@require_safe
def forgotten(request: HttpRequest) -> HttpResponse:
    """Say farewell, to nobody in particular."""
    return render(request, "games/forgotten.html")


def _at_stake(user: User) -> dict[str, object]:
    """Count what is left behind."""
    seats = Seat.objects.filter(user=user, invitation=Invitation.ACCEPTED)
    waiting = seats.filter(game__status=Status.INVITING).exclude(game__host=user)
    return {
        "email": user.email,
        "running": seats.filter(game__status=Status.ACTIVE).count(),
        "hosted": user.hosted_games.filter(status=Status.INVITING).count(),
        "waiting": waiting.count(),
    }
