"""Access to the pages of a table: by the emailed link to a seat, or signed in."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from games import queries
from games.links.purposes import PLAY_LINK
from games.models import Game, Seat, User
from games.now import database_now
from games.web.decorators import OpenedLink, link_page, member_page
from games.web.pages import game_or_404
from games.web.reader import signed_in


@dataclass(frozen=True)
class SeatAccess:
    """
    Who is at a table, and how they got there, as of ``now``.

    ``seat`` is their own, or None for a spectator. ``reader`` is None if unknown.
    ``token`` is that of their seat's link, or '', and ``signed_at`` is when it was
    signed.
    """

    game: Game
    seat: Seat | None
    reader: User | None
    now: datetime
    token: str = ""
    signed_at: datetime | None = None

    @property
    def own(self) -> Seat:
        assert self.seat is not None
        return self.seat

    @property
    def number(self) -> int | None:
        return None if self.seat is None else self.seat.number

    @property
    def zone(self) -> str:
        return self.reader.time_zone if self.reader else "UTC"

    @property
    def talk_url(self) -> str:
        return self._url("talk")

    @property
    def spectators_url(self) -> str:
        return reverse("games:spectators", args=[self.game.slug])

    @property
    def report_url(self) -> str:
        return self._url("report")

    @property
    def mute_url(self) -> str:
        return self._url("mute") if self.seat else ""

    @property
    def seat_url(self) -> str:
        return self._url("seat") if self.seat else ""

    @property
    def leave_url(self) -> str:
        return self._url("leave") if self.seat else ""

    @property
    def rematch_url(self) -> str:
        return self._url("rematch") if self.seat else ""

    @property
    def back_url(self) -> str:
        return self._url("play") if self.seat else self._url("game")

    def _url(self, page: str) -> str:
        if self.token:
            return reverse(f"games:{page}_link", args=[self.token])
        return reverse(f"games:{page}", args=[self.game.slug])


#: A page of a table, however its reader got there.
AccessView = Callable[[HttpRequest, SeatAccess], HttpResponse]


def open_both_ways(
    page: AccessView,
    *,
    find_seat: Callable[[Game, User], Seat | None] = queries.own_seat,
    renew: str = "",
    proves_mail: bool = False,
) -> tuple[Callable[..., HttpResponse], Callable[..., HttpResponse]]:
    """
    Return the view of a page for the holder of a seat's link, and that for a member.
    ``find_seat`` finds a member's seat. The rest is as in ``link_page``.
    """

    @link_page(PLAY_LINK, renew=renew, proves_mail=proves_mail)
    def by_link(request: HttpRequest, link: OpenedLink[Seat]) -> HttpResponse:
        seat = link.target
        access = SeatAccess(
            seat.game, seat, seat.user, link.now, link.token, link.signed_at
        )
        return page(request, access)

    @member_page
    def by_member(request: HttpRequest, slug: str) -> HttpResponse:
        game, user = game_or_404(slug), signed_in(request)
        seat = find_seat(game, user)
        # One object, as with the link, so that a refresh of one is seen everywhere.
        game = game if seat is None else seat.game
        return page(request, SeatAccess(game, seat, user, database_now()))

    return by_link, by_member
