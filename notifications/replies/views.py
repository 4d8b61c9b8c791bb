"""The page on which a player confirms a reply from an unverified sender."""

from datetime import datetime
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from games.links.purposes import PLAY_LINK
from games.links.tokens import absolute_url
from games.log.table_rows import read_seats
from games.now import database_now
from games.presentation.text import game_name
from games.web.decorators import explain_refusals, token_page
from games.web.pages import render_for
from games.web.reader import reading_as
from notifications.models import IncomingMail, Reading
from notifications.replies.answered_mail import find_answered_mail
from notifications.replies.pending import can_trust, confirm_reply, find_pending_reply
from notifications.replies.results import LineStatus, results_of, why_unverified
from notifications.replies.vocabulary import PLAY

#: The name of the checkbox “trust this address”.
TRUST = "trust"


@token_page
def reply_confirmation(request: HttpRequest, token: str) -> HttpResponse:
    """Show what confirming the reply would do; a POST does it, once."""
    now = database_now()
    mail = find_pending_reply(token, now=now)
    with reading_as(mail.user):
        return _opened(request, mail, now)


@explain_refusals
def _opened(request: HttpRequest, mail: IncomingMail, now: datetime) -> HttpResponse:
    if request.method == "POST":
        confirm_reply(mail, now=now, trusts=TRUST in request.POST)
        return HttpResponseRedirect(request.path, status=HTTPStatus.SEE_OTHER)
    seat = mail.seat
    results = results_of(mail)
    pending = [each for each in results if each.status is LineStatus.PENDING]
    is_stale = _is_stale(mail)
    # A newer decision would make the first line fail.
    can_confirm = bool(pending) and not (is_stale and pending[0].intent == PLAY)
    context = {
        "title": game_name(read_seats(seat.game), seat) if seat else "",
        "results": results,
        "is_pending": mail.reading == Reading.PENDING,
        "can_confirm": can_confirm,
        "is_stale": is_stale,
        "doubt": why_unverified(mail),
        "trusted": mail.sender if can_trust(mail) else "",
        "link": PLAY_LINK.url(seat, now=now) if seat else absolute_url("games:home"),
    }
    return render_for(mail.user, request, "notifications/reply.html", context)


def _is_stale(mail: IncomingMail) -> bool:
    answered = find_answered_mail(mail)
    if answered is None or mail.seat is None:
        return False
    since = mail.seat.awaited_version
    return since is None or since > answered.version
