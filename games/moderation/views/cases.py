"""Views of cases: the queue, one case, and work on it besides acts."""

from datetime import timedelta
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.errors import Refused
from games.models import User
from games.models.moderation import Case
from games.moderation import casework, conflicts
from games.moderation.action import ActionContext
from games.moderation.actions.cases import ANSWER, close_together
from games.moderation.case_page import describe_case
from games.moderation.casework import (
    NOT_TO_THEM,
    QueueForm,
    change_kind,
    hand_over_case,
    look_at_case,
    postpone_case,
    release_case,
    reopen_case,
    take_case,
    write_note,
)
from games.moderation.subjects import url_of
from games.moderation.wizard import render_page
from games.now import database_now
from games.presentation.error_text import error_sentence
from games.web.numbers import read_number
from games.web.reader import reading, signed_in

#: Where the session keeps the filter of the queue, so that "Next case" follows it.
WANTED = "cases_wanted"

sees_cases = permission_required("games.view_report", raise_exception=True)

#: For how many days a case can be postponed.
WAITS = {1: "a day", 3: "three days", 7: "a week", 14: "two weeks"}


@require_safe
@sees_cases
def cases(request: HttpRequest) -> HttpResponse:
    by, now, asked = signed_in(request), database_now(), request.GET.copy()
    number = asked.pop("page", ["1"])[-1]
    if request.session.get(WANTED) != asked.urlencode():
        request.session[WANTED] = asked.urlencode()
    with reading(request):
        form = _wanted(request)
        found = casework.with_people(form.cases(by, now))
        page = Paginator(found, casework.PAGE).get_page(number)
        person = form.cleaned_data.get("person")
        context = {
            "page": page,
            "query": asked.urlencode(),
            "rows": casework.case_rows(page, now),
            "form": form,
            "shown": form.shown,
            "is_open": form.shown != casework.CLOSED,
            "person": User.objects.filter(pk=person).first() if person else None,
            "tabs": casework.tabs(by),
        }
        return render_page(request, "games/moderation/cases.html", context)


def _wanted(request: HttpRequest) -> QueueForm:
    """Return the filter that this member of the staff last looked at the queue with."""
    form = QueueForm(QueryDict(request.session.get(WANTED, "")))
    form.is_valid()
    return form


@require_POST
@sees_cases
def close_several(request: HttpRequest) -> HttpResponse:
    """Show what closing the chosen cases would do, and with ``confirm`` do it."""
    by, now = signed_in(request), database_now()
    numbers = [read_number(text) for text in request.POST.getlist("case")]
    mine = casework.with_people(conflicts.cases_for(by).open())
    found = list(mine.filter(pk__in=filter(None, numbers)).order_by("pk"))
    if not found:
        messages.warning(request, "Please choose at least one open case.")
        return HttpResponseRedirect(reverse("moderation:cases"), status=303)
    is_confirmed = "confirm" in request.POST
    context = ActionContext(by, now, found[0], case=found[0])
    form = ANSWER.form(request.POST if is_confirmed else None, context=context)
    form.fields.pop("hide", None)
    seen = " ".join(f"{case.pk}:{case.reported_at.timestamp()}" for case in found)
    refusal = ""
    if is_confirmed and request.POST.get("seen") != seen:
        refusal = "One of these cases has changed since. Nothing was done."
    elif is_confirmed and form.is_valid():
        try:
            outcome = form.cleaned_data["reason"]
            close_together(cases=found, by=by, outcome=outcome, now=now)
        except Refused as refused:
            refusal = error_sentence(refused)
        else:
            messages.success(request, f"{len(found)} cases are closed.")
            wanted = request.session.get(WANTED, "")
            back = f"{reverse('moderation:cases')}?{wanted}"
            return HttpResponseRedirect(back, status=303)
    with reading(request):
        page = {
            "form": form,
            "rows": casework.case_rows(found, now),
            "seen": seen,
            "refusal": refusal,
        }
        status = HTTPStatus.CONFLICT if refusal else HTTPStatus.OK
        return render_page(request, "games/moderation/close_several.html", page, status)


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
        by, now = signed_in(request), database_now()
        page = describe_case(found, by, now, _wanted(request))
        page |= {"refusal": refusal, "waits": WAITS}
        page["looking"] = look_at_case(found, by, now)
        return render_page(request, "games/moderation/case.html", page, status)


def _handle(found: Case, by: User, sent: dict[str, str], now: Any) -> str:
    match sent.get("do"):
        case "take":
            over_from = _assignee_seen(found, sent.get("from", ""))
            take_case(case=found, by=by, now=now, over_from=over_from)
            return "This case is assigned to you."
        case "release":
            release_case(case=found, by=by, now=now)
            return "This case is assigned to nobody."
        case "reopen":
            reopen_case(case=found, by=by, now=now)
            return "This case is open again, and assigned to you."
        case "hand_over":
            to = _colleague(found, by, sent.get("to", ""))
            hand_over_case(case=found, by=by, to=to, now=now)
            return f"This case is assigned to {to}."
        case "wait":
            days = _days(sent.get("days", ""))
            postpone_case(case=found, by=by, until=now + timedelta(days=days), now=now)
            return f"This case waits for {WAITS[days]}."
        case "kind":
            change_kind(case=found, by=by, kind=sent.get("kind", ""), now=now)
            return "The kind of the case is changed."
        case "note":
            write_note(by=by, text=sent.get("text", ""), subject=found, now=now)
            return "Your note was saved."
    raise Refused("invalid", "Please choose what to do.")


def _assignee_seen(found: Case, number: str) -> User | None:
    """Return the colleague who had the case when the page was shown."""
    seen = found.assignee
    return seen if seen is not None and str(seen.pk) == number else None


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
