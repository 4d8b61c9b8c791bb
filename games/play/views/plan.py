"""The table in plan mode, behind both doors of the turn page."""

import random
from datetime import datetime

from django.http import HttpRequest, HttpResponse

from games import queries
from games.live.page import live_page
from games.models import Seat
from games.play.plan_table import plan_context
from games.store import positions
from games.talk.page import SeatAccess
from games.web.pages import render_for, table_template

PAGE = "games/plan/plan.html"


def show_plan(
    request: HttpRequest, access: SeatAccess, seat: Seat, now: datetime
) -> HttpResponse:
    """
    Show a plan of a seat's player; only they can open this page.

    It answers GET alone: what a plan leads to is sent by the forms of other pages.
    """
    seats, state = queries.seats_of(seat.game), positions.state_of(seat.game)
    context = plan_context(
        access=access,
        seat=seats[seat.number],
        seats=seats,
        state=state,
        query=request.GET,
        action=request.path,
        draw=throw_dice,
        now=now,
    )
    context |= {"live": live_page(seat.game, seats, state.version, seat)}
    template = table_template(request, PAGE)
    return render_for(seat.user, request, template, context)


def throw_dice(count: int) -> tuple[int, ...]:
    """Return faces for somebody who tries their luck in a plan."""
    return tuple(random.choices(range(1, 7), k=count))
