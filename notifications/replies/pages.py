"""The page on which a reply of an unknown sender is confirmed by its player."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse

from games import queries
from games.clocks import database_now
from games.links.purposes import PLAY_LINK, home_url
from games.text import game_name
from games.web.decorators import explain_refusals, token_page
from games.web.pages import redirect_to, render_for
from games.web.reader import reading_as
from notifications.models import IncomingMail, Reading
from notifications.replies import tokens
from notifications.replies.doubts import why_doubted
from notifications.replies.drafts import confirm
from notifications.replies.running import PLAY
from notifications.replies.shown import shown_to
from notifications.replies.steps import Fate, Step, steps_of


@token_page
def reply_draft(request: HttpRequest, token: str) -> HttpResponse:
    """Show what would be done; a POST does exactly that, once."""
    now = database_now()
    mail = tokens.draft_at(token, now=now)
    with reading_as(mail.user):
        return _opened(request, mail, now)


@explain_refusals
def _opened(request: HttpRequest, mail: IncomingMail, now: datetime) -> HttpResponse:
    if request.method == "POST":
        confirm(mail, now=now)
        return redirect_to(request.path)
    return _show(request, mail, now)


def _show(request: HttpRequest, mail: IncomingMail, now: datetime) -> HttpResponse:
    seat = mail.seat
    steps = steps_of(mail)
    is_stale = _is_stale(mail)
    context = {
        "title": game_name(queries.seats_of(seat.game), seat) if seat else "",
        "steps": steps,
        "is_draft": mail.reading == Reading.DRAFT,
        "can_confirm": _can_be_done(steps, is_stale=is_stale),
        "is_stale": is_stale,
        "doubt": why_doubted(mail),
        "link": PLAY_LINK.url(seat, now=now) if seat else home_url(),
    }
    return render_for(mail.user, request, "notifications/reply.html", context)


def _can_be_done(steps: list[Step], *, is_stale: bool) -> bool:
    """Whether to confirm does anything: a decision that was made ends the reading."""
    drafts = [step for step in steps if step.fate is Fate.DRAFT]
    return bool(drafts) and not (is_stale and drafts[0].ask == PLAY)


def _is_stale(mail: IncomingMail) -> bool:
    """Whether the decision that the answered mail asked for was made since."""
    shown = shown_to(mail)
    if shown is None or mail.seat is None:
        return False
    since = mail.seat.awaited_version
    return since is None or since > shown.version
