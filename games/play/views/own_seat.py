"""A page of one's own seat: the same by the mailed link and for who has signed in."""

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

from games import queries
from games.errors import NO_SEAT, Refused
from games.live.page import live_page
from games.match.presence import note_presence
from games.models import Invitation, Status
from games.play.game_page import settings_of
from games.play.seat_settings import NO_FORM_ERROR, FormError
from games.presentation import labels
from games.store import positions
from games.store.table_rows import read_seats
from games.talk.page import unread_of
from games.web.pages import render_for, see_other
from games.web.seat_access import SeatAccess, open_both_ways

NOT_STARTED = {Status.INVITING, Status.CANCELLED}
View = Callable[..., HttpResponse]


@dataclass(frozen=True)
class SeatPage:
    """
    A page of a seat: how it is shown, and what is done by what its forms send.

    It is shown with what was wrong in its form, if anything was.
    """

    show: Callable[[HttpRequest, SeatAccess, FormError], HttpResponse]
    submit: Callable[[HttpRequest, SeatAccess], HttpResponse]

    def views(self) -> tuple[View, View]:
        """Return its view for the holder of the seat's link, and for a member."""
        return open_both_ways(
            self._answer,
            find_seat=queries.seat_for,
            renew="games:play_renew",
            proves_mail=True,
        )

    def _answer(self, request: HttpRequest, access: SeatAccess) -> HttpResponse:
        """Show the page, or do what its form says."""
        if access.seat is None:
            raise Refused("forbidden", NO_SEAT)
        if not access.token and access.seat.invitation != Invitation.ACCEPTED:
            # Where the answer is given.
            return see_other("games:game", slug=access.game.slug)
        if request.method != "POST":
            return self._show(request, access, NO_FORM_ERROR)
        if request.POST.get("action") == "here":
            # The page says that its player has it open: no reminder is wanted then.
            note_presence(seat=access.seat, now=access.now)
            return HttpResponse(status=HTTPStatus.NO_CONTENT)
        return self.submit(request, access)

    def show_refused(
        self, request: HttpRequest, access: SeatAccess, error: FormError
    ) -> HttpResponse:
        """Show the page as it is by now, with the sentence and what was entered."""
        access.own.game.refresh_from_db()
        return self._show(request, access, error)

    def _show(
        self, request: HttpRequest, access: SeatAccess, error: FormError
    ) -> HttpResponse:
        has_started = access.own.game.status not in NOT_STARTED
        show = self.show if has_started else _show_before_start
        return show(request, access, error)


def _show_before_start(
    request: HttpRequest, access: SeatAccess, error: FormError
) -> HttpResponse:
    """The game waits for answers, or was cancelled."""
    seat, game = access.own, access.own.game
    seats, state = read_seats(game), positions.state_of(game)
    context = {
        "seat": seat,
        "game": game,
        "action": access.back_url,
        "settings": settings_of(game, seats, state),
        "zone": access.zone,
        "is_cancelled": game.status == Status.CANCELLED,
        "refusal": error.sentence,
        "unread": unread_of(seat, seats),
        "colour": labels.SEATS[seat.number].colour,
        "shape": labels.SEATS[seat.number].shape_label,
        "live": live_page(game, state.version, seat),
    }
    template = "games/before_start.html"
    return render_for(access.reader, request, template, context, error.status)
