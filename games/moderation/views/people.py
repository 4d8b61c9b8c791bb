"""The page of a person, for the staff, and the notes that they leave there."""

from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_POST, require_safe

from games.errors import Refused
from games.models import User
from games.moderation.casework import write_note
from games.moderation.person_facts import person_url
from games.moderation.person_page import describe_person
from games.moderation.wizard import render_page
from games.now import database_now
from games.web.reader import reading, signed_in

#: Who may read reports and talk may read what is known of a person.
sees_people = permission_required(
    ["games.view_user", "games.view_report"], raise_exception=True
)


@require_safe
@sees_people
def person(request: HttpRequest, pk: int) -> HttpResponse:
    """A person, with all that can be done about them."""
    return _show(request, get_object_or_404(User, pk=pk))


@require_POST
@sees_people
def note(request: HttpRequest, pk: int) -> HttpResponse:
    """Leave a note on a person, for the staff alone."""
    found, now = get_object_or_404(User, pk=pk), database_now()
    text = request.POST.get("text", "")
    try:
        write_note(by=signed_in(request), text=text, person=found, now=now)
    except Refused as refusal:
        return _show(request, found, refusal.status, str(refusal), text)
    messages.success(request, "Your note is there.")
    return HttpResponseRedirect(person_url(found), status=303)


def _show(
    request: HttpRequest,
    found: User,
    status: int = 200,
    refusal: str = "",
    text: str = "",
) -> HttpResponse:
    with reading(request):
        page = describe_person(found, signed_in(request), database_now())
        page |= {"refusal": refusal, "text": text}
        return render_page(request, "games/moderation/person.html", page, status)
