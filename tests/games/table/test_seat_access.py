"""games/web/seat_access.py: the same page by the link and for who has signed in."""

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from games.links.purposes import PLAY_LINK
from games.models import Game
from games.web.seat_access import SeatAccess, open_both_ways
from tests.support.pages import seat_of
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


def test_link_and_session_lead_to_the_same_game(
    two_player_game: Game, rf: RequestFactory
) -> None:
    """Or a page that reads the seat's game anew would show some of it as it was."""
    seat = seat_of(two_player_game, 0)
    opened: list[SeatAccess] = []

    def page(request: HttpRequest, access: SeatAccess) -> HttpResponse:
        opened.append(access)
        return HttpResponse()

    by_link, by_member = open_both_ways(page)
    request = rf.get("/")
    assert seat.user is not None
    request.user = seat.user
    by_link(request, token=PLAY_LINK.token(seat, now=NOW))
    by_member(request, slug=two_player_game.slug)
    assert [access.own.pk for access in opened] == [seat.pk, seat.pk]
    assert all(access.game is access.own.game for access in opened)
