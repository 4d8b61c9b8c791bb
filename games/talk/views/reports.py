"""Views of reports about a message, a player or a game, of requests and appeals.

Reports are open to emailed links and to signed-in users. An appeal needs the link in
the email about the act.
"""

from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from games.errors import Refused
from games.limits import REPORTS
from games.links.purposes import APPEAL_LINK, CASE_LINK, AppealRight, CaseAccess
from games.models import Game, ModerationAction, Seat, TalkMessage, User
from games.models.moderation import CONDUCT_KINDS, HELP_KINDS, ReportKind
from games.moderation_log import act_headlines
from games.now import database_now
from games.presentation.error_text import error_sentence
from games.presentation.text import name_of
from games.talk.case_talk import answer_case, may_know_outcome, messages_with
from games.talk.matter import matter_of_act, matter_of_case
from games.talk.page import name_of_writer
from games.talk.reported import reported_by
from games.talk.reports import appeal_of, make_appeal, make_report
from games.web.decorators import OpenedLink, link_page, member_page
from games.web.numbers import read_number
from games.web.pages import redirect_to, render_for
from games.web.reader import signed_in
from games.web.seat_access import SeatAccess, open_both_ways

MADE = "made"


def _report(request: HttpRequest, access: SeatAccess) -> HttpResponse:
    """Seats without a user cannot report."""
    user = access.reader
    if user is None:
        raise Http404
    if MADE in request.GET:
        context = {"back_url": access.back_url}
        return render_for(user, request, "games/reported.html", context)
    reported = _reported(request, access, user)
    if request.method != "POST":
        return _show(request, access, reported)
    try:
        REPORTS.spend(user.pk, now=access.now)
        make_report(reporter=user, now=access.now, **_typed(request), **reported)
    except Refused as refusal:
        return _show(request, access, reported, refusal)
    return redirect_to(f"{access.report_url}?{MADE}")


def _typed(request: HttpRequest) -> dict[str, Any]:
    return {name: request.POST.get(name, "") for name in ("kind", "reason")}


def _show(
    request: HttpRequest,
    access: SeatAccess,
    reported: dict[str, Any],
    refusal: Refused | None = None,
) -> HttpResponse:
    named = _named(**reported)
    context = {
        "action": request.get_full_path(),
        "back_url": access.back_url,
        **named,
        **_filled_in(request, refusal),
        "kinds": CONDUCT_KINDS if named["name"] else ReportKind,
        "zone": access.zone,
    }
    if named.get("message") and not context["kind"]:
        context["kind"] = ReportKind.ABUSE
    status = HTTPStatus.OK if refusal is None else refusal.status
    return render_for(access.reader, request, "games/report.html", context, status)


def _filled_in(request: HttpRequest, refusal: Refused | None) -> dict[str, Any]:
    said = "" if refusal is None else error_sentence(refusal)
    return {"refusal": said, **_typed(request)}


@member_page
def ask(request: HttpRequest) -> HttpResponse:
    """Ask the staff for help, without a game. A POST asks."""
    user, now = signed_in(request), database_now()
    back_url = reverse("games:account")
    if MADE in request.GET:
        return render_for(user, request, "games/reported.html", {"back_url": back_url})
    refusal = None
    if request.method == "POST":
        try:
            REPORTS.spend(user.pk, now=now)
            make_report(reporter=user, now=now, **_typed(request))
        except Refused as refused:
            refusal = refused
        else:
            return redirect_to(f"{request.path}?{MADE}")
    context = {
        "action": request.path,
        "back_url": back_url,
        **_filled_in(request, refusal),
        "kinds": (*HELP_KINDS, ReportKind.OTHER),
        "is_request": True,
    }
    status = HTTPStatus.OK if refusal is None else refusal.status
    return render_for(user, request, "games/report.html", context, status)


def _reported(request: HttpRequest, access: SeatAccess, user: User) -> dict[str, Any]:
    named = {}
    for name in ("message", "seat"):
        if name in request.GET:
            number = read_number(request.GET[name])
            named[name] = -1 if number is None else number  # -1 is never found
    return reported_by(access, user, **named)


def _named(
    message: TalkMessage | None = None,
    seat: Seat | None = None,
    game: Game | None = None,
) -> dict[str, Any]:
    """It is empty for a game."""
    if message is not None:
        number = None if message.seat is None else message.seat.number
        return {"seat": number, "name": name_of_writer(message), "message": message}
    if seat is None:
        return {"name": ""}
    return {"seat": seat.number, "name": name_of(seat), "message": message}


report_link, report = open_both_ways(_report)


@link_page(CASE_LINK)
def case_link(request: HttpRequest, link: OpenedLink[CaseAccess]) -> HttpResponse:
    """What the staff and one person say about a case or an appeal. A POST answers."""
    case, user = link.target.case, link.target.user
    text, refusal = request.POST.get("text", ""), None
    if request.method == "POST":
        try:
            REPORTS.spend(user.pk, now=link.now)
            answer_case(case=case, user=user, text=text, now=link.now)
        except Refused as refused:
            refusal = refused
        else:
            return redirect_to(request.path)
    context = {
        "case": case,
        **_act_context(case.act),
        "about": matter_of_case(case, user),
        "reports": case.reports.filter(reporter=user).order_by("pk"),
        "said": messages_with(case, user),
        "outcome": case.outcome if may_know_outcome(case, user) else "",
        **_typed_words(user, text, refusal),
    }
    status = HTTPStatus.OK if refusal is None else refusal.status
    return render_for(user, request, "games/case.html", context, status)


@link_page(APPEAL_LINK)
def appeal_link(request: HttpRequest, link: OpenedLink[AppealRight]) -> HttpResponse:
    """A POST appeals against an act. An appeal has the page of a case."""
    act, user = link.target.act, link.target.user
    reason, refusal = request.POST.get("reason", ""), None
    appeal = appeal_of(act, user)
    if request.method == "POST":
        try:
            REPORTS.spend(user.pk, now=link.now)
            appeal = make_appeal(act=act, user=user, reason=reason, now=link.now)
        except Refused as refused:
            refusal = refused
    if appeal is not None and refusal is None:
        return redirect_to(CASE_LINK.url(appeal, user, now=link.now))
    context = {
        **_act_context(act),
        "about": matter_of_act(act, user),
        **_typed_words(user, reason, refusal),
    }
    status = HTTPStatus.OK if refusal is None else refusal.status
    return render_for(user, request, "games/appeal.html", context, status)


def _act_context(act: ModerationAction | None) -> dict[str, Any]:
    return {} if act is None else {"act": act, "headline": act_headlines()[act.kind]}


def _typed_words(user: User, text: str, refusal: Refused | None) -> dict[str, Any]:
    said = "" if refusal is None else error_sentence(refusal)
    return {"text": text, "refusal": said, "zone": user.time_zone}
