"""Views of reports about a message, a player or a game, and of appeals.

Reports are open to emailed links and to signed-in users. An appeal needs the link in
the email about the act.
"""

from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from games.errors import Refused
from games.limits import REPORTS
from games.links.purposes import APPEAL_LINK, AppealRight
from games.models import Game, Seat, TalkMessage, User
from games.moderation_log import act_headlines
from games.presentation.error_text import error_sentence
from games.presentation.text import name_of
from games.talk.page import name_of_writer
from games.talk.reported import reported_by
from games.talk.reports import appeal_of, make_appeal, make_report
from games.web.decorators import OpenedLink, link_page
from games.web.numbers import read_number
from games.web.pages import redirect_to, render_for
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
    reason = request.POST.get("reason", "")
    try:
        REPORTS.spend(user.pk, now=access.now)
        make_report(reporter=user, reason=reason, now=access.now, **reported)
    except Refused as refusal:
        said, status = error_sentence(refusal), refusal.status
        return _show(request, access, reported, status, refusal=said, reason=reason)
    return redirect_to(f"{access.report_url}?{MADE}")


def _show(
    request: HttpRequest,
    access: SeatAccess,
    reported: dict[str, Any],
    status: int = HTTPStatus.OK,
    *,
    refusal: str = "",
    reason: str = "",
) -> HttpResponse:
    context = {
        "action": request.get_full_path(),
        "back_url": access.back_url,
        **_named(**reported),
        "refusal": refusal,
        "reason": reason,
        "zone": access.zone,
    }
    return render_for(access.reader, request, "games/report.html", context, status)


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


@link_page(APPEAL_LINK)
def appeal_link(request: HttpRequest, link: OpenedLink[AppealRight]) -> HttpResponse:
    """A POST appeals against it."""
    act, user = link.target.act, link.target.user
    if request.method != "POST":
        return _show_appeal(request, link)
    reason = request.POST.get("reason", "")
    try:
        REPORTS.spend(user.pk, now=link.now)
        make_appeal(act=act, user=user, reason=reason, now=link.now)
    except Refused as refusal:
        said = error_sentence(refusal)
        return _show_appeal(request, link, refusal.status, refusal=said, reason=reason)
    return redirect_to(request.path)


def _show_appeal(
    request: HttpRequest,
    link: OpenedLink[AppealRight],
    status: int = HTTPStatus.OK,
    *,
    refusal: str = "",
    reason: str = "",
) -> HttpResponse:
    act, user = link.target.act, link.target.user
    context = {
        "act": act,
        "headline": act_headlines()[act.kind],
        "appeal": appeal_of(act, user),
        "refusal": refusal,
        "reason": reason,
        "zone": user.time_zone,
    }
    return render_for(user, request, "games/appeal.html", context, status)
