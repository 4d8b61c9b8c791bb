"""Appeal against what the staff did: a short form behind a link of its mail."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

from games.errors import Refused
from games.limits import REPORTS
from games.links.purposes import APPEAL_LINK
from games.links.targets import AppealRight
from games.moderation_log import act_headlines
from games.presentation.error_text import error_sentence
from games.talk.reports import appeal_of, make_appeal
from games.web.decorators import OpenedLink, link_page
from games.web.pages import redirect_to, render_for


@link_page(APPEAL_LINK)
def appeal_link(request: HttpRequest, link: OpenedLink[AppealRight]) -> HttpResponse:
    """Show what was done and why; a POST has somebody else look at it again."""
    act, user = link.target.act, link.target.user
    if request.method != "POST":
        return _show(request, link)
    reason = request.POST.get("reason", "")
    try:
        REPORTS.spend(user.pk, now=link.now)
        make_appeal(act=act, user=user, reason=reason, now=link.now)
    except Refused as refusal:
        said = error_sentence(refusal)
        return _show(request, link, refusal.status, refusal=said, reason=reason)
    return redirect_to(request.path)


def _show(
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
