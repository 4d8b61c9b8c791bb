"""The choice of a language at the foot of every page."""

from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from games.clocks import database_now
from games.models import User
from games.views.people import marked, safe_next, set_language, update_user


# Without a token against forgeries: that would give every visitor a cookie, and there
# is nothing to gain by showing somebody another language.
@csrf_exempt
@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """
    Show this browser the site in a language, and keep it for whoever reads.

    That is whom the page was made for, if it came by a mailed link, else who is signed
    in. A language that is not offered changes nothing.
    """
    language = request.POST.get("language", "")
    target = safe_next(request, request.POST.get("next", "")) or reverse("games:home")
    response = HttpResponseRedirect(target, status=HTTPStatus.SEE_OTHER)
    if language in dict(settings.LANGUAGES):
        if reader := _reader(request):
            update_user(reader, database_now(), language=language)
        set_language(response, language)
    return response


def _reader(request: HttpRequest) -> User | None:
    if mark := request.POST.get("reader", ""):
        return marked(mark)
    return request.user if isinstance(request.user, User) else None
