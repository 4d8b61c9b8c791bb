"""The calendar feed of a player: all their deadlines at one URL."""

from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from icalendar import Event

from games import queries
from games.limits import POSITIONS
from games.links.purposes import CALENDAR_LINK
from games.links.tokens import Valid
from games.models import User
from games.now import database_now
from games.presentation.text import game_name
from games.web.reader import reading_as
from notifications.mails.blocks.calendar_entry import deadline_entry, followed_calendar


@require_safe
@never_cache
def deadlines(request: HttpRequest, token: str) -> HttpResponse:
    now = database_now()
    link = CALENDAR_LINK.parse(token, now=now)
    if not isinstance(link, Valid):
        raise Http404
    POSITIONS.spend("calendar", link.target.pk, now=now)
    with reading_as(link.target):
        content = followed_calendar(_entries(link.target, now))
    return HttpResponse(content, content_type="text/calendar; charset=utf-8")


def _entries(user: User, now: datetime) -> list[Event | None]:
    return [
        deadline_entry(
            seat,
            seat.game,
            what=_("Your turn"),
            title=game_name(list(seat.game.seats.all()), seat),
            now=now,
        )
        for seat in queries.active_seats(user)
        if not seat.is_on_autopilot
    ]
