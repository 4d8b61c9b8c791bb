"""The page of a person, for the staff, and the notes that they leave there."""

from functools import partial

from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_POST, require_safe

from games.errors import Refused
from games.models import User
from games.moderation.person_facts import person_url
from games.moderation.person_page import describe_person
from games.moderation.views.notes import leave_note, render_with_note
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
    found = get_object_or_404(User, pk=pk)
    return leave_note(request, found, person_url(found), partial(_show, request, found))


def _show(
    request: HttpRequest, found: User, refusal: Refused | None = None, text: str = ""
) -> HttpResponse:
    with reading(request):
        page = describe_person(found, signed_in(request), database_now())
        template = "games/moderation/person.html"
        return render_with_note(request, template, page, refusal, text)
