"""Views of cases: the queue, one case, and work on it besides acts."""

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_POST, require_safe

from games.errors import Refused
from games.models import User
from games.models.moderation import Case
from games.moderation import casework, conflicts
from games.moderation.case_page import describe_case
from games.moderation.casework import (
    NOT_TO_THEM,
    hand_over_case,
    postpone_case,
    take_case,
    write_note,
)
from games.moderation.subjects import url_of
from games.moderation.wizard import render_page
from games.now import database_now
from games.presentation.error_text import error_sentence
from games.web.reader import reading, signed_in

sees_cases = permission_required("games.view_report", raise_exception=True)

#: For how many days a case can be postponed.
WAITS = {1: "a day", 3: "three days", 7: "a week", 14: "two weeks"}


@require_safe
@sees_cases
def cases(request: HttpRequest) -> HttpResponse:
    by, now = signed_in(request), database_now()
    shown = request.GET.get("show", casework.OPEN)
    with reading(request):
        page = casework.cases_page(by, now, shown, request.GET.get("page", "1"))
        context = {
            "page": page,
            "rows": casework.case_rows(page, now),
            "shown": shown,
            "tabs": casework.tabs(by),
        }
        return render_page(request, "games/moderation/cases.html", context)


@require_safe
@sees_cases
def case(request: HttpRequest, pk: int) -> HttpResponse:
    return _show(request, _found(request, pk))


@require_POST
@sees_cases
def handle(request: HttpRequest, pk: int) -> HttpResponse:
    found, by, now = _found(request, pk), signed_in(request), database_now()
    try:
        said = _handle(found, by, request.POST.dict(), now)
    except Refused as refusal:
        found.refresh_from_db()
        return _show(request, found, refusal.status, refusal=error_sentence(refusal))
    messages.success(request, said)
    return HttpResponseRedirect(url_of(found), status=303)


def _found(request: HttpRequest, pk: int) -> Case:
    mine = casework.with_people(conflicts.cases_for(signed_in(request)))
    return get_object_or_404(mine.select_related("act__by", "closed_by"), pk=pk)


def _show(
    request: HttpRequest, found: Case, status: int = 200, refusal: str = ""
) -> HttpResponse:
    with reading(request):
        page = describe_case(found, signed_in(request), database_now())
        page |= {"refusal": refusal, "waits": WAITS}
        return render_page(request, "games/moderation/case.html", page, status)


def _handle(found: Case, by: User, sent: dict[str, str], now: Any) -> str:
    match sent.get("do"):
        case "take":
            take_case(case=found, by=by, now=now)
            return "This case is assigned to you."
        case "hand_over":
            to = _colleague(found, by, sent.get("to", ""))
            hand_over_case(case=found, by=by, to=to, now=now)
            return f"This case is assigned to {to}."
        case "wait":
            days = _days(sent.get("days", ""))
            postpone_case(case=found, by=by, until=now + timedelta(days=days), now=now)
            return f"This case waits for {WAITS[days]}."
        case "note":
            write_note(by=by, text=sent.get("text", ""), subject=found, now=now)
            return "Your note was saved."
    raise Refused("invalid", "Please choose what to do.")


def _colleague(found: Case, by: User, number: str) -> User:
    for user in conflicts.colleagues_for(found, by):
        if str(user.pk) == number:
            return user
    raise Refused("invalid", NOT_TO_THEM)


def _days(number: str) -> int:
    for days in WAITS:
        if str(days) == number:
            return days
    raise Refused("invalid", "Please choose how long it should wait.")
