"""Notes that the staff leave on games and people, for the staff alone."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from games.errors import Refused
from games.models import Game, User
from games.moderation.casework import write_note
from games.moderation.wizard import render_page
from games.now import database_now
from games.web.reader import signed_in

#: Renders the page again, with the note that was refused and why.
ShowRefusal = Callable[[Refused, str], HttpResponse]


def leave_note(
    request: HttpRequest, about: Game | User, url: str, show: ShowRefusal
) -> HttpResponse:
    """Write the note that was sent, and redirect to the page of what it is about."""
    text = request.POST.get("text", "")
    try:
        write_note(by=signed_in(request), text=text, about=about, now=database_now())
    except Refused as refusal:
        return show(refusal, text)
    messages.success(request, "Your note is there.")
    return HttpResponseRedirect(url, status=303)


def render_with_note(
    request: HttpRequest,
    template: str,
    page: dict[str, object],
    refusal: Refused | None,
    text: str,
) -> HttpResponse:
    """Render a page with the form for notes: empty, or with a note that was refused."""
    page |= {"refusal": "" if refusal is None else str(refusal), "text": text}
    status = 200 if refusal is None else refusal.status
    return render_page(request, template, page, status)
