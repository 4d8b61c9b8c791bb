"""The table in plan mode, behind both doors of the turn page."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse

from games import queries
from games.models import Seat
from games.plan.address import address_in
from games.play.plan_table import plan_context
from games.store import positions
from games.talk.page import SeatAccess
from games.web.pages import render_for, table_template

PAGE = "games/plan/plan.html"


def show_plan(
    request: HttpRequest, access: SeatAccess, seat: Seat, now: datetime
) -> HttpResponse:
    """Show a plan of a seat's player; only they can open this page."""
    seats = queries.seats_of(seat.game)
    context = plan_context(
        access=access,
        seat=seats[seat.number],
        seats=seats,
        state=positions.state_of(seat.game),
        address=address_in(request.GET),
        sheet=request.GET.get("sheet", ""),
        action=request.path,
        now=now,
    )
    template = table_template(request, PAGE)
    return render_for(seat.user, request, template, context)
