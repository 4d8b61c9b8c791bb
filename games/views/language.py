"""The choice of a language at the foot of every page."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from games import services
from games.clocks import database_now
from games.models import User
from games.web.pages import redirect_to
from games.web.reader import safe_next, set_language, unsign_reader


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
    response = redirect_to(target)
    if language in dict(settings.LANGUAGES):
        if reader := _reader(request):
            services.user_settings_update(
                user=reader, now=database_now(), language=language
            )
        set_language(response, language)
    return response


def _reader(request: HttpRequest) -> User | None:
    if mark := request.POST.get("reader", ""):
        return unsign_reader(mark)
    return request.user if isinstance(request.user, User) else None
