"""A page of one's own seat: the same by the mailed link and for who has signed in."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games import queries
from games.errors import Forbidden
from games.links.purposes import PLAY_LINK
from games.models import Invitation, Seat, Status
from games.now import database_now
from games.play.seat_settings import NO_FORM_ERROR, FormError
from games.play.views.before_start import before_start
from games.play.views.script_requests import SCRIPT_REQUESTS
from games.talk.page import SeatAccess
from games.web.decorators import OpenedLink, link_page, member_page
from games.web.pages import game_or_404, see_other
from games.web.reader import signed_in

NOT_STARTED = {Status.INVITING, Status.CANCELLED}

Submit = Callable[[HttpRequest, SeatAccess, Seat, datetime], HttpResponse]
View = Callable[..., HttpResponse]


class Show(Protocol):
    """Shows a page, with what was wrong in its form."""

    def __call__(
        self,
        request: HttpRequest,
        access: SeatAccess,
        seat: Seat,
        now: datetime,
        error: FormError = NO_FORM_ERROR,
    ) -> HttpResponse: ...


@dataclass(frozen=True)
class SeatPage:
    """A page of a seat: how it is shown, and what is done by what its forms send."""

    show: Show
    submit: Submit

    def views(self) -> tuple[View, View]:
        """Return its view for the holder of the seat's link, and for a member."""

        @link_page(PLAY_LINK, renew="games:play_renew", proves_mail=True)
        def by_link(request: HttpRequest, link: OpenedLink[Seat]) -> HttpResponse:
            seat = link.target
            access = SeatAccess(seat.game, seat, link.token, link.signed_at)
            return self._answer(request, access, seat, link.now)

        @member_page
        def by_member(request: HttpRequest, slug: str) -> HttpResponse:
            seat = queries.seat_for(game_or_404(slug), signed_in(request))
            if seat is None:
                raise Forbidden(_("You don’t have a seat in this game."))
            if seat.invitation != Invitation.ACCEPTED:
                return see_other("games:game", slug=slug)  # where the answer is given
            access = SeatAccess(seat.game, seat)
            return self._answer(request, access, seat, database_now())

        return by_link, by_member

    def _answer(
        self, request: HttpRequest, access: SeatAccess, seat: Seat, now: datetime
    ) -> HttpResponse:
        """Show the page, or do what its form says."""
        if request.method != "POST":
            if seat.game.status in NOT_STARTED:
                return before_start(request, access, seat)
            return self.show(request, access, seat, now)
        asked_by_script = SCRIPT_REQUESTS.get(request.POST.get("action", ""))
        if asked_by_script is not None:
            return asked_by_script(request, seat, now)
        return self.submit(request, access, seat, now)

    def show_refused(
        self,
        request: HttpRequest,
        access: SeatAccess,
        seat: Seat,
        now: datetime,
        error: FormError,
    ) -> HttpResponse:
        """Show the page as it is by now, with the sentence and what was entered."""
        seat.game.refresh_from_db()
        if seat.game.status in NOT_STARTED:
            return before_start(request, access, seat, error)
        return self.show(request, access, seat, now, error)
